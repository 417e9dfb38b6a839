import { describe, expect, it } from 'vitest';
import {
  fleetDocuments,
  foundValues,
  maskingOf,
  parseFleetConditions,
  parsePathPattern,
  ValueCounts,
} from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { expectEach } from '../../support/expectEach.js';
import { config, scaleSet } from './support.js';

const analysis = analyse(
  'list.json',
  JSON.stringify([
    scaleSet(
      'aks-a-1-vmss',
      config({ '--max-pods': '30' }, { custom_search_domain_config: { domain_name: 'a.example' } }),
    ),
    scaleSet('aks-b-1-vmss', config({ '--max-pods': '110' }), { image: '202601.15.0' }),
  ]),
);
const documents = fleetDocuments(analysis, maskingOf([analysis]));

function found(pattern: string): string[] {
  const isWanted = parsePathPattern(pattern);
  if (isWanted === undefined) throw new Error(`${pattern} is no pattern`);
  return documents.flatMap((document) =>
    foundValues(document, isWanted).map(
      ({ path, value }) => `${document.machine ?? ''} ${path} ${JSON.stringify(value)}`,
    ),
  );
}

function holding(condition: string): string[] {
  const holds = parseFleetConditions(condition);
  return holds === undefined ? ['invalid'] : documents.filter(holds).map(({ machine }) => machine ?? '');
}

describe('values over documents', () => {
  it('are found by patterns of their paths', () => {
    expect(found('kubelet_config.kubelet_flags.--max-*')).toEqual([
      'aks-a-1-vmss kubelet_config.kubelet_flags.--max-pods "30"',
      'aks-b-1-vmss kubelet_config.kubelet_flags.--max-pods "110"',
    ]);
    expect(found('kubelet_config')).toHaveLength(4);
    expect(found('MODEL.SKU.{name,capacity}')).toHaveLength(4);
    expect(found('machine.image')).toEqual([
      'aks-a-1-vmss machine.image "202605.27.0"',
      'aks-b-1-vmss machine.image "202601.15.0"',
    ]);
    expect(found('kubelet')).toEqual([]);
  });

  it('are found under names with slashes and dots', () => {
    const labelled = analyse(
      'a.node-config.json',
      '{"version":"v1","kubelet_config":{"kubelet_node_labels":{"kubernetes.azure.com/mode":"user"}}}',
    );
    const [document] = fleetDocuments(labelled, maskingOf([labelled]));
    const isWanted = parsePathPattern('*/mode');
    expect(document && isWanted && foundValues(document, isWanted)).toMatchObject([{ value: 'user' }]);
  });

  it('are chosen by conditions', () => {
    const both = ['aks-a-1-vmss', 'aks-b-1-vmss'];
    expectEach(
      [
        ['machine.image=202601*', ['aks-b-1-vmss']],
        ['machine.image!=202601*', ['aks-a-1-vmss']],
        ['custom_search_domain_config', ['aks-a-1-vmss']],
        ['!custom_search_domain_config', ['aks-b-1-vmss']],
        ['custom_search_domain_config.domain_name!=b.example', both],
        ['machine.location=eastus, kubelet_config.kubelet_flags.--max-pods={30,40}', ['aks-a-1-vmss']],
        ['gpu_config=1', []],
        ['=1', ['invalid']],
        ['machine.image=1,', ['invalid']],
      ] as const,
      ([condition]) => condition,
      ([condition, expected]) => {
        expect(holding(condition)).toEqual(expected);
      },
    );
  });

  it('can be counted, with different masks for different secrets', () => {
    const counts = new ValueCounts();
    for (const token of ['abcdef.0123456789abcdef', 'fedcba.0123456789abcdef', 'abcdef.0123456789abcdef']) {
      const text = JSON.stringify(config({}, { bootstrapping_config: { tls_bootstrapping_token: token } }));
      const one = analyse('a.node-config.json', text);
      const isWanted = parsePathPattern('*token') ?? (() => false);
      for (const document of fleetDocuments(one, maskingOf([one]))) counts.add(foundValues(document, isWanted));
    }
    expect(counts.counts.map(({ value, documents: number }) => [value, number])).toEqual([
      ['********', 2],
      ['********#2', 1],
    ]);
  });
});
