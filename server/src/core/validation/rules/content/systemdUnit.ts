import { sectionOfType, unitSections } from '../../../knowledge/systemdUnits.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { nearestName } from '../../../text/suggest.js';
import type { Span } from '../../../text/span.js';
import type { Rule } from '../../rule.js';
import type { ContentInput } from './input.js';

/** Units of systemd: lines that it passes over, and settings that stand in no section or in the wrong one. */
export const systemdUnit: Rule<ContentInput> = {
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
