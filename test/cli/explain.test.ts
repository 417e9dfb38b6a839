import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { activityLog, extensionMessage, portalMessage, statusOf50, windowsMessage } from '../core/failure/messages.js';
import { allLogs } from '../core/failure/bootLog/logs.js';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();

interface Results {
  version: number;
  results: Record<string, unknown>[];
}

describe('explain', () => {
  const portal = file('portal.txt', portalMessage(50, statusOf50));
  const windows = file('windows.txt', windowsMessage(50, 'WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG'));
  const nothing = file('nothing.txt', 'Provisioning of VM extension vmssCSE has timed out.');

  it('reports every file, in order', async () => {
    const { status, out } = await call(['explain', '--format', 'json', portal, windows, nothing]);
    const { version, results } = JSON.parse(out) as Results;
    expect(status).toBe(0);
    expect(version).toBe(1);
    expect(results).toMatchObject([
      {
        file: portal,
        exitCode: 50,
        errorName: 'ERR_OUTBOUND_CONN_FAIL',
        family: 'linux-agentbaker',
        phase: 'network',
        hasCseStatusJson: true,
        truncated: false,
        outerExitCode: 50,
        duration: 64,
        status: { ExitCode: '50', BootDatapoints: { KubeletStartTime: 'n/a' } },
        table: { family: 'linux-agentbaker' },
        silence: null,
      },
      {
        file: windows,
        errorName: 'WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG',
        outerExitCode: 1,
        detail: 'Something\nwent wrong',
      },
      {
        file: nothing,
        failed: 'azure',
        azureCode: 'VMExtensionProvisioningTimeout',
        exitCode: null,
        errorName: null,
        range: {},
      },
    ]);
    expect(results[0]?.range).toEqual({ start: { line: 2, character: 13 }, end: { line: 2, character: 15 } });
  });

  it('prints a readable report', async () => {
    const { out } = await call(['explain', portal]);
    expect(out).toContain(`${portal}: exit code 50, ERR_OUTBOUND_CONN_FAIL`);
    for (const title of ['Likely causes', 'Next steps', 'Timeline', 'Last commands'])
      expect(out).toContain(`\n${title}\n`);
    expect(out).toMatch(/^> retrycmd_if_failure 50 1 5 curl .*\(this one failed\)$/m);
    expect(out).toMatch(/^ {2}2025-03-04T10:11:24Z +\+83 s {2}provisioning script ended$/m);
    for (const line of out.split('\n')) expect(line.includes('/var/log') || line.length <= 130).toBe(true);
    expect((await call(['explain', nothing])).out).toMatch(
      /Azure, VMExtensionProvisioningTimeout\n {2}Azure stopped waiting/,
    );
  });

  it('reads standard input under the given name', async () => {
    const { out } = await call(['explain', '--name', 'log.json', '-'], activityLog(extensionMessage(51, '')));
    expect(out).toContain('log.json: exit code 51, ERR_K8S_API_SERVER_CONN_FAIL');
  });

  it('uses the requested table', async () => {
    const { out } = await call(['explain', '--table', 'windows', portal]);
    expect(out).toContain('WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG');
    expect(out).toContain('You chose this table.');
  });

  it('explains a number by all tables, or by one', async () => {
    const all = await call(['explain', '--code', '50', '--format', 'json']);
    expect((JSON.parse(all.out) as Results).results.map(({ family }) => family)).toEqual([
      'linux-agentbaker',
      'windows',
      'aks-engine',
      'acs-engine',
    ]);
    const one = await call(['explain', '--code', '4', '--table', 'acs-engine']);
    expect(one.out).toMatch(/^4: ERR_SYSTEMCTL_START_FAIL in acs-engine, since 2018-08-14\n/);
    expect((await call(['explain', '--code', '44', '--table', 'acs-engine'])).out).toContain(
      'do not use this code any more',
    );
    const shell = await call(['explain', '--code', '124', '--format', 'json']);
    expect((JSON.parse(shell.out) as Results).results).toMatchObject([
      { exitCode: 124, errorName: null, family: null, table: null },
      { errorName: 'ERR_VHD_FILE_NOT_FOUND', family: 'linux-agentbaker', until: '2023-06-01' },
      { errorName: 'ERR_VHD_FILE_NOT_FOUND', family: 'aks-engine' },
    ]);
  });

  it.each([
    [['explain', '50'], 'ERR_OUTBOUND_CONN_FAIL'],
    [['explain', '--code', 'VMExtensionError_OutboundConnFail'], 'ERR_OUTBOUND_CONN_FAIL'],
    [['explain', '--name', 'VMExtensionError_K8SAPIServerDNSLookupFail'], 'ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL'],
    [['explain', '--name', 'OutboundConnFailVMExtensionError'], 'ERR_OUTBOUND_CONN_FAIL'],
    [['explain', '--name', 'WINDOWS_CSE_ERROR_DOWNLOAD_CSE_PACKAGE'], 'WINDOWS_CSE_ERROR_DOWNLOAD_CSE_PACKAGE'],
    [['explain', '--name', 'err_outbound_conn_fail'], 'ERR_OUTBOUND_CONN_FAIL'],
    [['explain', '--name', 'ERR_TELEPORTD_DOWNLOAD_ERR'], 'ERR_TELEPORTD_DOWNLOAD_ERR'],
    [['explain', 'WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG'], 'WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG'],
    [['explain', '10', '--image', '202101.05.0', '--table', 'linux-agentbaker'], 'ERR_NTP_INSTALL_TIMEOUT'],
    [['explain', '10', '--image', '2021.01.28', '--table', 'linux-agentbaker'], 'ERR_NTP_INSTALL_TIMEOUT'],
  ])('explains %j without a file', async (args, name) => {
    const { status, out } = await call([...args, '--format', 'json']);
    expect(status).toBe(0);
    expect((JSON.parse(out) as Results).results[0]?.errorName).toBe(name);
  });

  it('lists every name that a code had, with its period', async () => {
    const { out } = await call(['explain', '--code', '231', '--table', 'linux-agentbaker', '--format', 'json']);
    const found = (JSON.parse(out) as Results).results as { since: string | null; until: string | null }[];
    expect(found.length).toBeGreaterThan(1);
    expect(found[0]?.until).toBeNull();
    expect(found.every(({ since }) => since !== null)).toBe(true);
  });

  it('says when a code had a meaning if the node image has none', async () => {
    const { status, err } = await call(['explain', '--code', '150', '--image', '202606.10.0']);
    expect(status).toBe(1);
    expect(err).toMatch(
      /on 2026-06-10; at other times it was ERR_TELEPORTD_DOWNLOAD_ERR from 2020-11-11 until 2026-03-23/,
    );
  });

  it('suggests the nearest name', async () => {
    for (const name of ['ERR_OUTBOUND_CON_FAIL', 'VMExtensionError_OutbundConnFail']) {
      const { status, err } = await call(['explain', '--name', name]);
      expect(status).toBe(2);
      expect(err).toMatch(/did you mean (?:ERR_OUTBOUND_CONN_FAIL|VMExtensionError_OutboundConnFail)\?/);
    }
    expect((await call(['explain', 'ERR_OUTBOUND_CON_FAIL'])).err).toContain('ERR_OUTBOUND_CONN_FAIL');
  });

  it('exits with 1 for an unknown number, and with 2 for wrong usage', async () => {
    expect(await call(['explain', '--code', '999'])).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringContaining('no table') as string,
    });
    expect(await call(['explain', '--code', '160', '--table', 'windows'])).toMatchObject({ status: 1 });
    for (const args of [['--code', 'fifty'], ['--code', '50', portal], ['--table', 'kops', portal], []])
      expect((await call(['explain', ...args])).status).toBe(2);
    const missing = await call(['explain', '--format', 'json', join(folder, 'gone.txt'), portal]);
    expect(missing.status).toBe(2);
    expect((JSON.parse(missing.out) as Results).results).toMatchObject([
      { error: { code: 'file/unreadable' } },
      { exitCode: 50 },
    ]);
  });

  it('puts the logs of a node into one timeline', async () => {
    const files = allLogs.map(({ name, text }) => file(name, text));
    const { status, out } = await call(['explain', '--timeline', ...files, nothing]);
    expect(status).toBe(0);
    expect(out).toMatch(/^2026-03-03T10:10:01Z +\+0 s {2}\[\| +\] {2}kernel .*provision\.json:1$/m);
    expect(out).toMatch(/\[ +!+ +\] {2}cloud-init module write-files failed/);
    expect(out).toMatch(/\[ +#+ +\] {2}AKS\.CSE\.installNetworkPlugin \(44\.5 s\)/);
    expect(out).toContain('Longest gap: 15 s between AKS.CSE.ensureKubelet and provisioning script ended.');
    expect(out).toContain('Times without a time zone are read as UTC, the time zone of nodes: ');
    expect(out).toContain('nothing.txt.');
    const json = await call(['explain', '--timeline', '--format', 'json', ...files]);
    const { results, timeline } = JSON.parse(json.out) as Results & { timeline: { steps: unknown[] } };
    expect(results).toHaveLength(files.length);
    expect(timeline.steps).toHaveLength(17);
    expect((await call(['explain', '--timeline', nothing])).out).toMatch(/^No boot steps/);
    expect((await call(['explain', '--timeline', '--format', 'svg', ...files])).out).toMatch(/^<\?xml [^]*<\/svg>\n$/);
    const markdown = (await call(['explain', '--timeline', '--format', 'markdown', ...files])).out;
    expect(markdown).toMatch(/^# Boot timeline from 8 sources\n/);
    expect(markdown).toContain('**failed:** `provisioning script`: Exit code 50: ERR_OUTBOUND_CONN_FAIL');
    expect((await call(['explain', '--format', 'svg', ...files])).status).toBe(2);
  });

  it.each([
    ['empty', '', 'It is empty.'],
    ['binary', '\u0000\u0001\u0002\u0003', 'The file is neither text nor gzip data'],
  ])('says why it has nothing to explain in a file that is %s', async (name, content, reason) => {
    expect((await call(['explain', file(`${name}.log`, content)])).out).toContain(reason);
  });

  it('explains a problem code', async () => {
    expect((await call(['explain', 'contract/unknown-field'])).out).toMatch(
      /^contract\/unknown-field: error\n {2}The contract does not have this field\.\n\n {2}The message has [^]*\n {2}more +https:\/\/\S+#/,
    );
  });

  it('says of a log without a failure that it has none', async () => {
    const journal =
      '2026-03-03T10:10:20+0000 n1 systemd[1]: Started kubelet.service - Kubelet.\n2026-03-03T10:10:22+0000 n1 kubelet[7]: "Successfully registered node"\n';
    expect((await call(['explain', '-'], journal)).out).toContain('No failure was found in this log.');
  });

  it('makes a report in Markdown of each file', async () => {
    const { out } = await call(['explain', '--format', 'markdown', portal, nothing]);
    expect(out.match(/^# Provisioning Report: .*$/gm)).toHaveLength(2);
    expect(out).toContain('**Exit code 50: `ERR_OUTBOUND_CONN_FAIL`**');
  });

  it('shows secrets only on request', async () => {
    const token = 'abcdef.0123456789abcdef';
    const path = file(
      'secret.txt',
      extensionMessage(34, `+ kubelet --token ${token}\n+ true\n+ exit 34`, `refused ${token}`),
    );
    for (const format of ['text', 'json', 'markdown']) {
      expect((await call(['explain', '--format', format, path])).out).not.toContain(token);
      expect((await call(['explain', '--format', format, '--show-secrets', path])).out).toContain(token);
    }
  });
});
