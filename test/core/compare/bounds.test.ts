import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, compareDocuments, maskingOf, sideBySide } from '../../../server/src/core/index.js';
import { limits } from '../../../server/src/core/limits.js';

const machines = (size: string): string =>
  JSON.stringify(
    Array.from({ length: 400 }, (_, i) => ({
      type: 'Microsoft.Compute/virtualMachines',
      name: `vm-${i}`,
      properties: { hardwareProfile: { vmSize: size } },
    })),
  );

function analysed(content: string, pace: number): Analysis {
  let now = 0;
  const limit = { answerMilliseconds: 2_000 };
  return new Analysis({ name: 'vms.json', content, limits: limit }, { ...nodePlatform, now: () => (now += pace) });
}

describe('a comparison that takes too long', () => {
  const [before, after] = [analysed(machines('Standard_D2s_v5'), 700), analysed(machines('Standard_D4s_v5'), 700)];
  // The secrets are masked in time.
  const masking = maskingOf([analysed('{}', 0)]);

  it('says that the rest is not compared', () => {
    const found = compareDocuments(before, after, { masking });
    expect(found.flatMap(({ fields }) => fields).length).toBeLessThan(400);
    expect(found.at(-1)).toMatchObject({ equal: false });
    expect(found.at(-1)?.notes.map(({ message }) => message)).toContain(
      'Comparing took more than 2 seconds; the rest is not compared.',
    );
    expect(sideBySide(before, after, { masking }).summary).toMatch(/Not everything could be compared\.$/);
  });
});

describe('a document that is too large to be compared by its values', () => {
  const document = (value: string): Analysis =>
    analysed(`{\n"filler": "${'x'.repeat(limits.comparedCharacters)}",\n"a": ${value}\n}\n`, 0);
  const compare = (before: Analysis, after: Analysis) =>
    compareDocuments(before, after, { masking: maskingOf([before, after]) })[0];

  it('is compared by its lines, with a note', () => {
    const found = compare(document('1'), document('2'));
    expect(found?.fields).toEqual([]);
    expect(found?.texts[0]?.hunks[0]?.lines.filter(({ mark }) => mark !== ' ')).toEqual([
      { mark: '-', text: '"a": 1' },
      { mark: '+', text: '"a": 2' },
    ]);
    expect(found?.notes.map(({ message }) => message)).toEqual(
      Array(2).fill('json has more than 1,048,576 characters, so it is not compared by value.'),
    );
  });

  it('is equal to itself', () => {
    expect(compare(document('1'), document('1'))).toMatchObject({ equal: true });
  });
});
