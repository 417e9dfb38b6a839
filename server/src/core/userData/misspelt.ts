import type { Span } from '../text/span.js';
import { typeByBeginning } from './contentTypes.js';

/** A first line that is nearly one that cloud-init knows. */
export interface MisspeltBeginning {
  readonly span: Span;
  /** The line that was meant; undefined for a kind that cloud-init has given up. */
  readonly meant: string | undefined;
}

const misspeltBeginnings = new Map<string, string | undefined>([
  ['cloudconfigarchive', '#cloud-config-archive'],
  ['cloudconfigjsonp', '#cloud-config-jsonp'],
  ['cloudboothook', '#cloud-boothook'],
  ['templatejinja', '## template: jinja'],
  ['templatejinja2', '## template: jinja'],
  ['includeonce', '#include-once'],
  ['parthandler', '#part-handler'],
  ['upstartjob', undefined],
]);

/**
 * A first line that only a blank, a hyphen or a number sign keeps from being known; undefined for others. A misspelt
 * `#cloud-config` is the business of cloud-configs.
 */
export function misspeltBeginning(text: string): MisspeltBeginning | undefined {
  const line = /^\s*(#[#!]?[^\r\n]{0,40})[ \t]*$/m.exec(text);
  if (line?.[1] === undefined || line.index > 0 || typeByBeginning(text) !== undefined) return undefined;
  const name = line[1].toLowerCase().replace(/[^a-z0-9]/g, '');
  if (!misspeltBeginnings.has(name)) return undefined;
  const start = line[0].indexOf('#');
  return { span: { start, end: start + line[1].trimEnd().length }, meant: misspeltBeginnings.get(name) };
}
