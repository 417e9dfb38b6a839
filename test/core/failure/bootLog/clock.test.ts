import { describe, expect, it } from 'vitest';
import { bootTimeline, hover } from '../../../../server/src/core/index.js';
import { clockChanges, zoneOffset } from '../../../../server/src/core/failure/bootLog/clock.js';
import { logLine, logLines } from '../../../../server/src/core/failure/bootLog/line.js';
import { isProvisionLog } from '../../../../server/src/core/failure/recognise.js';
import { nearestYear, readYearlessMoment } from '../../../../server/src/core/failure/times.js';
import { analyse } from '../../../support/analyse.js';
import { bootSample } from './logs.js';
import { masked } from '../../../support/maskings.js';

const line = (text: string) => logLine(text, { start: 0, end: text.length });
const iso = (time: number | undefined): string => new Date(time ?? 0).toISOString();

/** What a timeline says of steps, as seconds and names, and its remarks. */
function read(...texts: readonly (readonly [string, string])[]): { steps: string[]; remarks: readonly string[] } {
  const { steps, remarks } = bootTimeline(
    texts.map(([name, text]) => ({ name, text })),
    masked(),
  );
  return { steps: steps.map(({ name, sinceStart }) => `${sinceStart} ${name}`), remarks };
}

describe('lines in the system log, the journal and the console', () => {
  it.each([
    [
      'Mar  3 10:10:18 aks-x python3[901]: 2026-03-03T10:10:18.250000Z INFO ExtHandler [Microsoft.Azure.Extensions.CustomScript-2.1.7] Command: bin/custom-script-shim enable',
      { source: 'guest agent', part: 'Microsoft.Azure.Extensions.CustomScript-2.1.7' },
      '2026-03-03T10:10:18.250Z',
    ],
    [
      'Mar 03 10:10:19.500 aks-x custom-script[9]: time=2026-03-03T10:10:20Z version=v2.1.7/git@a-clean operation=enable seq=0 event="executing command"',
      { source: 'custom script extension', part: 'enable' },
      '2026-03-03T10:10:20.000Z',
    ],
    [
      'Mar  3 10:10:21 aks-x cloud-init[8]: + systemctl restart kubelet',
      { source: 'shell trace', depth: 1 },
      '1972-03-03T10:10:21.000Z',
    ],
    [
      "[   12.345678] cloud-init[812]: Cloud-init v. 24.1 running 'init' at Tue, 03 Mar 2026 10:10:07 +0000. Up 6.50 seconds.",
      { source: 'cloud-init' },
      '2026-03-03T10:10:07.000Z',
    ],
    [
      '2026-03-03T10:10:20,5+0100 node systemd[1]: Started x',
      { source: 'system log', part: 'systemd' },
      '2026-03-03T09:10:20.500Z',
    ],
  ])('%s', (text, expected, time) => {
    expect(line(text)).toMatchObject(expected);
    expect(iso(line(text)?.moment?.time)).toBe(time);
  });

  const started = 'node systemd[1]: Started kubelet.service - Kubelet.';
  const panic = 'Kernel panic - not syncing: Attempted to kill init! exitcode=0x00000009';
  it.each([
    ['journalctl -o short-iso', `2026-03-03T10:10:20+0000 ${started}`, 'kubelet', '2026-03-03T10:10:20Z'],
    [
      'journalctl -o short-iso-precise',
      `2026-03-03T10:10:20.250000+0100 ${started}`,
      'kubelet',
      '2026-03-03T09:10:20.250Z',
    ],
    ['journalctl -o short-full', `Tue 2026-03-03 10:10:20 UTC ${started}`, 'kubelet', '2026-03-03T10:10:20Z'],
    ['journalctl -o short-unix', `1772532620.250000 ${started}`, 'kubelet', '2026-03-03T10:10:20.250Z'],
    ['journalctl -o short-precise', `Mar 03 10:10:20.250000 ${started}`, 'kubelet', 'Mar 3 10:10:20'],
    [
      'journalctl -o json',
      '{"MESSAGE":"Started kubelet.service - Kubelet.","__REALTIME_TIMESTAMP":"1772532620250000","SYSLOG_IDENTIFIER":"systemd"}',
      'kubelet',
      '2026-03-03T10:10:20.250Z',
    ],
    [
      'journalctl -o json-pretty',
      '{\n\t"MESSAGE" : "Started kubelet.service - Kubelet.",\n\t"SYSLOG_IDENTIFIER" : "systemd",\n\t"__REALTIME_TIMESTAMP" : "1772532620250000"\n}',
      'kubelet',
      '2026-03-03T10:10:20.250Z',
    ],
    ['dmesg -T', `[Tue Mar  3 10:10:20 2026] ${panic}`, 'kernel failed', '2026-03-03T10:10:20Z'],
    [
      'dmesg --time-format iso',
      `2026-03-03T10:10:20,250000+00:00 ${panic}`,
      'kernel failed',
      '2026-03-03T10:10:20.250Z',
    ],
    [
      'a file of kubelet',
      'E0303 10:10:20.926448    5120 run.go:72] "command failed" err="failed to parse kubelet flag: unknown flag: --x"',
      'kubelet failed',
      'Mar 3 10:10:20',
    ],
    [
      'a file of containerd',
      'time="2026-03-03T10:10:20.250Z" level=error msg="PullImage failed" error="failed to pull and unpack image"',
      'image pull failed',
      '2026-03-03T10:10:20.250Z',
    ],
  ])('have the time of %s', (_, text, name, at) => {
    const { steps } = bootTimeline([{ name: 'log', text: `${text}\n` }], masked());
    expect(steps).toMatchObject([{ name, at }]);
    expect(isProvisionLog(text) || name !== 'kubelet').toBe(true);
  });

  it.each([
    ['dmesg', `[    4.250000] ${panic}`],
    ['dmesg -x', `kern  :emerg : [    4.250000] ${panic}`],
    ['journalctl -o short-monotonic', `[    4.250000] node kernel: ${panic}`],
  ])('have the seconds since the kernel started of %s', (_, text) => {
    const { untimed } = bootTimeline([{ name: 'log', text: `${text}\n` }], masked());
    expect(untimed).toMatchObject([{ name: 'kernel failed', written: '4.25 s after the kernel started' }]);
  });

  it('without a year get the year nearest to the other times', () => {
    const time = readYearlessMoment('Dec 31 23:59:58')?.time ?? 0;
    expect(iso(nearestYear(time, Date.UTC(2026, 0, 1)))).toBe('2025-12-31T23:59:58.000Z');
    expect(iso(nearestYear(time, Date.UTC(2026, 11, 30)))).toBe('2026-12-31T23:59:58.000Z');
    expect(readYearlessMoment('Feb 29 10:00:00')?.yearless).toBe(true);
    for (const text of ['Foo  3 10:10:10', 'Mar 41 10:10:10', '10:10:10', 'n/a'])
      expect(readYearlessMoment(text)).toBeUndefined();
  });

  it('without a year go on after New Year', () => {
    const log =
      'Dec 31 23:59:40 n systemd[1]: Started kubelet.service\nJan  1 00:00:03 n systemd[1]: Started kubelet.service\n';
    const { steps, remarks } = bootTimeline([{ name: 'syslog', text: log }], masked());
    expect(steps.map(({ at, sinceStart }) => [at, sinceStart])).toEqual([
      ['Dec 31 23:59:40', 0],
      ['Jan 1 00:00:03', 23],
    ]);
    expect(remarks.join('\n')).not.toContain('clock');
  });

  it('are shown as written if no source has a year', () => {
    const { steps, remarks } = bootTimeline(
      [{ name: 'syslog', text: 'Mar  3 10:10:19 n systemd[1]: Started kubelet.service\n' }],
      masked(),
    );
    expect(steps.map(({ at }) => at)).toEqual(['Mar 3 10:10:19']);
    expect(remarks).toEqual([
      'Times without a time zone are read as UTC, the time zone of nodes: syslog.',
      'The times in syslog have no year; only the time between steps is known.',
    ]);
  });

  it('are explained in hovers', () => {
    const text = 'Mar  3 10:10:19 n systemd[1]: Started kubelet.service\n';
    expect(hover(analyse('cluster-provision.log', text), 30)?.markdown).toMatch(
      /Step: `kubelet`\. systemd starts kubelet.*\n\nMar 3 10:10:19, 0 s after the first line; the line has neither year nor time zone/,
    );
  });
});

