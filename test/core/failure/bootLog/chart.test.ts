import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bootChart,
  type BootChart,
  bootTimeline,
  chartLines,
  chartReport,
  chartSvg,
  limits,
} from '../../../../server/src/core/index.js';
import { lanes, aboutStep } from '../../../../server/src/core/failure/bootLog/steps.js';
import { secondsText } from '../../../../server/src/core/failure/bootLog/bars.js';
import { axisTicks } from '../../../../server/src/core/failure/bootLog/chart.js';
import { expectGolden } from '../../../support/golden.js';
import { allLogs, bootSample } from './logs.js';
import { masked } from '../../../support/maskings.js';

const every = [...allLogs, { name: 'syslog', text: bootSample('syslog') }];

function chartOf(texts: readonly { name: string; text: string }[], zoom?: number): BootChart {
  return bootChart(
    bootTimeline(texts, masked()),
    texts.map(({ name }) => name),
    { zoom },
  );
}

/** Events of the scripts, as they begin and end in seconds. */
function events(...steps: readonly (readonly [string, number, number, boolean?])[]): { name: string; text: string } {
  const time = (seconds: number): string =>
    new Date(Date.UTC(2026, 2, 3) + seconds * 1000).toISOString().replace('T', ' ').replace('Z', '');
  const lines = steps.map(([TaskName, from, to, failed = false]) =>
    JSON.stringify({
      Timestamp: time(from),
      OperationId: time(to),
      TaskName,
      EventLevel: failed ? 'Error' : 'Informational',
      Message: failed ? 'token=abcdef.0123456789abcdef was refused' : '',
    }),
  );
  return { name: 'events.json', text: lines.join('\n') };
}

