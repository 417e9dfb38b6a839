import { describe, expect, it } from 'vitest';
import { Analysis, type Case, CaseReader, caseReport, growingMasking } from '../../../server/src/core/index.js';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { extensionMessage, portalMessage, statusOf50 } from '../failure/messages.js';

/** What a case of these files says; a reason stands for a file that can't be read. */
function caseOf(files: Readonly<Record<string, string | Uint8Array | { reason: string }>>): Case {
  const reader = new CaseReader(growingMasking({ showSecrets: false }));
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === 'object' && 'reason' in content) reader.leaveOut(name, content.reason);
    else reader.add(name, new Analysis({ name, content }, nodePlatform));
  }
  return reader.case;
}

function status(code: number, output = '', second = 20): string {
  return JSON.stringify({
    ExitCode: String(code),
    Output: `+ true\n${output}\n+ exit ${code}`,
    Error: '',
    ExecDuration: '60',
    CSEStartTime: `Tue Mar  4 10:10:${second} UTC 2025`,
  });
}

const names = ({ instances }: Case): (string | null)[] => instances.map(({ name }) => name);
const vm = 'aks-np-12345678-vmss';

describe('the verdict of a case', () => {
  it.each<[string, Parameters<typeof caseOf>[0], unknown]>([
    [
      'a node without a name',
      { 'provision.json': statusOf50 },
      'The node failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL).',
    ],
    [
      'a node that a log names',
      { 'provision.json': status(52), syslog: `Mar  4 10:10:20 ${vm}000003 systemd[1]: Started kubelet.\n` },
      `${vm}000003 failed with exit code 52 (ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL).`,
    ],
    [
      'several folders with the same files',
      {
        'case/a/provision.json': status(50, 'curl: (6) Could not resolve host: mcr.microsoft.com'),
        'case/b/provision.json': status(50, 'curl: (6) Could not resolve host: mcr.microsoft.com'),
        'case/c/provision.json': status(0),
      },
      '2 of 3 instances failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL), DNS for mcr.microsoft.com; 1 succeeded.',
    ],
    [
      'several statuses in one folder',
      { 'first.json': status(50, '', 20), 'second.json': status(31, '', 21) },
      '1 of 2 instances failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL); 1 failed with exit code 31 (ERR_K8S_DOWNLOAD_TIMEOUT).',
    ],
    [
      'an error of Azure',
      {
        'error.json': JSON.stringify({
          error: {
            code: 'QuotaExceeded',
            message: 'Operation could not be completed: exceeding approved cores quota.',
          },
        }),
      },
      expect.stringMatching(/^Azure \(QuotaExceeded\): [^]*quota[^]*\.$/),
    ],
    ['nothing', { 'notes.txt': 'Call back on Monday.' }, 'No failure was found in 1 file.'],
    [
      'a config with an error alone',
      { 'aks-node-controller-config.json': '{"version": "v1", "kubelet_node_lables": {}}' },
      expect.stringMatching(
        /^No failure was found in 1 file, but the node config in aks-node-controller-config\.json has \d+ errors?\.$/,
      ),
    ],
    ['a success', { 'provision.json': status(0) }, 'No failure was found in 1 file: the node succeeded.'],
    ['no file', {}, 'No failure was found in 0 files.'],
  ])('is right for %s', (_, files, verdict) => {
    expect(caseOf(files).verdict).toEqual(verdict);
  });
});

describe('the instances of a case', () => {
  it('are one for all names of a VM', () => {
    const found = caseOf({
      [`logs/${vm}00000a/waagent.log`]: '2025-03-04T10:10:14.1Z INFO Daemon Azure Linux Agent Version: 2.11.1.12\n',
      'error.txt': `VM '${vm}_10': ${portalMessage(50, statusOf50)}`,
    });
    expect(names(found)).toEqual([`${vm}00000a`]);
    expect(found.instances[0]).toMatchObject({ outcome: 'failed', exitCode: 50, at: '2025-03-04T10:11:24Z' });
    expect(found.instances[0]?.files).toHaveLength(2);
  });

  it('are those that one text lists', () => {
    const view = (name: string, message: string): object => ({
      name,
      instanceView: { vmAgent: {}, extensions: [{ name: 'vmssCSE', statuses: [{ message }] }] },
    });
    const found = caseOf({
      'instances.json': JSON.stringify([
        view(`${vm}_0`, extensionMessage(50, statusOf50)),
        view(`${vm}_1`, extensionMessage(52, '')),
        view(`${vm}_2`, 'Enable succeeded'),
      ]),
    });
    expect(found.instances.map(({ name, outcome, exitCode }) => [name, outcome, exitCode])).toEqual([
      [`${vm}_0`, 'failed', 50],
      [`${vm}_1`, 'failed', 52],
      [`${vm}_2`, 'succeeded', null],
    ]);
  });

  it('count what the scripts wrote before what waited for them', () => {
    const found = caseOf({
      'provision.json': statusOf50,
      'handler.log': 'time=2025-03-04T10:11:24Z version=v2.1.10 error="command terminated with exit status=1"\n',
      'portal.txt': 'Provisioning of VM extension vmssCSE has timed out.',
    });
    expect(found.failures.map(({ title }) => title)).toEqual(['exit code 50 (ERR_OUTBOUND_CONN_FAIL)']);
  });

  it('are none for files about different nodes without names', () => {
    const found = caseOf({ 'a.txt': portalMessage(50, ''), 'b.txt': portalMessage(31, '') });
    expect(found.instances).toEqual([]);
    expect(found.failures.map(({ exitCode, instances }) => [exitCode, instances])).toEqual([
      [50, []],
      [31, []],
    ]);
  });
});

