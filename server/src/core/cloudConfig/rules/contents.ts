import { parseJson } from '../../formats/json/parse.js';
import { readShell } from '../../formats/shell/commands.js';
import type { Unclosed } from '../../formats/shell/lexer.js';
import { tomlFault } from '../../formats/toml.js';
import { parseCertificate } from '../../formats/x509/certificate.js';
import { type PemDamage, readPem } from '../../formats/x509/pem.js';
import { readYaml } from '../../formats/yaml/read.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import { nearestName } from '../../text/suggest.js';
import { sectionOfType, unitSections } from '../../values/known/linux.js';
import { withoutTrailing } from '../../text/strings.js';

const damages: Readonly<Record<PemDamage, string>> = {
  'joined-lines': 'its BEGIN or END marker is not on a separate line',
  'escaped-line-breaks': 'its line breaks are escaped as \\n',
  'no-end': 'its END line is missing',
  'no-base64': 'its content is not base64',
};

/** Files with unreadable PEM blocks or without a certificate. */
const certificates: Rule<ContentInput> = {
  name: 'content/certificates',
  *check({ path, text }): Generator<Problem> {
    if (!/\.(?:crt|cer|pem)$/.test(path)) return;
    const fault = pemFault(text);
    if (fault !== undefined) yield problem('payload/certificate-content', { start: 0, end: text.length }, fault);
  },
};