describe('a clock that is set while a node boots', () => {
  const agent = (time: string, words: string): string => `${time} INFO Daemon ${words}\n`;

  it('is found if the times of a program go back', () => {
    const log = agent('2026-03-03T10:10:30Z', 'Azure Linux Agent Version: 2') + agent('2026-03-03T10:10:05Z', 'more');
    expect(clockChanges(logLines(log)).changes).toMatchObject([{ shift: -25_000, exact: false }]);
    const { steps, remarks } = read(
      ['waagent.log', log],
      ['x.log', 'time=2026-03-03T10:10:06Z version=v2 operation=enable event="executing command"\n'],
    );
    // Without the change the agent would seem to start 24 s after the extension.
    expect(steps).toEqual(['0 guest agent', '1 extension runs its command']);
    expect(remarks.join(' ')).toMatch(/set back by at least 25 s before line 2 of waagent\.log/);
  });

  it('is found if uptime and clock disagree', () => {
    const cloudInit = (time: string, stage: string, up: string): string =>
      `Cloud-init v. 24.1 running '${stage}' at Tue, 03 Mar 2026 ${time} +0000. Up ${up} seconds.\n`;
    const { steps, remarks } = read([
      'cloud-init-output.log',
      cloudInit('09:00:04', 'init-local', '4.00') + cloudInit('10:00:07', 'init', '7.00'),
    ]);
    expect(steps).toEqual(['0 cloud-init, local stage', '3 cloud-init, network stage']);
    expect(remarks).toEqual([
      'The clock was set forward by 1 h before line 2 of cloud-init-output.log; earlier steps are moved accordingly.',
    ]);
  });

  it('is found in the log of chronyd, for all sources', () => {
    const { steps, remarks } = read(
      ['syslog', bootSample('syslog')],
      ['provision.json', JSON.stringify({ ExitCode: '0', Output: '', KernelStartTime: 'Tue 2026-03-03 10:09:30 UTC' })],
    );
    expect(steps.slice(0, 3)).toEqual(['0 kernel', '3 cloud-init, local stage', '6.5 cloud-init, network stage']);
    expect(remarks.filter((remark) => remark.startsWith('The clock'))).toEqual([
      'The clock was set forward by 30.5 s before line 3 of syslog; earlier steps are moved accordingly.',
    ]);
  });

  it('is not found in lines that round or come from another program', () => {
    const log = `${agent('2026-03-03T10:10:30.9Z', 'a')}${agent('2026-03-03T10:10:29.5Z', 'b')}time=2026-03-03T10:10:01Z version=v2 operation=enable event=start\n`;
    expect(clockChanges(logLines(log))).toEqual({ changes: [], restarts: [] });
  });

  it('is not confused with another boot, which is reported', () => {
    const boot = (time: string, up: string): string =>
      `Cloud-init v. 24.1 running 'init' at Tue, 03 Mar 2026 ${time} +0000. Up ${up} seconds.\n`;
    const { remarks } = read(['cloud-init-output.log', boot('10:00:07', '7.00') + boot('12:00:05', '5.00')]);
    expect(remarks).toEqual(['The node restarted: cloud-init-output.log contains another boot from line 2 on.']);
  });
});

