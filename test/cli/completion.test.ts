import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../server/src/cli/run.js';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const folder = temporaryFolder();
const scripts = { bash: '', zsh: '', fish: '', powershell: '' };

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell'] as const)
    scripts[shell] = (await call(['completion', shell])).out;
  folder.file('a.bash', scripts.bash);
  folder.file('a.zsh', scripts.zsh);
  folder.file('a.fish', scripts.fish);
  folder.file('a.ps1', scripts.powershell);
  folder.file('contoso.json', '{}');
});

const isInstalled = (program: string): boolean =>
  spawnSync(program, ['-c', 'exit'], { stdio: 'ignore' }).error === undefined;

/** The lines that a shell prints. */
function offers(program: string, args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder.path, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Lines, the words that a shell offers at their end, and one that it doesn't. */
const lines: readonly (readonly [line: string, offered: readonly string[], other: string])[] = [
  ['', ['validate', 'render', 'completion', 'help'], 'env'],
  ['va', ['validate'], 'decode'],
  ['render c', ['custom-data', 'cse'], 'env'],
  ['help ren', ['render'], 'redact'],
  ['validate --f', ['--format', '--fail-on'], '--kind'],
  ['render env --gpu', ['--gpu-components'], '--format'],
  ['validate --format s', ['summary', 'sarif'], 'json'],
  ['validate --format=s', ['summary', 'sarif'], 'json'],
  ['decode --format ', ['text', 'json'], 'sarif'],
  ['render cse --kind node', ['node-config'], 'cloud-config'],
  ['validate --select contract/unknown-f', ['contract/unknown-field'], 'contract/plain-secret'],
  ['schema cloud', ['cloud-config'], 'cse-status'],
  ['completion f', ['fish'], 'zsh'],
];

/** The word of an offer; `--format=summary` for a value after an equals sign. */
const words = (offered: readonly string[]): string[] =>
  offered.map((one) => one.replace(/\t.*/, '').replace(/.*=/, ''));

function bashOffers(line: string): string[] {
  // As readline splits it.
  const split = `aks-bootstrap ${line}`.replaceAll('=', ' = ').split(' ');
  const script = `source a.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _aks_bootstrap; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return offers('bash', ['--norc', '-c', script, 'bash', ...split]);
}

describe.skipIf(!isInstalled('bash'))('in bash', () => {
  it.each(lines)('completes "%s"', (line, offered, other) => {
    const found = bashOffers(line);
    expect(found).toEqual(expect.arrayContaining([...offered]));
    expect(found).not.toContain(other);
  });

  it('completes the options of every command', () => {
    for (const { name, options } of commands)
      expect(bashOffers(`${name} --`), name).toEqual(Object.keys(options).map((option) => `--${option}`));
  });

  it('leaves files, folders and other values to bash', () => {
    expect(scripts.bash).toContain('complete -o bashdefault -o default -F _aks_bootstrap aks-bootstrap');
    for (const line of ['decode con', 'decode --extract con', 'validate --contract ', 'decode --name x'])
      expect(bashOffers(line)).toEqual([]);
  });
});

describe.skipIf(!isInstalled('fish'))('in fish', () => {
  const fishOffers = (line: string): string[] =>
    words(offers('fish', ['--no-config', '-c', 'source a.fish; complete -C $argv[1]', `aks-bootstrap ${line}`]));

  it.each(lines)('completes "%s"', (line, offered, other) => {
    const found = fishOffers(line);
    expect(found).toEqual(expect.arrayContaining([...offered]));
    expect(found).not.toContain(other);
  });

  it('completes files where they belong', () => {
    for (const line of ['decode con', 'decode --parameters con']) expect(fishOffers(line)).toContain('contoso.json');
    for (const line of ['lsp con', 'decode --extract con', 'decode --name con']) expect(fishOffers(line)).toEqual([]);
  });
});

describe.skipIf(!isInstalled('zsh'))('in zsh', () => {
  /** Types a line and Tab in an interactive shell, and reads what it shows. */
  const zshShows = (line: string, setUp = 'compinit -D; source ./a.zsh'): string =>
    offers('zsh', [
      '-f',
      '-c',
      `zmodload zsh/zpty
zpty shell "TERM=dumb COLUMNS=200 LINES=500 zsh -f -i"
zpty -w shell "PS1= PS2=; autoload -Uz compinit; $2; unsetopt LIST_BEEP; LISTMAX=1000; print rea''dy"
zpty -r -m shell seen '*ready*'
zpty -n -w shell "aks-bootstrap $1"$'\\t\\t'
sleep 0.3
while zpty -r -t shell seen; do print -r -- "$seen"; done
zpty -d shell`,
      'zsh',
      line,
      setUp,
    ]).join('\n');

  it.each(lines)('completes "%s"', (line, offered) => {
    const shown = zshShows(line);
    for (const word of offered) expect(shown).toContain(word);
  });

  it('finds the script among the functions of completions', () => {
    folder.file('_aks-bootstrap', scripts.zsh);
    for (const line of ['render c', 'decode --format '])
      expect(zshShows(line, 'fpath=(. $fpath); compinit -D -u')).toMatch(/custom-data|json/);
  });

  it('completes files where they belong', () => {
    expect(zshShows('decode con')).toContain('contoso.json');
    expect(zshShows('lsp con')).not.toContain('contoso.json');
  });
});

describe.skipIf(!isInstalled('pwsh'))('in PowerShell', () => {
  it.each(lines.filter(([line]) => !line.includes('=')))('completes "%s"', (line, offered, other) => {
    const typed = `aks-bootstrap ${line}`;
    const script = `. ./a.ps1; (TabExpansion2 '${typed}' ${typed.length}).CompletionMatches.CompletionText`;
    const found = offers('pwsh', ['-NoProfile', '-c', script]);
    expect(found).toEqual(expect.arrayContaining([...offered]));
    expect(found).not.toContain(other);
  });
});

describe('the script for every shell', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'] as const)('%s knows all commands, options and values', (shell) => {
    const script = scripts[shell];
    for (const { name, options } of commands) {
      for (const word of name.split(' ')) expect(script).toContain(word);
      for (const [option, { value = '' }] of Object.entries(options)) {
        expect(script).toContain(option);
        if (/^[a-z]+\|/.test(value)) for (const word of value.split('|')) expect(script).toContain(word);
      }
    }
  });

  it('quotes what a shell would read as its own', () => {
    // Every apostrophe of a text is doubled, so their number is even.
    for (const line of scripts.powershell.split('\n')) expect(line.split("'").length % 2, line).toBe(1);
    expect(spawnSync('bash', ['-n', join(folder.path, 'a.bash')]).status ?? 0).toBe(0);
  });

  it('is not printed for an unknown shell', async () => {
    expect(await call(['completion', 'toString'])).toMatchObject({ status: 2, out: '' });
    expect((await call(['completion'])).err).toContain('name one of bash, zsh, fish, powershell');
  });
});
