import { userDataType } from '../../cloudConfig/userData/contentTypes.js';
import type { AbsentField, FieldRole, Payload } from '../../document/payload.js';
import { problem, type Problem } from '../../problems/problem.js';
import { decodeBase64 } from '../../text/base64.js';
import { decodeText } from '../../text/bytes.js';
import type { Span } from '../../text/span.js';
import { isGzip } from '../content.js';
import { couldBeBase64, isBase64WithStrays } from '../layers/base64.js';
import { type Opening, userDataKinds } from './container.js';

/**
 * The role of an attribute of a provider's resource, in Terraform's, Pulumi's or Kubernetes' spelling; `name` is canonical.
 * `inSettings` says whether it is in settings of an extension.
 */
export function providerRole(name: string, inSettings: boolean): FieldRole | undefined {
  switch (name) {
    case 'customdata':
    case 'customdatabase64':
      return 'customData';
    case 'userdata':
    case 'userdatabase64':
      return 'userData';
    case 'commandtoexecute':
      return inSettings ? 'commandToExecute' : undefined;
    case 'script':
      return inSettings ? 'script' : undefined;
    default:
      return undefined;
  }
}

/** The names of settings of an extension; the value says whether they are protected. */
export const settingsNames: ReadonlyMap<string, boolean> = new Map([
  ['settings', false],
  ['publicsettings', false],
  ['protectedsettings', true],
]);

/** What is known about a string with that role: providers encode some strings themselves, so text is as good as base64. */
export function openingOfRole(role: FieldRole, text: string): Pick<Opening, 'transport' | 'kind' | 'fallbackFormat'> {
  if (role === 'commandToExecute') return { kind: 'cse-command', transport: 'none' };
  const isBase64 = couldBeBase64(text) || isBase64WithStrays(text);
  return {
    ...(isBase64 ? { transport: 'base64-expected' as const } : {}),
    ...(role === 'script' ? { fallbackFormat: 'shell-script' as const } : {}),
  };
}

/**
 * Whether a string may be user data by its content, whatever its name is: it begins like user data, or like base64 or gzip
 * data of it. Scripts don't count, because any program may run them.
 */
export function mayBeUserData(text: string): boolean {
  if (text.length < 12) return false;
  if (isHeader(text.slice(0, 200))) return true;
  const start = text.slice(0, 120).replace(/\s/g, '').slice(0, 64);
  if (start.length < 12 || /[^A-Za-z0-9+/=_-]/.test(start)) return false;
  const { bytes } = decodeBase64(start.slice(0, start.length - (start.length % 4)));
  return isGzip(bytes) || isHeader(decodeText(bytes).text);
}

function isHeader(start: string): boolean {
  const type = userDataType(start);
  return type === undefined ? /^\s*\{\s*"ignition"\s*:/.test(start) : type !== 'text/x-shellscript';
}

/** Whether a payload that was opened because of its content is user data. */
export function isUserData({ kind }: Payload): boolean {
  return userDataKinds.has(kind);
}

/** What a string says instead of its content. */
interface Absence {
  readonly absent: AbsentField;
  readonly problem: Problem;
}

/** Why a field has no payload, by what is written in its place; undefined if it may have one. */
export function absenceOf(
  text: string,
  place: { readonly pointer: string; readonly role: FieldRole; readonly span: Span },
): Absence | undefined {
  const { pointer, role, span } = place;
  const found = (message: string): Absence => {
    const code = 'vmss/payload-redacted';
    return { absent: { pointer, role, code, span }, problem: problem(code, span, message, { pointer }) };
  };
  // Resources of earlier versions of the provider keep a hash in the state (hashicorp/azurerm 3, `userDataStateFunc`).
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text))
    return found(`${role} is only a hash here: Terraform keeps no more of it for this resource. Look into its source.`);
  if (/^(?:\*{3,}|\(?sensitive(?: value)?\)?|<?(?:redacted|removed|hidden|masked|sensitive)>?)$/i.test(text.trim()))
    return found(`${role} was removed from this text. Plans have it in the output of terraform show -json.`);
  return undefined;
}
