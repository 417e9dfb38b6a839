import { describe, expect, it } from 'vitest';
import {
  type Analysis,
  configSecrets,
  missingPreview,
  originsOf,
  placeInPreview,
  type Preview,
  previewEntries,
  previewHover,
  previewOf,
  usesOf,
} from '../../../../server/src/core/index.js';
import { analyse } from '../../../support/analyse.js';
import { options } from '../../../support/karpenter.js';

const view = { what: 'karpenter-script' } as const;
const shownSecrets = { showSecrets: true };

function document(changes: Readonly<Record<string, unknown>> = {}): Analysis {
  return analyse('pool.bootstrap-options.json', JSON.stringify({ ...options, ...changes }, null, 2));
}

function script(analysis: Analysis, showSecrets = true): Preview {
  const rendered = previewOf(analysis, view, { showSecrets });
  if (!rendered.ok) throw new Error(rendered.error.message);
  return rendered.value;
}

const pool = document({
  taints: [{ key: 'sku', value: 'gpu', effect: 'NoSchedule' }],
  kubeletConfig: { maxPods: 61, kubeReserved: { cpu: '180m' } },
});

/** The texts of the document that a piece of the script leads to. */
function originsAt(piece: string, within = piece): string[] {
  const preview = script(pool);
  const offset = preview.text.indexOf(piece) + piece.indexOf(within) + 1;
  const place = placeInPreview(preview, offset);
  if (place === undefined) return [];
  return originsOf(pool, place).map((origin) =>
    origin.place === undefined ? 'absent' : pool.text.slice(origin.place.name.start, origin.place.name.end),
  );
}

describe('the preview of a Karpenter script', () => {
  it('shows the script with secrets masked', () => {
    expect(script(pool).name).toBe('karpenter.sh');
    expect(script(pool).text).toContain('TLS_BOOTSTRAP_TOKEN="07401b.f395accd246ae52d"');
    expect(script(pool, false).text).toContain('TLS_BOOTSTRAP_TOKEN="********"');
    expect(configSecrets(pool)).toEqual([
      {
        pointer: '/kubeletClientTLSBootstrapToken',
        name: 'kubeletClientTLSBootstrapToken',
        line: 10,
        text: options.kubeletClientTLSBootstrapToken,
      },
    ]);
    const revealed = new Map([['/kubeletClientTLSBootstrapToken', options.kubeletClientTLSBootstrapToken]]);
    const shown = previewOf(pool, view, { showSecrets: false, revealed });
    expect(shown.ok && shown.value.text).toContain(options.kubeletClientTLSBootstrapToken);
    const another = previewOf(pool, view, {
      showSecrets: false,
      revealed: new Map([['/kubeletClientTLSBootstrapToken', 'x']]),
    });
    expect(another.ok && another.value.text).toContain('********');
  });

  it('is the only view of such a document', () => {
    const entries = previewEntries(pool, shownSecrets);
    expect(entries.ok && entries.value.map((entry) => entry.target)).toEqual([view]);
    expect(previewOf(pool, { what: 'env' }, shownSecrets)).toMatchObject({ ok: false });
    expect(previewOf(analyse('a.node-config.json', '{}'), view, shownSecrets)).toMatchObject({
      ok: false,
      error: { code: 'render/not-bootstrap-options' },
    });
  });

  it.each([
    ['LOCATION=westeurope', 'westeurope', ['"location"']],
    ['LOCATION=westeurope', 'LOCATION', ['"location"']],
    ['SUBNET=nodes', 'nodes', ['"subnetID"']],
    [
      'sku=gpu:NoSchedule',
      'sku',
      ['{\n      "key": "sku",\n      "value": "gpu",\n      "effect": "NoSchedule"\n    }'],
    ],
    ['--max-pods=61', '61', ['"maxPods"']],
    ['cpu=180m', '180m', ['"cpu"']],
    ['karpenter.sh/nodepool=general', 'general', ['"karpenter.sh/nodepool"']],
    ['GPU_NODE=false', 'GPU_NODE', ['absent', 'absent']],
    ['CLI_TOOL=ctr', 'ctr', []],
  ])('maps %s (%s) to its options', (piece, within, names) => {
    expect(originsAt(piece, within)).toEqual(names);
  });

  it.each([
    ['"maxPods"', ['61']],
    ['"kubeletConfig"', ['cpu=180m', '61']],
    ['"location"', ['westeurope']],
    ['"effect"', ['sku=gpu:NoSchedule']],
    ['"resourceGroup"', ['MC_shop_prod_westeurope']],
    ['"subnetID"', ['nodes', 'shop', 'shop-net']],
    ['"arch"', ['amd64', 'amd64', 'amd64', 'amd64', 'amd64']],
  ])('maps %s to its uses in the script', (name, texts) => {
    const [uses] = usesOf(pool, pool.text.indexOf(name) + 1, shownSecrets, 'cloud-init');
    const found = (uses?.spans ?? []).map(({ start, end }) => uses?.preview.text.slice(start, end));
    expect(found).toEqual(expect.arrayContaining(texts));
    expect(found.length).toBeGreaterThanOrEqual(texts.length);
  });

  it('maps from the script to the options and back', () => {
    const preview = script(pool);
    for (const { traces = [] } of preview.sections) {
      for (const { span, from } of traces) {
        const place = placeInPreview(preview, span.start);
        const [origin] = place === undefined ? [] : originsOf(pool, place);
        if (origin?.place === undefined) continue;
        const uses = usesOf(pool, origin.place.name.start, shownSecrets, 'cloud-init').flatMap(({ spans }) => spans);
        expect(
          uses.some(({ start, end }) => start <= span.start && span.start <= end),
          from.join('/'),
        ).toBe(true);
      }
    }
  });

  it('names the source of every variable', () => {
    const preview = script(pool);
    const hoverOn = (piece: string, at = 0): string | undefined =>
      previewHover(pool, preview, preview.text.indexOf(piece) + at)?.markdown;
    expect(hoverOn('GPU_NODE=', 1)).toContain('- `GPUNode`: Karpenter computes it.');
    expect(hoverOn('CLI_TOOL=', 1)).toContain('Karpenter hardcodes it.');
    expect(hoverOn('CONTAINERD_CONFIG_CONTENT=', 1)).toContain('`/etc/containerd/config.toml`');
    const location = hoverOn('LOCATION=westeurope', 12) ?? '';
    expect(location).toContain('From `location`, line 6.');
    expect(location).toContain('Karpenter reads it from its own environment (`LOCATION`).');
  });

  it('gives the reason if there is no preview', () => {
    const reasons = (analysis: Analysis): string[] => {
      const rendered = previewOf(analysis, view, shownSecrets);
      return rendered.ok ? [] : missingPreview(analysis, view, rendered.error);
    };
    const lines = reasons(document({ kubernetesVersion: 'v1.33.2', colour: 1 }));
    expect(lines[0]).toBe('There is no preview. Karpenter makes no script of these options:');
    expect(lines.slice(2)).toEqual([expect.stringMatching(/^- line \d+: kubernetesVersion has "v1"/)]);
    expect(reasons(document({ arch: 1 })).at(-1)).toMatch(/^- line 2: arch must be a string/);
  });
});