/** What keeps a text from being XML: tags that do not close, bare ampersands, characters that XML has not. */
function faultsOf(image: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  const body = image.replace(/^<\?xml[^>]*\?>/, '');
  for (const [whole, closing, name = '', attributes = '', empty] of body.matchAll(
    /<(\/?)([\w-]+)((?:\s[\w:-]+="[^"<]*")*)(\/?)>/g,
  )) {
    if (closing === '/') {
      if (open.pop() !== name) faults.push(whole);
    } else if (empty !== '/') open.push(name);
    if (/&(?!(?:amp|lt|gt|quot);)/.test(attributes)) faults.push(whole);
  }
  const text = body.replace(/<(?:\/?)[\w-]+(?:\s[\w:-]+="[^"<]*")*\/?>/g, '');
  if (/[<>]|&(?!(?:amp|lt|gt|quot);)/.test(text)) faults.push(text);
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(body) || /\p{Surrogate}/u.test(body))
    faults.push('character');
  return [...faults, ...open];
}

describe('the layout of a timeline', () => {
  const chart = chartOf(every);

  it('joins beginning and end to one bar, failed if either is', () => {
    const row = chart.rows.find(({ name }) => name === 'provisioning script');
    expect(row).toMatchObject({ took: '1 min 03 s', state: 'failed', note: 'Exit code 50: ERR_OUTBOUND_CONN_FAIL' });
    expect(chart.rows.filter(({ name }) => name.endsWith('ended'))).toEqual([
      expect.objectContaining({ name: 'aks-node-controller: scripts ended', took: '' }),
    ]);
  });

  it('has the position of a step in each source, including the trace of the scripts', () => {
    const row = chart.rows.find(({ name }) => name === 'AKS.CSE.ensureKubelet');
    expect(row?.places.map(({ title }) => title)).toEqual(['events.json:2', 'cluster-provision.log:13']);
    expect(row?.short).toBe('ensureKubelet');
  });

  it('has a summary', () => {
    expect(chart.title).toBe('Boot timeline from 9 sources');
    expect(chart.facts).toEqual([
      ['First step', '2026-03-03T10:09:30Z'],
      ['From first to last', '1 min 30 s'],
      ['Failed', 'AKS.CSE.ensureKubelet, within 3 steps that also failed'],
      ['Also failed', 'cloud-init module write-files failed'],
      ['Slowest step', 'AKS.CSE.installNetworkPlugin, 44.5 s'],
      ['Longest gap', '15 s between AKS.CSE.ensureKubelet and provisioning script ended'],
    ]);
    expect(chart.gap?.label).toBe('15 s without a step');
    const spoken = chart.rows.find(({ state }) => state === 'slowest')?.spoken;
    expect(spoken).toBe(
      'AKS.CSE.installNetworkPlugin, began 20.5 s after the first step, took 44.5 s, the slowest step',
    );
  });

  it('names the innermost failed step as the cause, and others apart from those around it', () => {
    const { facts, rows, cause } = chartOf([
      events(['a', 0, 90, true], ['b', 1, 80, true], ['early', 2, 3, true], ['c', 10, 20, true], ['d', 30, 40]),
    ]);
    expect(rows[cause ?? -1]?.name).toBe('c');
    expect(facts).toContainEqual(['Failed', 'c, within 2 steps that also failed']);
    expect(facts).toContainEqual(['Also failed', 'early']);
    const apart = chartOf([events(['first', 0, 5, true], ['second', 10, 20, true])]);
    expect(apart.facts).toContainEqual(['Failed', 'second']);
    expect(apart.facts).toContainEqual(['Also failed', 'first']);
    expect(chartOf([events(['fine', 0, 5])])).toMatchObject({ cause: null });
  });

  it('keeps a step without a time unless another source has it', () => {
    const alone = chartOf(allLogs.filter(({ name }) => name === 'provision.json'));
    expect(alone.rows.at(-1)).toMatchObject({ name: 'kubelet', state: 'untimed', at: 'n/a', extent: null });
    expect(alone.rows.at(-1)?.about).toContain('it did not happen or was not recorded');
    expect(chart.rows.filter(({ name }) => name === 'kubelet')).toHaveLength(1);
  });

  it('has a message if there are no steps', () => {
    const empty = chartOf([{ name: 'x', text: 'nothing' }]);
    expect(empty).toMatchObject({ rows: [], facts: [], gap: null, empty: 'No boot steps with timestamps found.' });
    expect(empty.remarks).toEqual(['No timestamps found in x.']);
    expect(chartLines(empty)).toEqual([[{ text: empty.empty, tone: 'plain' }]]);
  });

  it('has no secret in any drawing', () => {
    const secret = chartOf([events(['AKS.CSE.join', 0, 3, true])]);
    for (const drawn of [JSON.stringify(secret), chartSvg(secret), chartReport(secret)])
      expect(drawn).not.toContain('0123456789abcdef');
    expect(secret.rows[0]?.note).toContain('was refused');
  });

  it('fills no gap with a bar around others', () => {
    const { longestGap, slowest } = bootTimeline(
      [events(['AKS.CSE.whole', 0, 100], ['AKS.CSE.first', 1, 20], ['AKS.CSE.second', 60, 70])],
      masked(),
    );
    expect(longestGap).toEqual({ after: 'AKS.CSE.first', before: 'AKS.CSE.second', seconds: 40 });
    expect(slowest).toEqual({ name: 'AKS.CSE.first', seconds: 19 });
  });

  it('is within its axis, in the order of beginnings, for any steps', () => {
    const step = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(5_000), fc.nat(900));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.double({ min: -1, max: 1e9 }), (steps, zoom) => {
        const drawn = chartOf([events(...steps.map(([name, from, took]) => [name, from, from + took] as const))], zoom);
        const froms = drawn.rows.flatMap(({ extent }) => extent ?? []).filter((_, index) => index % 2 === 0);
        expect(froms).toEqual([...froms].sort((a, b) => a - b));
        for (const { extent } of drawn.rows) {
          expect(extent?.[0]).toBeGreaterThanOrEqual(0);
          expect(extent?.[1]).toBeLessThanOrEqual(1);
          expect(extent?.[1]).toBeGreaterThanOrEqual(extent?.[0] ?? 1);
        }
        expect(drawn.ticks.length).toBeLessThanOrEqual(limits.axisTicks + 1);
        expect(drawn.zoom).toBeGreaterThanOrEqual(1);
        expect(drawn.zoom).toBeLessThanOrEqual(limits.chartZoom);
      }),
    );
  });

  it('shows at most as many steps as its limit, and says so', () => {
    const many = Array.from(
      { length: limits.bootSteps + 5 },
      (_, index) => [`s${index}`, index * 2, index * 2 + 1] as const,
    );
    const drawn = chartOf([events(...many)]);
    expect(drawn.rows).toHaveLength(limits.bootSteps);
    expect(drawn.remarks).toContain('There are too many steps to show; the last ones are omitted.');
  });
});

