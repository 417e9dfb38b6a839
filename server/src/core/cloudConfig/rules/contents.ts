import { parseJson } from '../../formats/json/parse.js';
import { readShell } from '../../formats/shell/commands.js';
import type { Unclosed } from '../../formats/shell/lexer.js';
import { tomlFault } from '../../formats/toml.js';
import { parseCertificate } from '../../formats/x509/certificate.js';
import { type PemDamage, readPem } from '../../formats/x509/pem.js';
import { readYaml } from '../../formats/yaml/read.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Span } from '../../text/span.js';
import { nearestName } from '../../text/suggest.js';
import { sectionOfType, unitSections } from '../../values/known/linux.js';

const damages: Readonly<Record<PemDamage, string>> = {
  'joined-lines': 'its first or last line is no line of its own',
  'escaped-line-breaks': 'its line breaks are written as \\n',
  'no-end': 'its END line is missing',
  'no-base64': 'what stands inside is no base64',
};

/** Files with PEM blocks that their readers would not find, or that hold no certificate. */
const certificates: Rule<ContentInput> = {
  name: 'content/certificates',
  *check({ path, text }): Generator<Problem> {
    if (!/\.(?:crt|cer|pem)$/.test(path)) return;
    const blocks = readPem(text);
    const whole = { start: 0, end: text.length };
    const damage = blocks.find((block) => block.damage !== undefined)?.damage;
    if (damage !== undefined) {
      yield problem(
        'payload/certificate-content',
        whole,
        `A PEM block of this file cannot be read: ${damages[damage]}.`,
      );
    } else if (blocks.some(({ label, bytes }) => label === 'CERTIFICATE' && parseCertificate(bytes) === undefined)) {
      yield problem('payload/certificate-content', whole, 'A block CERTIFICATE of this file holds no certificate.');
    } else if (blocks.length === 0 && text.trim() !== '' && !/[{$]/.test(text)) {
      yield problem(
        'payload/certificate-content',
        whole,
        'The file is called like a certificate, and holds no PEM block.',
      );
    }
  },
};

/** Files that are called .json and are no JSON. */
const json: Rule<ContentInput> = {
  name: 'content/json',
  *check({ path, text }): Generator<Problem> {
    if (!path.endsWith('.json') || text.trim() === '' || text.includes('{{')) return;
    // Lines of # are cut off by who writes them: AKS ends its own manifest with such a mark.
    const plain = text.replace(/^#[^\r\n]*/gm, (line) => ' '.repeat(line.length));
    const fault = parseJson(plain).problems.find(({ code }) => code === 'json/syntax');
    if (fault !== undefined)
      yield problem('payload/json-content', fault.span, `The file is not valid JSON. ${fault.message}`);
  },
};

/** Shell scripts with quotes, substitutions or here-documents that are never closed. */
const shell: Rule<ContentInput> = {
  name: 'content/shell',
  *check({ path, text }): Generator<Problem> {
    if (!isShell(path, text)) return;
    const { unclosed } = readShell(text);
    if (unclosed === undefined) return;
    const { what, span, delimiter = '' } = unclosed;
    if (what === 'here-document')
      yield problem(
        'payload/heredoc-unterminated',
        span,
        `The here-document is never closed: no line is just ${delimiter}.`,
      );
    else
      yield problem(
        'payload/shell-syntax',
        span,
        `${names[what]} is never closed, so the shell stops at the end of the file.`,
      );
  },
};

const names: Readonly<Record<Exclude<Unclosed['what'], 'here-document'>, string>> = {
  'single-quote': 'This single quote',
  'double-quote': 'This double quote',
  backquote: 'This backquote',
  substitution: 'This command substitution',
  parameter: 'This parameter',
};

function isShell(path: string, text: string): boolean {
  const first = /^#![^\n]*/.exec(text)?.[0];
  return first === undefined ? /\.(?:sh|bash)$/.test(path) : /\b(?:ba|da|k)?sh\b/.test(first);
}

/** Files that are called .toml and aren't valid TOML; containerd doesn't start with such a config. */
const toml: Rule<ContentInput> = {
  name: 'content/toml',
  *check({ path, text }): Generator<Problem> {
    // Templates become TOML later.
    if (!path.endsWith('.toml') || text.includes('{{')) return;
    const fault = tomlFault(text);
    if (fault !== undefined)
      yield problem('payload/toml-content', fault.span, `The file is not valid TOML: ${fault.message}.`);
  },
};

/**
 * Files that are called .yaml and that no reader takes. What only PyYAML refuses, such as tabs and unknown tags, is none
 * of our business here: another program reads the file.
 */
const yaml: Rule<ContentInput> = {
  name: 'content/yaml',
  *check({ path, text }): Generator<Problem> {
    // Templates become YAML later.
    if (!/\.ya?ml$/.test(path) || text.includes('{{')) return;
    for (const { start, end } of documentsOf(text)) {
      const read = readYaml(text.slice(start, end));
      if (read.ok || read.error.code === 'yaml/tab') continue;
      const fault = read.error;
      const span = { start: start + fault.span.start, end: Math.min(start + fault.span.end, text.length) };
      yield problem('payload/yaml-content', span, `The file is not valid YAML. ${fault.message}`);
      return;
    }
  },
};

/** A file may hold several documents, cut by lines of `---`. */
function documentsOf(text: string): { start: number; end: number }[] {
  const starts = [0, ...[...text.matchAll(/^---(?=\s|$)/gm)].map(({ index }) => index).filter((index) => index > 0)];
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
}

/** Units of systemd: lines that it passes over, and settings that stand in no section or in the wrong one. */
const systemdUnit: Rule<ContentInput> = {
  name: 'content/systemd-unit',
  *check({ path, text }): Generator<Problem> {
    const unit = unitOf(path);
    if (unit === undefined) return;
    let section: string | undefined;
    const given = new Set<string>();
    for (const line of logicalLines(text)) {
      const heading = /^\[([^\]]*)\]$/.exec(line.text);
      if (heading !== null) {
        section = heading[1] ?? '';
        yield* headingFaults(section, unit, line.span);
        continue;
      }
      const key = /^([^=]*?)[ \t]*=/.exec(line.text)?.[1];
      if (key === undefined || key === '') {
        yield told(line.span, 'systemd passes over this line: it is no [Section], no Key=value and no comment.');
      } else if (section === undefined) {
        yield told(line.span, `${key}= stands in front of the first section, and systemd passes over it.`);
      } else {
        given.add(`${section}.${key}`);
        yield* keyFaults(section, key, { start: line.span.start, end: line.span.start + key.length });
      }
    }
    yield* whatIsMissing(unit, text, given);
  },
};

interface Unit {
  readonly type: string;
  readonly isDropIn: boolean;
}

/** The unit that a path belongs to; undefined for files that are none. */
function unitOf(path: string): Unit | undefined {
  const found = /\/systemd\/(?:system|user)\/(?:[^/]+\.([a-z]+)\.d\/[^/]+\.conf|[^/]+\.([a-z]+))$/.exec(path);
  const type = found?.[1] ?? found?.[2];
  return type === undefined || !sectionOfType.has(type) ? undefined : { type, isDropIn: found?.[1] !== undefined };
}

/** Lines with what they go on with behind a backslash; comments and empty lines are left out. */
function* logicalLines(text: string): Generator<{ text: string; span: Span }> {
  let joined = '';
  let start = 0;
  let end = 0;
  let at = 0;
  for (const line of text.split('\n')) {
    const content = line.trim();
    const lead = line.length - line.trimStart().length;
    const isComment = /^[#;]/.test(content);
    if (joined === '' && !isComment) start = at + lead;
    // A comment between two lines of one setting is passed over.
    if (!isComment) {
      joined += content.endsWith('\\') ? `${content.slice(0, -1)} ` : content;
      end = at + lead + content.length;
      if (!content.endsWith('\\')) {
        if (joined.trim() !== '') yield { text: joined.trim(), span: { start, end } };
        joined = '';
      }
    }
    at += line.length + 1;
  }
  if (joined.trim() !== '') yield { text: joined.trim(), span: { start, end } };
}

function* headingFaults(section: string, { type }: Unit, span: Span): Generator<Problem> {
  if (section.startsWith('X-')) return;
  if (!unitSections.has(section)) {
    const near = nearestName(section, unitSections.keys());
    yield told(span, `systemd has no section ${section}.${near === undefined ? '' : ` Did you mean ${near}?`}`);
    return;
  }
  const own = sectionOfType.get(type);
  if (section !== 'Unit' && section !== 'Install' && section !== own) {
    yield told(span, `A unit of the type ${type} has no section ${section}; systemd passes over it.`);
  }
}

function* keyFaults(section: string, key: string, span: Span): Generator<Problem> {
  const known = unitSections.get(section);
  if (known === undefined || known.keys.has(key) || key.startsWith('X-')) return;
  const home = [...unitSections.values()].find(({ keys }) => keys.has(key));
  const near = home === undefined ? nearestName(key, known.keys) : undefined;
  if (home !== undefined)
    yield told(span, `${key}= belongs into the section ${home.name}; systemd passes over it in ${section}.`);
  else if (near !== undefined) yield told(span, `The section ${section} has no setting ${key}=. Did you mean ${near}?`);
}

function* whatIsMissing({ type, isDropIn }: Unit, text: string, given: ReadonlySet<string>): Generator<Problem> {
  if (isDropIn || text.trim() === '') return;
  const lacks = (...keys: string[]): boolean => !keys.some((key) => given.has(key));
  const whole = { start: 0, end: Math.min(1, text.length) };
  if (type === 'service' && lacks('Service.ExecStart', 'Service.ExecStop', 'Unit.SuccessAction')) {
    yield told(whole, 'A service needs ExecStart=; systemd refuses the unit.');
  } else if (type === 'timer' && ![...given].some((key) => /^Timer\.On[A-Z]/.test(key))) {
    yield told(
      whole,
      'A timer needs a setting that says when, such as OnCalendar= or OnBootSec=; systemd refuses the unit.',
    );
  } else if (type === 'mount' && lacks('Mount.What')) {
    yield told(whole, 'A mount needs What= and Where=; systemd refuses the unit.');
  }
}

function told(span: Span, message: string): Problem {
  return problem('payload/systemd-unit', span, message);
}

/** The rules about contents of files that have a known type. A new one is a file beside these and a line here. */
export const contentRules: readonly Rule<ContentInput>[] = [json, yaml, toml, systemdUnit, shell, certificates];

/** What a rule about the content of a file sees, wherever the file was found. */
interface ContentInput {
  /** The path on the node; a name that is no path where the content is a script of user data. */
  readonly path: string;
  readonly text: string;
}
