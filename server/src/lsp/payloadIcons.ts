import type { DocumentKind, Payload } from '../core/index.js';

/** The name of the icon, among VS Code's product icons, that stands for a payload wherever one is listed. */
export function payloadIcon({ kind, format, text, name }: Payload): string {
  if (text === undefined) return 'file-binary';
  return byKind[kind] ?? byFormat.get(format) ?? (/\.(?:crt|pem|cer)$/i.test(name) ? 'verified' : 'file');
}

const byKind: Readonly<Partial<Record<DocumentKind, string>>> = {
  'node-config': 'settings-gear',
  'karpenter-options': 'settings-gear',
  'cloud-config': 'cloud',
  mime: 'mail',
  ignition: 'flame',
  'cse-command': 'terminal',
  'cse-settings': 'extensions',
  'vmss-json': 'server',
  'vm-json': 'vm',
  'arm-template': 'symbol-structure',
  'activity-log': 'history',
  'goal-state': 'checklist',
  'cse-status': 'pulse',
  'provision-log': 'output',
};

const byFormat: ReadonlyMap<Payload['format'], string> = new Map([
  ['shell-script', 'terminal-bash'],
  ['cloud-boothook', 'terminal-bash'],
  ['shell-command', 'terminal'],
  ['windows-command-line', 'terminal-cmd'],
  ['powershell', 'terminal-powershell'],
  ['powershell-command', 'terminal-powershell'],
  ['python', 'symbol-method'],
  ['systemd-unit', 'gear'],
  ['json', 'json'],
  ['json-string', 'json'],
  ['tar', 'archive'],
  ['zip', 'file-zip'],
]);
