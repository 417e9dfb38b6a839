import {
  Analysis,
  baselineEntry,
  baselineText,
  checkoutLayout,
  complete,
  cutBefore,
  describeSettings,
  foldedName,
  limits,
  parseGlob,
  readBaseline,
  readCheckout,
  readConfiguration,
  readSettings,
  reportedUnder,
  safeFileName,
  safeSegments,
  settingsOf,
  validate,
  visible,
  visibleLine,
  withoutFiles,
  withoutTrailing,
  writtenIn,
  joinedXml,
  xml,
  xmlText,
} from '../../../server/src/core/index.js';
import { configurationText, protoText } from '../seeds.js';
import { check, checkSpan, type Entry, offsetIn } from './entry.js';

/** The lines and columns of a text. */
function isPlace({ line, character }: { readonly line: number; readonly character: number }, text: string): boolean {
  const found = text.split(/\r\n|[\n\r]/)[line];
  return found !== undefined && character <= found.length;
}

/** What front ends do with text of the user before it is shown, and with the patterns of the user. */
export const texts: readonly Entry[] = [
  {
    name: 'show text',
    covers: ['visible', 'visibleLine', 'cutBefore', 'withoutTrailing'],
    run({ analysis: { text }, random }) {
      check(JSON.parse(visible(JSON.stringify(text))) === text, () => 'escapes change the meaning of JSON');
      check(!/[\p{Cc}\p{Cf}]/u.test(visibleLine(text).replaceAll('\t', '')), () => 'an invisible character is shown');
      check(visible(visible(text)) === visible(text), () => 'escapes are escaped again');
      const at = cutBefore(text, offsetIn(text, random));
      const cut = text.slice(at - 1, at + 1);
      check(!/^[\ud800-\udbff][\udc00-\udfff]$/.test(cut), () => 'a character is cut in halves');
      const trailing = random.pick(['\n', ' \t', '0', '=']);
      const rest = withoutTrailing(text, trailing);
      check(text.startsWith(rest) && !trailing.includes(rest.at(-1) ?? 'x'), () => 'the end is still there');
    },
  },
  {
    name: 'read a configuration',
    covers: [
      'readConfiguration',
      'readSettings',
      'settingsOf',
      'reportedUnder',
      'withoutFiles',
      'describeSettings',
      'writtenIn',
      'readBaseline',
      'baselineEntry',
      'baselineText',
      'Fingerprints',
      'shortHash',
    ],
    run({ analysis, random }) {
      const at = random.below(configurationText.length);
      const text = configurationText.slice(0, at) + analysis.text.slice(0, 2_000) + configurationText.slice(at);
      for (const content of [analysis.text.slice(0, limits.configurationBytes), text, configurationText]) {
        const { problems, settings, root } = readConfiguration(content);
        const written = { ...writtenIn('a.yaml', content, root), paths: ['a/b.json'] };
        check(describeSettings([written, written]).length > 0, () => 'there are no settings');
        for (const { span } of problems) checkSpan(span, content, 'a problem of a configuration');
        const source = { name: 'a.yaml', settings, paths: ['a/b.json', analysis.text.slice(0, 5_000)] };
        const all = validate(analysis).problems;
        const trusted = random.oneIn(2) ? settings : withoutFiles(settings);
        const reported = reportedUnder(settingsOf([{ ...source, settings: trusted }]), all);
        check(reported.problems.length + reported.hidden.length === all.length, () => 'a problem is lost');
        const { platform } = analysis;
        const entry = baselineEntry('a/b.json', all, platform);
        const baseline = readBaseline(baselineText([entry]));
        const fingerprints = (baseline.ok ? baseline.value.get('a/b.json') : undefined) ?? new Set<string>();
        const left = reportedUnder(settingsOf([]), all, { source: 'baseline.json', fingerprints, platform });
        check(left.problems.length === 0 && left.stale === 0, () => 'a baseline does not accept what it was made of');
      }
      readSettings(analysis.text);
      readBaseline(analysis.text);
    },
  },
  {
    name: 'read a checkout',
    covers: ['readCheckout'],
    run({ analysis, random }) {
      const at = random.below(protoText.length);
      const text = protoText.slice(0, at) + analysis.text.slice(0, 2_000) + protoText.slice(at + random.below(40));
      const paths = ['a.proto', 'b.proto', ...Object.values(checkoutLayout.scripts)];
      const files = paths.map((path) => ({ path, text: random.oneIn(3) ? analysis.text : text }));
      const { contract, exitCodes, problems } = readCheckout(files);
      for (const { path, start, end } of problems) {
        const file = files.find((one) => one.path === path)?.text ?? '';
        check(isPlace(start, file) && isPlace(end, file), () => `${path} has no line ${start.line}`);
      }
      const content = random.oneIn(2)
        ? analysis.text
        : '{"version":"v1","parts":{"a":{"n":[1],"more":{}}},"vm_size":"a"}';
      const source = { name: 'a.node-config.json', content, context: { contract, exitCodes } };
      const checked = new Analysis(source, analysis.platform);
      validate(checked);
      complete(checked, offsetIn(checked.text, random));
    },
  },
  {
    name: 'match globs',
    covers: ['parseGlob'],
    run({ analysis: { text }, random }) {
      const lines = text.split('\n', 50);
      const [pattern, path] = [random.pick(lines).slice(0, 300), random.pick(lines).slice(0, 300)];
      const dialect = random.pick(['settings', 'gitignore'] as const);
      const glob = parseGlob(pattern, { dialect, ignoreCase: random.oneIn(2) });
      check(glob?.matches(path) === glob?.matches(path), () => 'matching is not deterministic');
      // A path without letters that mean something matches itself.
      if (/^[a-z/]+$/.test(path))
        check(parseGlob(path, { dialect })?.matches(path) === true, () => `${path} does not match itself`);
    },
  },
  {
    name: 'make XML',
    covers: ['xmlText', 'xml', 'joinedXml'],
    run({ analysis: { text }, random }) {
      const line = xmlText(random.pick(text.split('\n', 50)).slice(0, 1_000));
      check(!/[<>"]/.test(line), () => `${line} contains marks`);
      const made = joinedXml([xml`<a b="${line}"/>`, xml`<c>${line}</c>`], '\n');
      check(made.split(/[<>]/).length === 7, () => `${made} has other marks than ours`);
    },
  },
  {
    name: 'make file names',
    covers: ['foldedName', 'safeFileName', 'safeSegments'],
    run({ analysis: { text }, random }) {
      const path = random.pick(text.split('\n', 50)).slice(0, 1_000);
      const name = safeFileName(path);
      check(name !== '' && !/[/\\\0]/.test(name) && !/^\.{1,2}$/.test(name), () => `${name} is no file name`);
      check(safeFileName(name) === name, () => `${name} is made safe again`);
      check(foldedName(name) === foldedName(foldedName(name)), () => `${name} is folded again`);
      for (const segment of safeSegments(path))
        check(safeFileName(segment) === segment, () => `${segment} is no file name`);
    },
  },
];
