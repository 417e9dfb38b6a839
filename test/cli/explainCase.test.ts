import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Case } from '../../server/src/core/index.js';
import { call } from '../support/commandLine.js';
import { tar } from '../support/tar.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { zip } from '../support/zip.js';

const sample = 'test/samples/case';
const { path: folder, file } = temporaryFolder();

const files = readdirSync(sample, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: `case/${relative(sample, path).replaceAll('\\', '/')}`, content: readFileSync(path) }));

interface Results {
  readonly results: readonly Record<string, unknown>[];
  readonly case: Case;
}

async function explained(...args: string[]): Promise<Results> {
  const { out, status } = await call(['explain', '--format', 'json', ...args]);
  expect(status).toBe(0);
  return JSON.parse(out) as Results;
}

describe('explain with the sample of a case', () => {
  const verdict =
    "3 of 5 instances failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL), DNS for mcr.microsoft.com; 1 failed with exit code 34 (ERR_KUBELET_START_FAIL), kubelet doesn't know the flag --container-runtime; 1 succeeded.";

  it.each([
    ['a folder', () => sample],
    ['a zip archive', () => file('case.zip', zip(files))],
    ['a tar archive', () => file('case.tar', tar(...files))],
    ['a tar.gz archive', () => file('case.tar.gz', gzipSync(tar(...files)))],
    ['archives of each node in a folder', () => nodeArchives()],
  ])('has the right verdict first for %s', async (_, path) => {
    const { out, status } = await call(['explain', path()]);
    expect(status).toBe(0);
    expect(out.split('\n')[0]).toBe(`${path()}: ${verdict}`);
  });

  it('has the instances, each failure once with its evidence, and the field of the config', async () => {
    const { results, case: found } = await explained(sample);
    expect(results).toHaveLength(13);
    expect(results).toContainEqual(
      expect.objectContaining({ file: `${sample}/aks-shop-40871234-vmss000003/provision.json`, exitCode: 34 }),
    );
    expect(found.verdict).toBe(verdict);
    expect(found.instances.map(({ outcome, exitCode, at }) => [outcome, exitCode, at])).toEqual([
      ['failed', 50, '2026-04-15T07:45:40Z'],
      ['failed', 50, '2026-04-15T07:45:44Z'],
      ['failed', 50, null],
      ['failed', 34, '2026-04-15T07:43:50Z'],
      ['succeeded', 0, '2026-04-15T07:42:19Z'],
    ]);
    const [outbound, kubelet] = found.failures;
    expect(outbound?.evidence[0]).toMatchObject({
      file: `${sample}/aks-shop-40871234-vmss000000/cluster-provision.log`,
      line: 11,
      text: 'nc: getaddrinfo for host "mcr.microsoft.com" port 443: Temporary failure in name resolution',
    });
    expect(kubelet?.fields[0]).toMatchObject({
      field: 'kubelet_config.kubelet_flags["--container-runtime"]',
      file: `${sample}/aks-node-controller-config.json`,
      line: 40,
    });
    expect(found.configs).toMatchObject([{ errorCount: 1 }]);
    expect(found.timelines.map(({ instance }) => instance)).toEqual([
      'aks-shop-40871234-vmss000000',
      'aks-shop-40871234-vmss000003',
    ]);
    expect(found.notUnderstood.map(({ file: name }) => name)).toEqual([`${sample}/notes.md`, `${sample}/topology.png`]);
  });

  it('masks secrets', async () => {
    for (const format of ['text', 'json', 'markdown']) {
      const { out } = await call(['explain', '--format', format, sample]);
      expect(out).not.toContain('4m1x8c5v0b9n3l6p');
    }
  });

  it('has a report in Markdown with links to lines', async () => {
    const { out } = await call(['explain', '--format', 'markdown', sample]);
    expect(out).toContain(`(./${sample}/aks-node-controller-config.json#L41)`);
  });

  it('has a timeline', async () => {
    const { out } = await call(['explain', '--timeline', sample]);
    expect(out).toContain('provisioning script (4 min 28 s)');
  });

  /** A folder with an archive of each node. */
  function nodeArchives(): string {
    const path = join(folder, 'nodes');
    mkdirSync(path, { recursive: true });
    const names = new Set(files.flatMap((one) => /^case\/(aks[^/]+)\//.exec(one.path)?.[1] ?? []));
    for (const name of names) {
      const inside = files.filter((one) => one.path.startsWith(`case/${name}/`));
      writeFileSync(join(path, `${name}.tgz`), gzipSync(tar(...inside)));
    }
    const config = 'aks-node-controller-config.json';
    writeFileSync(join(path, config), readFileSync(join(sample, config)));
    return path;
  }
});

describe('explain with a case', () => {
  it('takes several files together with --case', async () => {
    const logs = readdirSync(join(sample, 'aks-shop-40871234-vmss000003')).map((name) =>
      join(sample, 'aks-shop-40871234-vmss000003', name),
    );
    const { case: found } = await explained('--case', ...logs);
    expect(found.verdict).toMatch(/^aks-shop-40871234-vmss000003 failed with exit code 34 /);
  });

  it.each([
    ['zip', () => zip(files)],
    ['tar.gz', () => gzipSync(tar(...files))],
  ])('reads an archive from standard input: %s', async (_, bytes) => {
    const { out } = await call(['explain', '-'], bytes());
    expect(out).toMatch(/^standard input: 3 of 5 instances failed with exit code 50 /);
  });

  it('follows no links, and says so', async () => {
    const path = join(folder, 'linked');
    cpSync(sample, path, { recursive: true });
    symlinkSync('/etc', join(path, 'etc'));
    const { case: found } = await explained(path);
    expect(found.notUnderstood).toContainEqual({
      file: `${path}/etc`,
      reason: 'It is a link or not a regular file.',
    });
  });

  it('ends with 2 if a named file cannot be read, and explains the others', async () => {
    const { out, err, status } = await call(['explain', sample, join(folder, 'absent.zip')]);
    expect(status).toBe(2);
    expect(err).toContain('there is no such file');
    expect(out).toContain('3 of 5 instances failed');
  });

  it.each([
    ['is cut off', 'cut.zip', zip(files).subarray(0, -30), 'The archive is damaged or cut off'],
    ['is cut off in a compressed file', 'cut.tgz', gzipSync(tar(...files)).subarray(0, -30), 'damaged or cut off'],
    [
      'has only encrypted files',
      'locked.zip',
      zip([{ path: 'a', content: 'x', flags: 1 }]),
      'It contains no file that can be read.',
    ],
    ['is compressed otherwise', 'a.tar.gz', Buffer.from('fd377a585a000004', 'hex'), 'compressed with'],
  ])('ends with 2 if a named archive %s, and explains the others', async (_, name, bytes, reason) => {
    const path = file(name, bytes);
    const { out, err, status } = await call(['explain', sample, path]);
    expect(status).toBe(2);
    expect(err).toContain(`aks-bootstrap: ${path}: `);
    expect(err).toContain(reason);
    expect(out).toContain('3 of 5 instances failed');
  });

  it('ends with 2 if an archive on standard input is damaged', async () => {
    const { err, status } = await call(['explain', '-'], zip(files).subarray(0, -30));
    expect(status).toBe(2);
    expect(err).toBe(
      'aks-bootstrap: standard input: The archive is damaged or cut off: not all of its files can be read.\n',
    );
  });

  it('ends with 0 if an archive in a folder or in an archive is damaged', async () => {
    const damaged = zip(files).subarray(0, -30);
    const path = join(folder, 'damaged');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'cut.zip'), damaged);
    const inside = zip([{ path: 'cut.zip', content: damaged }, ...files]);
    for (const operand of [path, file('outer.zip', inside)]) {
      const { out, status } = await call(['explain', operand]);
      expect(status).toBe(0);
      expect(out).toContain('The archive is damaged or cut off');
    }
  });

  it('shows control characters in names as escapes', async () => {
    const { out } = await call(['explain', file('names.zip', zip([{ path: 'a\u001b[31m\nb.log', content: 'x' }]))]);
    expect(out).toContain('names.zip/a\\u001b[31m\\nb.log');
  });
});