describe('zones', () => {
  it('are found in lines with both times', () => {
    const bare =
      "2026-03-03 12:10:04,512 - util.py[DEBUG]: Cloud-init v. 24.1 running 'init' at Tue, 03 Mar 2026 10:10:04 +0000. Up 3.51 seconds.\n";
    expect(zoneOffset(logLines(bare))).toBe(2 * 3_600_000);
    const { steps, remarks } = read(
      ['cloud-init.log', bare],
      ['x.log', 'time=2026-03-03T10:10:06.512Z version=v2 operation=enable event="executing command"\n'],
    );
    expect(steps).toEqual(['0 cloud-init, network stage', '2 extension runs its command']);
    expect(remarks).toEqual([
      'Times without a time zone in cloud-init.log are 2 h ahead of UTC, as other lines show, and are corrected.',
    ]);
  });

  it('default to UTC, with one remark for all sources', () => {
    const event =
      '{"Timestamp":"2026-03-03 10:10:21.000","OperationId":"","TaskName":"AKS.CSE.a","EventLevel":"Informational"}\n';
    const agent = '2019/08/13 17:03:31.948077 INFO Daemon Azure Linux Agent Version: 2\n';
    expect(read(['a.json', event], ['b.log', agent]).remarks).toEqual([
      'Times without a time zone are read as UTC, the time zone of nodes: a.json, b.log.',
      'The steps are 2393 d 17 h apart: the sources may be from different boots.',
    ]);
  });
});

describe('several machines in one source', () => {
  const status = (code: string, start: string): string =>
    JSON.stringify({ ExitCode: code, Output: '', ExecDuration: '5', CSEStartTime: start });
  const text = `vmssCSE exit status=50, output=${status('50', 'Tue Mar  3 10:10:20 UTC 2026')}\nvmssCSE exit status=51, output=${status('51', 'Tue Mar  3 11:10:20 UTC 2026')}\n`;

  it('are separated by the chosen failure', () => {
    expect(bootTimeline([{ name: 'x', text, failure: 1 }], masked()).steps.map(({ at, note }) => [at, note])).toEqual([
      ['2026-03-03T11:10:20Z', null],
      ['2026-03-03T11:10:25Z', 'Exit code 51: ERR_K8S_API_SERVER_CONN_FAIL'],
    ]);
  });

  it('are reported if none is chosen', () => {
    expect(bootTimeline([{ name: 'x', text }], masked()).remarks).toContain(
      'x contains 2 provision statuses, possibly of different machines.',
    );
  });
});