function pemFault(text: string): string | undefined {
  const blocks = readPem(text);
  const damage = blocks.find((block) => block.damage !== undefined)?.damage;
  if (damage !== undefined) return `A PEM block in this file can't be read: ${damages[damage]}.`;
  if (blocks.some(({ label, bytes }) => label === 'CERTIFICATE' && parseCertificate(bytes) === undefined))
    return 'A CERTIFICATE block in this file does not contain a certificate.';
  return blocks.length === 0 && text.trim() !== '' && !/[{$]/.test(text)
    ? 'The file has the name of a certificate but does not contain a PEM block.'
    : undefined;
}

/** Files called .json that aren't valid JSON. */
const json: Rule<ContentInput> = {
  name: 'content/json',
  *check({ path, text, budget }): Generator<Problem> {
    if (!path.endsWith('.json') || text.trim() === '' || text.includes('{{')) return;
    // AKS removes lines with #: its own manifest ends with such a marker.
    const plain = text.replace(/^#[^\r\n]*/gm, (line) => ' '.repeat(line.length));
    const fault = parseJson(plain, budget).problems.find(({ code }) => code === 'json/syntax');
    if (fault !== undefined)
      yield problem('payload/json-content', fault.span, `The file is not valid JSON. ${fault.message}`);
  },
};

/** Shell scripts with quotes, substitutions or here-documents that are never closed. */
const shell: Rule<ContentInput> = {
  name: 'content/shell',
  *check({ path, text, budget }): Generator<Problem> {
    if (!isShell(path, text)) return;
    const { unclosed } = readShell(text, budget);
    if (unclosed === undefined) return;
    const { what, span, delimiter = '' } = unclosed;
    if (what === 'here-document') {
      const message = `The here-document is never closed: add a line with only ${delimiter}.`;
      yield problem('payload/heredoc-unterminated', span, message);
    } else {
      const message = `${names[what]} is never closed, so the shell stops at the end of the file.`;
      yield problem('payload/shell-syntax', span, message);
    }
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

/** Files called .toml that aren't valid TOML; containerd doesn't start with such a config. */
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
 * Files called .yaml that aren't valid YAML. Errors that only PyYAML reports, such as tabs and unknown tags, are
 * ignored: another program reads the file.
 */
const yaml: Rule<ContentInput> = {
  name: 'content/yaml',
  *check({ path, text, budget }): Generator<Problem> {
    // Templates become YAML later.
    if (!/\.ya?ml$/.test(path) || text.includes('{{')) return;
    for (const { start, end } of documentsOf(text)) {
      const read = readYaml(text.slice(start, end), budget);
      // What was read in part has no faults of its own.
      if (budget.isSpent) return;
      if (read.ok || read.error.code === 'yaml/tab') continue;
      const fault = read.error;
      const span = { start: start + fault.span.start, end: Math.min(start + fault.span.end, text.length) };
      yield problem('payload/yaml-content', span, `The file is not valid YAML. ${fault.message}`);
      return;
    }
  },
};

/** The documents of a file, separated by lines of `---`. */
function documentsOf(text: string): { start: number; end: number }[] {
  const starts = [0, ...[...text.matchAll(/^---(?=\s|$)/gm)].map(({ index }) => index).filter((index) => index > 0)];
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
}

/** systemd units: ignored lines, and settings outside a section or in the wrong one. */
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
      const key = withoutTrailing(line.text.slice(0, Math.max(0, line.text.indexOf('='))), ' \t');
      if (key === '') {
        yield unitProblem(line.span, 'systemd ignores this line: it is not a [Section], Key=value or comment.');
      } else if (section === undefined) {
        yield unitProblem(line.span, `systemd ignores ${key}= before the first section. Move it into a section.`);
      } else {
        given.add(`${section}.${key}`);
        yield* keyFaults(section, key, { start: line.span.start, end: line.span.start + key.length });
      }
    }
    yield* missingSettings(unit, text, given);
  },
};

interface Unit {
  readonly type: string;
  readonly isDropIn: boolean;
}

/** The unit of a path; undefined for other files. */
function unitOf(path: string): Unit | undefined {
  const found = /\/systemd\/(?:system|user)\/(?:[^/]+\.([a-z]+)\.d\/[^/]+\.conf|[^/]+\.([a-z]+))$/.exec(path);
  const type = found?.[1] ?? found?.[2];
  return type === undefined || !sectionOfType.has(type) ? undefined : { type, isDropIn: found?.[1] !== undefined };
}

/** Lines joined with their continuation after a backslash, without comments and empty lines. */
function* logicalLines(text: string): Generator<{ text: string; span: Span }> {
  let joined = '';
  let start = 0;
  let end = 0;
  let at = 0;
  for (const line of text.split('\n')) {
    const content = line.trim();
    // A comment between two lines of one setting is ignored.
    if (!/^[#;]/.test(content)) {
      const first = at + line.length - line.trimStart().length;
      const isContinued = content.endsWith('\\');
      if (joined === '') start = first;
      joined += isContinued ? `${content.slice(0, -1)} ` : content;
      end = first + content.length;
      if (!isContinued) {
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
    yield unitProblem(span, `systemd has no section ${section}.${near === undefined ? '' : ` Did you mean ${near}?`}`);
    return;
  }
  const own = sectionOfType.get(type);
  if (section !== 'Unit' && section !== 'Install' && section !== own) {
    yield unitProblem(span, `systemd ignores the section ${section} in a ${type} unit.`);
  }
}

function* keyFaults(section: string, key: string, span: Span): Generator<Problem> {
  const known = unitSections.get(section);
  if (known === undefined || known.keys.has(key) || key.startsWith('X-')) return;
  const home = [...unitSections.values()].find(({ keys }) => keys.has(key));
  const near = home === undefined ? nearestName(key, known.keys) : undefined;
  if (home !== undefined)
    yield unitProblem(span, `systemd ignores ${key}= in the section ${section}. Move it to ${home.name}.`);
  else if (near !== undefined)
    yield unitProblem(span, `The section ${section} has no setting ${key}=. Did you mean ${near}?`);
}

function* missingSettings({ type, isDropIn }: Unit, text: string, given: ReadonlySet<string>): Generator<Problem> {
  if (isDropIn || text.trim() === '') return;
  const isMissing = (...keys: string[]): boolean => !keys.some((key) => given.has(key));
  const whole = { start: 0, end: Math.min(1, text.length) };
  if (type === 'service' && isMissing('Service.ExecStart', 'Service.ExecStop', 'Unit.SuccessAction')) {
    yield unitProblem(whole, 'systemd rejects this service: it must have ExecStart=.');
  } else if (type === 'timer' && ![...given].some((key) => /^Timer\.On[A-Z]/.test(key))) {
    yield unitProblem(whole, 'systemd rejects this timer: it must have a time, such as OnCalendar= or OnBootSec=.');
  } else if (type === 'mount' && isMissing('Mount.What')) {
    yield unitProblem(whole, 'systemd rejects this mount: it must have What= and Where=.');
  }
}

function unitProblem(span: Span, message: string): Problem {
  return problem('payload/systemd-unit', span, message);
}

/** The rules for contents of files with a known type. */
export const contentRules: readonly Rule<ContentInput>[] = [json, yaml, toml, systemdUnit, shell, certificates];

/** The input of the content rules. */
interface ContentInput {
  /** The path on the node, or the name of a script of user data. */
  readonly path: string;
  readonly text: string;
  readonly budget: Budget;
}
