import { describe, expect, it } from 'vitest';
import { validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const customData = b64('#cloud-config\nruncmd:\n- [systemctl, restart, shop]\n');
const found = (text: string): readonly [string, readonly string[], readonly string[]] => {
  const analysis = analyse('x.txt', text);
  const { layers, payloads = [] } = decodeReport(analysis);
  return [
    layers.join(' '),
    payloads.map(({ pointer }) => pointer),
    validate(analysis).problems.map(({ code }) => code),
  ];
};

describe('JSON that was shortened', () => {
  it.each<[string, string]>([
    [
      'between members',
      `{\n  "name": "a",\n  ...\n  "osProfile": {\n    ...,\n    "customData": "${customData}"\n  },\n  ...\n}`,
    ],
    ['with an ellipsis', `{"name": "a", \u2026 "osProfile": {"customData": "${customData}", \u2026}, \u2026}`],
    ['in place of values', `{"sku": ..., "zones": [...], "tags": {...}, "osProfile": {"customData": "${customData}"}}`],
    ['between items', `{"zones": ["1", ..., "3", ...], "osProfile": {"customData": "${customData}"}}`],
    ['with words', `{\n  ... 12 lines left out ...\n  "osProfile": {"customData": "${customData}"}\n}`],
    ['in comments', `{\n  // ... more members\n  "osProfile": {"customData": "${customData}"} /* ... */\n}`],
    ['at its end', `{\n  "osProfile": {\n    "customData": "${customData}",\n    ...`],
    ['at its beginning', `...\n{"osProfile": {"customData": "${customData}"}, ...}`],
  ])('is read around the gaps: %s', (_what, text) => {
    expect(found(text)).toEqual([
      expect.stringMatching(/^(?:text )?json base64 cloud-config$/),
      ['/osProfile/customData'],
      ['payload/shortened'],
    ]);
  });

  it('has the other mistakes reported', () => {
    expect(found(`{"a": 1 "b": 2, ..., "osProfile": {"customData": "${customData}"}}`)[2]).toEqual([
      'json/syntax',
      'payload/shortened',
    ]);
  });

  it.each(['...', '\u2026', ' ...(truncated)'])('may have shortened base64 ending in %j', (end) => {
    const text = `{"osProfile": {"customData": "${customData.slice(0, 40)}${end}"}}`;
    expect(found(text)).toEqual(['json base64', ['/osProfile/customData'], ['payload/base64-truncated']]);
    expect(analyse('x.json', text).root.children[0]?.payload.text).toBe('#cloud-config\nruncmd:\n- [syste');
  });

  it('is a mistake in a node config', () => {
    expect(found('{"version": "v1", ...}')[2]).not.toContain('payload/shortened');
    expect(found('{"version": "v1", ..., "disable_custom_data": true}')[2]).not.toContain('payload/shortened');
  });
});
