import type { FormatFault } from './format.js';

/**
 * A bootstrap token as the API server knows it (kubernetes 3510e45d97, `cluster-bootstrap/token/api`): an ID of 6 and a
 * secret of 16 lowercase letters and digits with a dot between. It is a secret: no reason repeats any of it.
 */
export function checkBootstrapToken(text: string): FormatFault | undefined {
  if (/^[a-z0-9]{6}\.[a-z0-9]{16}$/.test(text)) return undefined;
  const accepted = 'a bootstrap token is 6 and 16 lowercase letters and digits with a dot between';
  const parts = text.split('.');
  if (parts.length !== 2) return { reason: `has ${parts.length === 1 ? 'no dot' : 'more than one dot'}: ${accepted}` };
  const [id = '', secret = ''] = parts;
  if (/[^a-z0-9]/.test(id + secret))
    return { reason: `holds other characters than lowercase letters and digits: ${accepted}` };
  return { reason: `has ${id.length} characters in front of its dot and ${secret.length} behind: ${accepted}` };
}
