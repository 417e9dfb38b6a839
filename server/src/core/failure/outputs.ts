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
  const errors = middle < 0 ? undefined : message.slice(middle + 8);
  const before = status?.begins === false ? message.slice(0, status.start) : undefined;
  return { output: own ?? before ?? out, errors };
}

/** `vmssCSE exit status=51, output=…, error=…` of the AKS resource provider, and `output="…"` of provision-wait. */
function outputOfProvider(message: string): string | undefined {
  const begin = message.search(/\boutput=/);
  if (begin < 0) return undefined;
  const rest = message.slice(begin + 7);
  const end = rest.search(/, error=/);
  return end < 0 ? rest : rest.slice(0, end);
}
