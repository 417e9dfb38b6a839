import type { FormatFault } from './format.js';
import { quoted } from './quoted.js';

/**
 * A name that a shell variable can have: aks-node-controller leaves the other keys of `enabled_features` out of
 * `enabled_features.sh` (AgentBaker 06836ee230).
 */
export function checkFeatureName(text: string): FormatFault | undefined {
  if (/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(text)) return undefined;
  const accepted = 'the name of a shell variable is made of letters, digits and _';
  if (/^\d/.test(text)) return { reason: `begins with a digit: ${accepted}`, part: { start: 0, end: 1 } };
  const stranger = /[^a-zA-Z0-9_]/.exec(text);
  if (stranger === null) return { reason: `is empty: ${accepted}` };
  return {
    reason: `holds ${quoted(stranger[0])}: ${accepted}`,
    part: { start: stranger.index, end: stranger.index + 1 },
    ...(/^[\w.-]+$/.test(text) ? { suggestion: text.replace(/[.-]/g, '_') } : {}),
  };
}
