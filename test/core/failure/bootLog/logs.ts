import { readFileSync } from 'node:fs';

/** Logs of one invented node, in the public formats of their programs. All times are of one boot. */
const names = [
  'cloud-init.log',
  'cloud-init-output.log',
  'waagent.log',
  'handler.log',
  'aks-node-controller.log',
  'cluster-provision.log',
  'provision.json',
  'events.json',
] as const;

/** A log of `test/samples/boot`. */
export function bootSample(name: string): string {
  return readFileSync(new URL(`../../../samples/boot/${name}`, import.meta.url), 'utf8');
}

export const logs = Object.fromEntries(names.map((name) => [name, bootSample(name)])) as Readonly<
  Record<(typeof names)[number], string>
>;

/** Further kinds of logs of the same node; the clock of `syslog` was set while it booted. */
export const furtherLogs = ['syslog', 'journal.log', 'aks-node-controller.output', 'cluster-provision-cse-output.log'];

/** All of them, as the timeline takes them. */
export const allLogs = Object.entries(logs).map(([name, text]) => ({ name, text }));
