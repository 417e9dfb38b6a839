import type { FormatFault } from './format.js';
import { quoted } from './quoted.js';

/** Names that Azure refuses for administrators of VMs (Microsoft.Compute `osProfile.adminUsername`, 2025). */
const refused: ReadonlySet<string> = new Set(
  (
    'administrator admin user user1 test user2 test1 user3 admin1 1 123 a actuser adm admin2 aspnet backup console david ' +
    'guest john owner root server sql support support_388945a0 sys test2 test3 user4 user5'
  ).split(' '),
);

/**
 * The login of a node's administrator: AKS wants a letter, then letters, digits, `_` and `-`
 * (`linuxProfile.adminUsername`, 2025), useradd of shadow 4.13 at most 32 characters, and Azure refuses some names.
 */
export function checkLinuxUserName(text: string): FormatFault | undefined {
  if (!/^[a-z]/i.test(text))
    return { reason: 'does not begin with a letter, as login names do', part: { start: 0, end: 1 } };
  const stranger = /[^a-z0-9_-]/i.exec(text);
  if (stranger !== null) {
    return {
      reason: `holds ${quoted(stranger[0])}: a login name is made of letters, digits, _ and -`,
      part: { start: stranger.index, end: stranger.index + 1 },
    };
  }
  if (text.length > 32) return { reason: `has ${text.length} characters, and a login name has at most 32` };
  if (refused.has(text.toLowerCase()))
    return { reason: `is ${quoted(text)}, one of the names that Azure refuses for administrators` };
  return undefined;
}
