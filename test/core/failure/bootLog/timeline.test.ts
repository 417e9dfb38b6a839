import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bootTimeline,
  definitionsAt,
  foldings,
  hover,
  limits,
  outline,
  referencesAt,
  validate,
} from '../../../../server/src/core/index.js';
import { logLine, logLines } from '../../../../server/src/core/failure/bootLog/line.js';
import { structureOf } from '../../../../server/src/core/failure/bootLog/structure.js';
import { analyse } from '../../../support/analyse.js';
import { allLogs, bootSample, furtherLogs, logs } from './logs.js';
import { masked } from '../../../support/maskings.js';

describe('lines of logs', () => {
  it.each<[keyof typeof logs, number, object]>([
    ['cloud-init.log', 1, { source: 'cloud-init', part: '__init__.py', level: 'DEBUG' }],
    ['cloud-init-output.log', 0, { source: 'cloud-init', message: expect.stringMatching(/init-local/) as string }],
    [
      'waagent.log',
      1,
      { source: 'guest agent', level: 'INFO', part: 'Microsoft.Azure.Extensions.CustomScript-2.1.10' },
    ],
    ['handler.log', 0, { source: 'custom script extension', part: 'enable' }],
    [
      'aks-node-controller.log',
      2,
      { source: 'aks-node-controller', level: 'ERROR', message: 'aks-node-controller failed' },
    ],
    ['cluster-provision.log', 3, { source: 'shell trace', depth: 3, message: 'hostname' }],
    ['cluster-provision.log', 5, { source: 'provisioning script', message: 'startcustomscript' }],
  ])('%s, line %i', (name, index, expected) => {
    const text = logs[name].split('\n')[index] ?? '';
    expect(logLine(text, { start: 0, end: text.length })).toMatchObject(expected);
  });

  it.each([
    ['2019/08/13 17:03:31.948077 INFO Extension handling', 'guest agent', '2019-08-13T17:03:31.948Z'],
    ['2026-03-03T10:10:20.5+01:00 node kubelet[77]: Started', 'system log', '2026-03-03T09:10:20.500Z'],
    ['Tue Mar  3 01:10:20 PM UTC 2026,aks-x,startcustomscript', 'provisioning script', '2026-03-03T13:10:20.000Z'],
  ])('%s', (text, source, time) => {
    const line = logLine(text, { start: 0, end: text.length });
    expect(line?.source).toBe(source);
    expect(new Date(line?.moment?.time ?? 0).toISOString()).toBe(time);
  });

  it('are skipped if their format is unknown', () => {
    expect([...logLines('Setting up libc6\n\n   indented\n2026-13-45T99:99:99Z INFO ExtHandler x\n')]).toEqual([]);
  });
});

describe('each kind of log', () => {
  it.each([...Object.keys(logs), ...furtherLogs])('%s is recognised by its content and reports steps', (name) => {
    const text = bootSample(name);
    const expected = name === 'provision.json' ? 'cse-status' : 'provision-log';
    if (name !== 'cluster-provision-cse-output.log') expect(analyse('pasted.txt', text).kind).toBe(expected);
    expect(bootTimeline([{ name, text }], masked()).steps.length).toBeGreaterThan(0);
  });

  it.each<[string, number, object]>([
    ['aks-node-controller.output', 4, { source: 'aks-node-controller', level: 'INFO', message: 'CSE finished' }],
    ['journal.log', 1, { source: 'system log', part: 'aks-boothook' }],
    ['syslog', 4, { source: 'guest agent', part: 'Microsoft.Azure.Extensions.CustomScript-2.1.7' }],
    ['cluster-provision-cse-output.log', 5, { source: 'shell trace', message: 'exit 50' }],
  ])('%s, line %i', (name, index, expected) => {
    const text = bootSample(name).split('\n')[index] ?? '';
    expect(logLine(text, { start: 0, end: text.length })).toMatchObject(expected);
  });

  it('of one boot agrees with the others', () => {
    const texts = ['journal.log', 'aks-node-controller.output'].map((name) => ({ name, text: bootSample(name) }));
    expect(bootTimeline(texts, masked()).steps.map(({ name }) => name)).toEqual([
      'kernel',
      'boothook',
      'aks-node-controller launcher',
      'aks-node-controller',
      'kubelet',
      'aks-node-controller: scripts ended',
      'aks-node-controller failed',
      'aks-node-controller launcher failed',
    ]);
  });
});

