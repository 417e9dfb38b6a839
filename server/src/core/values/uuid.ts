import type { FormatFault } from './format.js';
import { quoted } from './quoted.js';

const example = 'an ID is written like 00000000-0000-0000-0000-000000000001';

/** IDs of subscriptions, tenants and identities as Azure Resource Manager and Entra ID take them, in either case. */
export function checkUuid(text: string): FormatFault | undefined {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return undefined;
  const inner = /^(?:urn:uuid:)?[{(]?([0-9a-f-]{32,36})[)}]?$/i.exec(text)?.[1];
  const digits = inner?.replace(/-/g, '');
  if (inner !== undefined && digits?.length === 32) {
    const suggestion = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    if (inner !== text) return { reason: `stands in braces or behind a prefix: ${example}`, suggestion };
    return { reason: `has its hyphens elsewhere: ${example}`, suggestion };
  }
  const inId = /\/subscriptions\/([0-9a-f-]{36})(?:\/|$)/i.exec(text)?.[1];
  if (inId !== undefined) return { reason: `is a resource ID: ${example}`, suggestion: inId };
  const stranger = /[^0-9a-f-]/i.exec(text);
  if (stranger !== null && text.length <= 64) {
    const part = { start: stranger.index, end: stranger.index + 1 };
    return { reason: `holds ${quoted(stranger[0])}, which is no hexadecimal digit: ${example}`, part };
  }
  return { reason: `is no ID of 32 hexadecimal digits in five groups: ${example}` };
}
