import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Analysis,
  bootCommandOf,
  compareDocuments,
  createLineIndex,
  cseOf,
  customDataDialects,
  customDataOf,
  environmentOf,
  missingPreview,
  nodeFilesOf,
  originsOf,
  placeInPreview,
  previewEntries,
  previewHover,
  previewOf,
  type PreviewOptions,
  type PreviewView,
  type Rendered,
  sideBySide,
  usesOf,
  vmssModelOf,
} from '../../../../server/src/core/index.js';
import { analyse } from '../../../support/analyse.js';
import { configTexts, goodConfigTexts } from '../../../support/configs.js';
import { runs } from '../../../support/runs.js';
import { unmasked } from '../../../support/maskings.js';

const full = readFileSync('test/core/nodeConfig/render/environment/full.node-config.json', 'utf8');
const gpuComponents = new Map([['aks-gpu-cuda-lts', { driverVersion: '580.1', imageSuffix: '20260101' }]]);

/** A real config in which some letters were replaced by others. */
const misspelt = fc
  .array(
    fc.tuple(
      fc.nat({ max: full.length - 1 }),
      fc.constantFrom('x', '0', '"', '-', ' ', '{', '\\', '\u2028', '😀', '='),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((changes) => changes.reduce((text, [at, letter]) => text.slice(0, at) + letter + text.slice(at + 1), full));

/** Texts that may be configs; the reader says which of them are. */
const documents = fc.oneof(goodConfigTexts, configTexts, misspelt);

const anyOptions: fc.Arbitrary<PreviewOptions> = fc.record(
  {
    showSecrets: fc.boolean(),
    containerdVersion: fc.constantFrom('1.7.22', '2.1.0', 'x', ''),
    gpuComponents: fc.constant(gpuComponents),
    revealed: fc.constant(
      new Map([['/http_proxy_config/http_proxy', 'http://user:Passw0rd-of-the-proxy@proxy.contoso.example:3128']]),
    ),
  },
  { requiredKeys: ['showSecrets'] },
);

const node = (text: string): Analysis => analyse('a.node-config.json', text, 'node-config');

/** Views by name, whether the config gives them or not. */
const namedViews: readonly PreviewView[] = [
  ...customDataDialects.flatMap((dialect): PreviewView[] => [
    { what: 'custom-data', dialect },
    { what: 'custom-data', dialect, part: ['base64', 'nowhere'] },
  ]),
  ...(['cse', 'boot-command', 'env', 'node-files', 'vmss'] as const).map((what) => ({ what })),
  { what: 'node-file', file: 'nowhere' },
  { what: 'node-file', file: 'containerd.toml' },
];

/** The renderings of the core, by name. */
function renderings(analysis: Analysis, options: PreviewOptions): Record<string, Rendered<unknown>> {
  return {
    ...Object.fromEntries(customDataDialects.map((dialect) => [dialect, customDataOf(analysis, dialect, options)])),
    cse: cseOf(analysis),
    bootCommand: bootCommandOf(analysis, options),
    environment: environmentOf(analysis, options),
    nodeFiles: nodeFilesOf(analysis, options),
    vmss: vmssModelOf(analysis, options),
  };
}

/** What the node makes of a config, also of one with an error. */
const onNode: ReadonlySet<string> = new Set(['environment', 'nodeFiles', 'bootCommand']);

describe('every rendering of every document that the node reads', () => {
  it('succeeds, except for numbers that plain JSON cannot express', () => {
    fc.assert(
      fc.property(documents, anyOptions, (text, options) => {
        const analysis = node(text);
        const accepted = analysis.nodeConfig?.reading.ok === true;
        const continued = analysis.nodeConfig?.continued !== undefined;
        for (const [name, rendered] of Object.entries(renderings(analysis, options))) {
          const code = rendered.ok ? undefined : rendered.error.code;
          if (!accepted && !(continued && onNode.has(name))) expect(code, name).toBe('render/refused-by-the-node');
          else if (name !== 'write-files') expect(code, name).toBeUndefined();
          else expect([undefined, 'render/unmarshalable-number']).toContain(code);
        }
      }),
    );
  });

  it('has a preview that is linked with the config in both directions, or a reason why not', () => {
    fc.assert(
      fc.property(documents, anyOptions, fc.nat({ max: 1000 }), (text, options, share) => {
        const analysis = node(text);
        const entries = previewEntries(analysis, options);
        const { reading, continued } = analysis.nodeConfig ?? {};
        expect(entries.ok).toBe(reading?.ok === true || continued !== undefined);
        for (const view of [...namedViews, ...(entries.ok ? entries.value.map((entry) => entry.target) : [])]) {
          const preview = previewOf(analysis, view, options);
          if (!preview.ok) {
            expect(missingPreview(analysis, view, preview.error).length, JSON.stringify(view)).toBeGreaterThan(0);
            continue;
          }
          const { text: shown } = preview.value;
          createLineIndex(shown);
          const offset = Math.floor((share * shown.length) / 1000);
          const place = placeInPreview(preview.value, offset);
          if (place !== undefined) originsOf(analysis, place);
          previewHover(analysis, preview.value, offset);
        }
        for (const dialect of customDataDialects)
          usesOf(analysis, Math.floor((share * text.length) / 1000), options, dialect);
      }),
      { numRuns: runs(40) },
    );
  });

  it('contains no hidden secret in any encoding', () => {
    const analysis = node(full);
    const known = ['0123456789abcdef', 'Passw0rd-of-the-proxy', 'Passw0rd-of-the-realm', 'Passw0rd-of-the-principal'];
    const decoded = (text: string): string =>
      [
        text,
        ...(text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((blob) => Buffer.from(blob, 'base64').toString()),
      ].join();
    const entries = previewEntries(analysis, { showSecrets: false });
    const views = entries.ok ? entries.value.map(({ target: view }) => view) : [];
    const everything = (showSecrets: boolean): string =>
      views
        .map((view) => {
          const preview = previewOf(analysis, view, { showSecrets });
          return preview.ok ? decoded(decoded(preview.value.text)) : '';
        })
        .join();
    const [shown, hidden] = [everything(true), everything(false)];
    for (const secret of known) {
      expect(shown).toContain(secret);
      expect(hidden).not.toContain(secret);
    }
  });
});

describe('what was rendered', () => {
  it.each(customDataDialects)(
    'as %s means the same as the config that it was made from, also in a scale set',
    (dialect) => {
      fc.assert(
        fc.property(goodConfigTexts, (text) => {
          const config = node(text);
          const rendered = customDataOf(config, dialect, { showSecrets: true });
          if (!rendered.ok) {
            expect(rendered.error.code).toBe('render/unmarshalable-number');
            return;
          }
          const { customData } = rendered.value;
          const osProfile = { computerNamePrefix: 'aks', customData };
          const vmss = JSON.stringify({ name: 'a', properties: { virtualMachineProfile: { osProfile } } });
          for (const [name, deployed] of [
            ['blob.txt', customData],
            ['vmss.json', vmss],
          ] as const) {
            const analysis = analyse(name, deployed);
            const comparisons = compareDocuments(analysis, config, { masking: unmasked });
            expect(comparisons).toMatchObject([{ equal: true, fields: [], variables: [] }]);
            const { before, after } = sideBySide(analysis, config, { masking: unmasked });
            expect(before).toBe(after);
          }
        }),
        { numRuns: runs(40) },
      );
    },
  );
});