describe('drawings of one chart', () => {
  const chart = chartOf(every);

  it('are lines of text', () => {
    const text = chartLines(chart)
      .map((pieces) =>
        pieces
          .map((piece) => piece.text)
          .join('')
          .trimEnd(),
      )
      .join('\n');
    expectGolden('bootLog/chart.txt', `${text}\n`);
  });

  it('are images in XML without external resources', () => {
    const image = chartSvg(chart);
    expectGolden('bootLog/chart.svg', image);
    expect(image.match(/https?:\/\/[^"]+/g)).toEqual(['http://www.w3.org/2000/svg']);
    expect(image).not.toMatch(/<(?:script|image|foreignObject|use)\b|\bon\w+=/);
  });

  it('are Markdown', () => expectGolden('bootLog/chart.md', chartReport(chart)));

  it('contain every step and mark failed ones without colour', () => {
    for (const { name, state } of chart.rows) {
      expect(chartReport(chart)).toContain(state === 'failed' ? `**failed:** \`${name}\`` : `\`${name}\``);
      if (state === 'failed') expect(chartSvg(chart)).toContain(`\u2716 ${name.slice(0, 30)}`);
    }
  });

  it('are well-formed for any content of a log', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (name) => {
        const image = chartSvg(chartOf([events([name, 0, 1], [`<b>&"'${name}`, 2, 3, true])]));
        expect(faultsOf(image)).toEqual([]);
        const rows = chartReport(chartOf([events([`x|${name}`, 0, 1])])).match(/^\| `x.*$/gm) ?? [];
        for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(7);
      }),
    );
  });
});

describe('axes', () => {
  it.each([
    [90, 6, ['0 s', '15 s', '30 s', '45 s', '1 min', '1 min 15 s', '1 min 30 s']],
    [90, 2, ['0 s', '1 min']],
    [0.004, 4, ['0 s', '0.001 s', '0.002 s', '0.003 s', '0.004 s']],
    [1.6, 8, ['0 s', '0.2 s', '0.4 s', '0.6 s', '0.8 s', '1 s', '1.2 s', '1.4 s', '1.6 s']],
    [7_200, 4, ['0 s', '30 min', '1 h', '1 h 30 min', '2 h']],
    [30 * 86_400, 3, ['0 s', '10 d', '20 d', '30 d']],
    [61, 70, expect.arrayContaining(['1 min', '1 min 01 s']) as string[]],
    [3_601, 600, expect.arrayContaining(['59 min 50 s', '1:00:00']) as string[]],
    [0, 8, ['0 s']],
  ])('of %d s with room for %d divisions', (seconds, most, labels) => {
    expect(axisTicks(seconds, most).map(({ label }) => label)).toEqual(labels);
  });

  it('have round divisions, at most as many as fit, with unique labels', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 1e8, noNaN: true }),
        fc.integer({ min: 1, max: 700 }),
        (seconds, most) => {
          const ticks = axisTicks(seconds, most);
          expect(ticks.length).toBeLessThanOrEqual(Math.min(most, limits.axisTicks) + 1);
          expect(ticks[0]?.at).toBe(0);
          expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
          for (const [index, { at }] of ticks.entries()) {
            expect(at).toBeLessThanOrEqual(1);
            if (index > 0) expect(at).toBeGreaterThan(ticks[index - 1]?.at ?? 1);
          }
        },
      ),
    );
  });

  it.each([
    [0, '0 s'],
    [0.0004, '1 ms'],
    [0.25, '250 ms'],
    [12.34, '12.3 s'],
    [59.96, '1 min'],
    [125, '2 min 05 s'],
    [3_600, '1 h'],
    [11_400, '3 h 10 min'],
    [187_200, '2 d 4 h'],
    [-5, '-5 s'],
  ])('%d s are %s', (seconds, text) => {
    expect(secondsText(seconds)).toBe(text);
  });
});

describe('explanations of steps', () => {
  it('puts every step of our logs into a part of the boot, with a sentence of its own', () => {
    const { steps } = bootTimeline(every, masked());
    for (const { name } of steps) {
      const { lane, about } = aboutStep(name);
      expect(lanes).toContain(lane);
      expect(about).toMatch(/^[A-Za-z].{15,}\.$/);
      expect(about.startsWith('A step of the provisioning scripts')).toBe(name.startsWith('AKS.'));
    }
  });
});
