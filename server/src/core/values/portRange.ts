import type { FormatFault } from './format.js';
import { quoted } from './quoted.js';

const example = 'a range is written like 32768 60999';

/**
 * `net.ipv4.ip_local_port_range`: aks-node-controller splits the text at each blank, wants two numbers as Go's
 * `strconv.Atoi` reads them (a sign is taken), the first below the second (AgentBaker 06836ee230
 * `getPortRangeEndValue`). What it cannot read it passes on without reserving ports; the kernel wants 1 to 65535.
 */
export function checkPortRange(text: string): FormatFault | undefined {
  const numbers = text.split(' ');
  const [first = '', last = ''] = numbers;
  if (numbers.length !== 2 || !/^[-+]?\d+$/.test(first) || !/^[-+]?\d+$/.test(last)) return unreadable(text);
  const outside = [first, last].find((number) => !(Number(number) >= 1 && Number(number) <= 65_535));
  if (outside !== undefined) return { reason: `holds ${quoted(outside)}, and ports are numbers from 1 to 65535` };
  if (Number(first) < Number(last)) return undefined;
  return {
    reason: `does not begin with the smaller port: ${example}`,
    ...(Number(first) === Number(last) ? {} : { suggestion: `${last} ${first}` }),
  };
}

function unreadable(text: string): FormatFault {
  const [, first, last] = /^\s*(\d{1,5})[\s,;:-]+(\d{1,5})\s*$/.exec(text) ?? [];
  if (first === undefined || last === undefined)
    return { reason: `is not two ports with one blank between them: ${example}` };
  return {
    reason: `does not have exactly one blank between its two ports: ${example}`,
    suggestion: `${first} ${last}`,
  };
}
