import { type ProvisionStatus, textMember } from './provisionStatus.js';

/** What a command wrote, as far as a message holds it. */
export interface Outputs {
  /** The script's own output: of the provision status where there is one, else what the extension kept. */
  readonly output: string | undefined;
  readonly errors: string | undefined;
}

/** Cuts a message into the sections that the extension or AKS make. */
export function outputsOf(message: string, status: ProvisionStatus | undefined): Outputs {
  const own = status && textMember(status.members, 'Output');
  const begin = message.indexOf('[stdout]');
  const middle = message.indexOf('[stderr]', Math.max(0, begin));
  const out = begin < 0 ? outputOfProvider(message) : message.slice(begin + 8, middle < 0 ? undefined : middle);
  const errors = middle < 0 ? undefined : message.slice(middle + 8).replace(platformWords, '');
  const before = status?.begins === false ? message.slice(0, status.start) : undefined;
  return { output: own ?? before ?? out, errors };
}

/** What Azure puts behind the message of an extension. */
const platformWords =
  /\\?['"]{0,2}\.?\s{0,8}(?:\n(?:Code|Message|Target|Status): |More information on troubleshooting|For more information, check)[^]*$/;

/** `vmssCSE exit status=51, output=…, error=…` of the AKS resource provider, and `output="…"` of provision-wait. */
function outputOfProvider(message: string): string | undefined {
  const begin = message.search(/\boutput=/);
  if (begin < 0) return undefined;
  const rest = message.slice(begin + 7);
  const end = rest.search(/, error=/);
  return end < 0 ? rest : rest.slice(0, end);
}

/**
 * The words that came with a code: of the Windows scripts, of aks-node-controller in the status, or what the command
 * wrote to its errors. Undefined where there are none.
 */
export function wordsOf(
  message: string,
  status: ProvisionStatus | undefined,
  errors: string | undefined,
): string | undefined {
  const windows = /\|\s{0,4},\s{0,4}Error\s{0,4}:\s{0,4}\|([^|]{1,8000})/.exec(message);
  const own = status && textMember(status.members, 'Error');
  const words = (windows?.[1] ?? own ?? '').trim() || (errors ?? '').trim();
  return words === '' ? undefined : lastLines(words);
}

/** Lines that are shown of what a command wrote. */
const shownLines = 8;

function lastLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .slice(-shownLines)
    .join('\n');
}