describe('one timeline of all logs', () => {
  const timeline = bootTimeline(allLogs, masked());

  it('has every step once, in the order of times', () => {
    expect(timeline.steps.map(({ name, sinceStart }) => `${sinceStart} ${name}`)).toEqual([
      '0 kernel',
      '3 cloud-init, local stage',
      '6.003 cloud-init, network stage',
      '8.12 cloud-init module write-files failed',
      '13.1 guest agent',
      '14 cloud-init, final stage',
      '15 cloud-init finished',
      '16.5 aks-node-controller',
      '18 extension enabled by the guest agent',
      '19 extension runs its command',
      '19 provisioning script',
      '20 AKS.CSE.installNetworkPlugin',
      '65 AKS.CSE.ensureKubelet',
      '82 provisioning script ended',
      '83 extension failed',
      '83.2 aks-node-controller: scripts ended',
      '83.3 aks-node-controller failed',
    ]);
  });

  it('has gaps, durations, failures and positions', () => {
    expect(timeline.longestGap).toEqual({
      after: 'AKS.CSE.ensureKubelet',
      before: 'provisioning script ended',
      seconds: 15,
    });
    expect(timeline.slowest).toEqual({ name: 'AKS.CSE.installNetworkPlugin', seconds: 44.5 });
    expect(timeline.steps.filter(({ failed }) => failed).map(({ name, file, line }) => [name, file, line])).toEqual([
      ['cloud-init module write-files failed', 'cloud-init.log', 3],
      ['AKS.CSE.ensureKubelet', 'events.json', 1],
      ['provisioning script ended', 'cluster-provision.log', 14],
      ['extension failed', 'handler.log', 2],
      ['aks-node-controller failed', 'aks-node-controller.log', 2],
    ]);
    expect(timeline.silent).toEqual([]);
  });

  it('names sources without steps, and is empty without sources', () => {
    expect(bootTimeline([{ name: 'x', text: 'nothing' }], masked())).toEqual({
      steps: [],
      longestGap: null,
      slowest: null,
      silent: ['x'],
      untimed: [],
      remarks: [],
    });
  });

  it('does not depend on the order of the sources', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(allLogs, { minLength: allLogs.length }), (shuffled) => {
        expect(bootTimeline(shuffled, masked()).steps.map(({ at }) => at)).toEqual(timeline.steps.map(({ at }) => at));
      }),
    );
  });

  it('never fails', () => {
    const piece = fc.oneof(
      fc.constantFrom(...allLogs.flatMap(({ text }) => text.split('\n'))),
      fc.string(),
      fc.constant('\n'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('\n');
        bootTimeline([{ name: 'x', text }], masked());
        const { phases } = structureOf(text);
        for (const { span } of phases) expect(span.end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('a log in an editor', () => {
  const text = logs['cluster-provision.log'];
  const analysis = analyse('/var/log/azure/cluster-provision.log', text);

  it('has its phases as outline', () => {
    expect(outline(analysis).map(({ name }) => name)).toEqual([
      'provisioning script',
      'AKS.CSE.installContainerRuntime',
      'AKS.CSE.ensureKubelet',
      'provisioning script ended',
    ]);
  });

  it('folds phases and commands inside expansions of a trace', () => {
    const folded = foldings(analysis, { wholeLines: true, most: Infinity }).map(({ span }) =>
      [span.start, span.end].map((at) => analysis.lines.positionAt(at).line),
    );
    expect(folded).toContainEqual([1, 4]);
    expect(folded).toContainEqual([6, 11]);
    expect(folded).toContainEqual([8, 10]);
  });

  it('explains a line', () => {
    const shown = hover(analysis, text.indexOf('semver'))?.markdown ?? '';
    expect(shown).toMatch(/^\*\*shell trace: `semver 1\.7`\*\*/);
    expect(shown).toContain('Phase: `AKS.CSE.installContainerRuntime`');
    const agent = analyse('waagent.log', logs['waagent.log']);
    expect(hover(agent, logs['waagent.log'].indexOf('Target'))?.markdown).toMatch(
      /2026-03-03T10:10:18\.250Z, 4\.15 s after/,
    );
    expect(hover(analysis, text.indexOf('Golden'))).toBeUndefined();
    expect(shown).toMatch(/Phase: `AKS\.CSE\.installContainerRuntime`, from line 7 on$/);
    const output = bootSample('cluster-provision-cse-output.log');
    const exit = hover(analyse('cluster-provision-cse-output.log', output), output.indexOf('exit 50'))?.markdown;
    expect(exit).toContain('50 is `ERR_OUTBOUND_CONN_FAIL`: ');
  });

  it('leads from a line to its phase, and from there to its commands', () => {
    const lineOf = (offset: number): number => analysis.lines.positionAt(offset).line;
    const at = text.indexOf('semver');
    expect(definitionsAt(analysis, at).map(({ name }) => lineOf(name.start))).toEqual([6]);
    expect(referencesAt(analysis, at, true).map(({ start }) => lineOf(start))).toEqual([6, 7]);
    expect(definitionsAt(analysis, 0)).toEqual([]);
    const long = `+ logs_to_events a b\n${'+ c\n'.repeat(limits.phaseCommands + 5)}`;
    expect(referencesAt(analyse('cluster-provision.log', long), 30, false)).toHaveLength(limits.phaseCommands);
  });

  it('masks secrets in messages', () => {
    const secret = '+ a\n+ b\n+ TLS_BOOTSTRAP_TOKEN=abcdef.0123456789abcdef join\n';
    expect(hover(analyse('cluster-provision.log', secret), 10)?.markdown).not.toContain('0123456789abcdef');
  });

  it('reports each failure once', () => {
    const codes = (name: keyof typeof logs): string[] =>
      validate(analyse(name, logs[name])).problems.map(({ code }) => code);
    expect(codes('cloud-init.log')).toEqual(['status/failed-step']);
    expect(codes('handler.log')).toEqual(['status/provisioning-failed']);
    expect(codes('aks-node-controller.log')).toEqual(['status/provisioning-failed', 'status/failed-step']);
    expect(codes('cluster-provision.log')).toEqual([]);
    expect(codes('provision.json')).toEqual(['status/provisioning-failed']);
    expect(codes('events.json')).toEqual(['status/failed-step']);
  });
});