describe('the failures of a case', () => {
  const kubelet =
    'Mar  4 10:10:30 host1 kubelet[9]: E0304 run.go:74] "command failed" err="failed to parse kubelet flag: unknown flag: --foo-bar"\n';
  const config = {
    version: 'v1',
    kubeletConfig: { kubeletFlags: { '--max-pods': '30', '--foo-bar': 'abcdef.0123456789abcdef' } },
  };

  it('lead to the field of the node config, with its line and without its secrets', () => {
    const found = caseOf({
      'aks-node-controller-config.json': JSON.stringify(config, undefined, 2),
      'kubelet.log': kubelet,
      'provision.json': status(34),
    });
    expect(found.verdict).toBe(
      "host1 failed with exit code 34 (ERR_KUBELET_START_FAIL), kubelet doesn't know the flag --foo-bar.",
    );
    expect(found.failures[0]?.fields).toEqual([
      expect.objectContaining({
        field: 'kubelet_config.kubelet_flags["--foo-bar"]',
        file: 'aks-node-controller-config.json',
        line: 5,
        inside: null,
      }),
    ]);
    expect(JSON.stringify(found)).not.toContain('0123456789abcdef');
    expect(found.failures[0]?.nextSteps[0]).toMatch(/^Remove the flag/);
  });

  it('lead to a config that is encoded in another file', () => {
    const encoded = Buffer.from(JSON.stringify(config, undefined, 2)).toString('base64');
    const script = `cat <<'EOF' | base64 -d >/opt/azure/containers/aks-node-controller-config.json\n${encoded}\nEOF\n`;
    const found = caseOf({
      'custom-data.sh': `#cloud-boothook\n#!/bin/bash\n${script}`,
      'kubelet.log': kubelet,
    });
    expect(found.failures[0]?.fields[0]).toMatchObject({ file: 'custom-data.sh', inside: { line: 5 } });
  });

  it('quote equal lines once', () => {
    const log = (host: string): string =>
      `Mar  4 10:10:30 ${host} x[1]: curl: (6) Could not resolve host: mcr.microsoft.com\n`;
    const found = caseOf({
      'a/provision.json': status(50),
      'a/syslog': log('host1'),
      'b/provision.json': status(50),
      'b/syslog': log('host2'),
    });
    expect(found.failures[0]?.evidence).toMatchObject([{ file: 'a/syslog', line: 0, repeated: 1, instance: 'host1' }]);
  });
});

describe('files that are not understood', () => {
  it('have a reason', () => {
    const found = caseOf({
      'a.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1),
      'b.txt': 'Call back on Monday.',
      'c.log': '',
      'd.log': { reason: 'It is encrypted.' },
      'provision.json': statusOf50,
    });
    expect(found.notUnderstood).toEqual([
      { file: 'a.png', reason: 'The file is neither text nor gzip data, so it is not analysed.' },
      { file: 'b.txt', reason: 'Nothing in it is about provisioning.' },
      { file: 'c.log', reason: 'It is empty.' },
      { file: 'd.log', reason: 'It is encrypted.' },
    ]);
  });
});

describe('the report on a case', () => {
  it('links to lines by relative paths, whatever the names of files are', () => {
    const found = caseOf({
      'a b](javascript:alert(1)).txt': portalMessage(50, statusOf50),
      'x.zip/y.txt': portalMessage(50, ''),
    });
    const pathOf = (file: string): string | undefined => (file.startsWith('x.zip/') ? undefined : file);
    const report = caseReport(found, { name: 'case', pathOf });
    expect(report).toContain('](./a%20b%5D%28javascript%3Aalert%281%29%29.txt#L3)');
    expect(report).toContain('`x.zip/y.txt:1`');
  });
});
