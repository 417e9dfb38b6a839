import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync } from 'node:fs';
import { getuid } from 'node:process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: root, file } = temporaryFolder();
const isWindows = process.platform === 'win32';
const good = file('good.cloud-config.yaml', '#cloud-config\nhostname: a\n');

interface Answer {
  readonly results: readonly { readonly file: string; readonly error?: { readonly message: string } }[];
}

describe.skipIf(isWindows)('a file that cannot be read', () => {
  const fifo = join(root, 'fifo');
  execFileSync('mkfifo', [fifo]);
  symlinkSync('loop', join(root, 'loop'));
  chmodSync(file('closed', 'text'), 0);

  it.each([
    ['fifo', 'no program has written to it'],
    ['/dev/zero', 'it is a device that gives more than 32 MiB'],
    ['missing', 'there is no such file'],
    ['loop', 'it is a link that leads nowhere'],
    // The superuser may read everything.
    ...(getuid?.() === 0 ? [] : [['closed', 'it may not be read']]),
  ])('is reported, and the others are processed: %s', async (name = '', reason) => {
    const path = name.startsWith('/') ? name : join(root, name);
    for (const command of ['validate', 'decode', 'explain']) {
      const { status, out, err } = await call([command, '--format', 'json', path, good]);
      const { results } = JSON.parse(out) as Answer;
      expect([status, results.map((result) => result.file)]).toEqual([2, [path, good]]);
      expect([results[0]?.error?.message, results[1]?.error]).toEqual([
        `${path} cannot be read: ${reason}.`,
        undefined,
      ]);
      expect(err).toBe(`aks-bootstrap: ${path} cannot be read: ${reason}\n`);
      // One command shows how long the wait for a writer is.
      if (name === 'fifo') break;
    }
  });

  it('is reported if an option names it', async () => {
    const { status, err } = await call(['validate', '--instance-data', '/dev/zero', good]);
    expect([status, err]).toEqual([
      2,
      expect.stringContaining('--instance-data /dev/zero cannot be read: it is a device'),
    ]);
  });

  it('is left out of a redacted folder', async () => {
    const source = join(root, 'source');
    mkdirSync(source);
    for (const name of ['a.yaml', 'huge.yaml']) file(`source/${name}`, '#cloud-config\nhostname: a\n');
    truncateSync(join(source, 'huge.yaml'), 2 ** 33);
    symlinkSync('/dev/zero', join(source, 'device.yaml'));
    execFileSync('mkfifo', [join(source, 'fifo.yaml')]);
    const out = join(root, 'redacted');
    const { status, err } = await call(['redact', '--out', out, source]);
    expect(status).toBe(1);
    for (const name of ['huge', 'device', 'fifo']) expect(err).toMatch(new RegExp(`${name}\\.yaml is left out: `));
    expect(readdirSync(out, { recursive: true }).filter((name) => String(name).endsWith('.yaml'))).toHaveLength(1);
  });
});

it('reports a file that is too large as a problem, without loading it', async () => {
  const huge = file('huge.yaml', '');
  truncateSync(huge, 2 ** 33);
  const { status, out } = await call(['validate', huge, good]);
  expect(status).toBe(1);
  expect(out).toContain('payload/limit-input');
});

describe.skipIf(isWindows)('the built command line', () => {
  const shell = (command: string, input?: string) =>
    spawnSync('bash', ['-c', command], {
      env: { ...process.env, CLI: 'dist/cli.js', GOOD: good, NODE: process.execPath },
      encoding: 'utf8',
      ...(input === undefined ? {} : { input }),
    });

  it.each([
    ['process substitution', '"$NODE" "$CLI" decode --kind cloud-config <(sleep 0.2; cat "$GOOD")'],
    ['a redirected file', '"$NODE" "$CLI" decode --kind cloud-config /dev/stdin < "$GOOD"'],
    ['a pipe', 'cat "$GOOD" | "$NODE" "$CLI" decode --kind cloud-config /dev/stdin'],
    ['standard input', 'cat "$GOOD" | "$NODE" "$CLI" decode --kind cloud-config -'],
  ])('reads %s', (_, command) => {
    const { status, stdout, stderr } = shell(command);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/: cloud-config/i);
  });

  it('reads an inherited socket', () => {
    const { status, stderr } = shell('"$NODE" "$CLI" validate /dev/stdin', readFileSync(good, 'utf8'));
    expect([status, stderr]).toEqual([0, '']);
  });

  it('reads endless standard input up to the maximum', () => {
    const { status, stdout } = shell('cat /dev/zero | "$NODE" "$CLI" validate -');
    expect([status, stdout]).toEqual([1, expect.stringContaining('payload/limit-input')]);
  });
});
