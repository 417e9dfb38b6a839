import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, compareDocuments, type Comparison, hover, sideBySide } from '../../../server/src/core/index.js';
import { recogniseScript } from '../../../server/src/core/karpenter/script/recognise.js';
import { analyse } from '../../support/analyse.js';
import { options, renderWith } from '../../support/karpenter.js';
import { masked, unmasked } from '../../support/maskings.js';

const secrets = { masking: unmasked };

function scriptText(changes: Readonly<Record<string, unknown>> = {}): string {
  const rendered = renderWith(changes);
  if (!rendered.ok) throw new Error(rendered.error.message);
  return rendered.value.script;
}

function optionsDocument(changes: Readonly<Record<string, unknown>> = {}): Analysis {
  return analyse('pool.bootstrap-options.json', JSON.stringify({ ...options, ...changes }));
}

/** The script as Azure has it: base64 in a machine's custom data. */
function machine(text: string): Analysis {
  const customData = Buffer.from(text).toString('base64');
  return analyse('vm.json', JSON.stringify({ name: 'aks-1', properties: { osProfile: { customData } } }));
}

function compared(before: Analysis, after: Analysis, showing = secrets): Comparison {
  const [comparison] = compareDocuments(before, after, showing);
  if (comparison === undefined) throw new Error('nothing was compared');
  return comparison;
}

/** Differences as `NAME: before -> after (causes)`. */
function differences({ variables }: Comparison): string[] {
  return variables.map(
    ({ name, before = 'absent', after = 'absent', causes }) => `${name}: ${before} -> ${after} (${causes.join(', ')})`,
  );
}

const labels = { 'karpenter.sh/nodepool': 'general', a: '1', b: '2' };

describe("Karpenter's script compared with options", () => {
  it('is equal to what the options render, in machines, as base64 and as text', () => {
    const text = scriptText();
    for (const script of [machine(text), analyse('s', Buffer.from(text).toString('base64')), analyse('s.sh', text)]) {
      expect(compared(script, optionsDocument())).toMatchObject({ equal: true, variables: [], texts: [], notes: [] });
      expect(compared(optionsDocument(), script).equal).toBe(true);
    }
  });

  it('ignores the order that is random in Karpenter', () => {
    const kubeletConfig = { maxPods: 110, evictionHard: { 'memory.available': '1Gi', 'pid.available': '5%' } };
    const text = scriptText({ labels, kubeletConfig })
      .replace('a=1,b=2,karpenter.sh/nodepool=general', 'karpenter.sh/nodepool=general,b=2,a=1')
      .replace('memory.available<1Gi,pid.available<5%', 'pid.available<5%,memory.available<1Gi')
      .replace(/(--address=\S+) (--anonymous-auth=\S+)/, '$2 $1');
    expect(text).toContain('"--anonymous-auth=false --address=0.0.0.0');
    expect(text).toContain('pid.available<5%,memory.available<1Gi');
    expect(compared(machine(text), optionsDocument({ labels, kubeletConfig })).equal).toBe(true);
  });

  it('reports drift by variable and by the options that it comes from', () => {
    const old = machine(scriptText({ labels, kubeletConfig: { maxPods: 30 } }));
    const now = optionsDocument({
      labels: { ...labels, b: '3' },
      kubeletConfig: { maxPods: 60 },
      location: 'swedencentral',
    });
    expect(differences(compared(old, now))).toEqual([
      'KUBELET_FLAGS: --max-pods=30 -> --max-pods=60 (kubernetesVersion, taints, kubeletConfig)',
      'KUBELET_NODE_LABELS: b=2 -> b=3 (labels)',
      'LOCATION: westeurope -> swedencentral (location)',
    ]);
  });

  it('reports another order of taints', () => {
    const taints = ['a', 'b'].map((key) => ({ key, effect: 'NoExecute' }));
    const found = compared(machine(scriptText({ taints })), optionsDocument({ taints: [...taints].reverse() }));
    expect(found.variables.map(({ name }) => name)).toEqual(['KUBELET_FLAGS']);
  });

  it('shows files line by line and never a token', () => {
    const gpu = { GPUNode: true, GPUDriverInstallationEnabled: true };
    const token = { kubeletClientTLSBootstrapToken: 'abcdef.0123456789abcdef' };
    const found = compared(machine(scriptText()), optionsDocument({ ...gpu, ...token }), { masking: masked() });
    const named = (name: string) => found.variables.find((variable) => variable.name === name);
    expect(named('TLS_BOOTSTRAP_TOKEN')).toMatchObject({ before: '********#2', after: '********#3', masked: true });
    const file = named('CONTAINERD_CONFIG_CONTENT')?.file;
    expect(file?.path).toBe('/etc/containerd/config.toml');
    expect(file?.hunks[0]?.lines.map(({ mark, text }) => `${mark}${text.trim()}`)).toContain(
      '+default_runtime_name = "nvidia-container-runtime"',
    );
    expect(JSON.stringify(found)).not.toContain('0123456789abcdef');
  });

  it('reports variables that are missing on one side, and commands that differ', () => {
    const text = scriptText().replace('CSE_TIMEOUT=15m\n', '').replace('seq 1 1200', 'seq 1 600');
    const found = compared(machine(text), optionsDocument());
    expect(differences(found)).toEqual(['CSE_TIMEOUT: absent -> 15m ()']);
    expect(found.texts.map(({ document, hunks }) => [document, hunks.length])).toEqual([['commands of the script', 1]]);
  });

  it('lists the entries of two NodePools that differ, each with its own cause', () => {
    const text = readFileSync('test/samples/shop.node-pools.yaml', 'utf8');
    const pools = new Analysis({ name: 'pools.yaml', content: text }, nodePlatform);
    const [found] = compareDocuments(pools, pools, { ...secrets, pools: { before: 'general', after: 'gpu' } });
    const flags = found?.variables.find(({ name }) => name === 'KUBELET_FLAGS')?.entries ?? [];
    const listed = flags.map(({ side, text: flag, causes }) => `${side} ${flag} ${causes.join(', ')}`);
    expect(listed).toEqual(
      expect.arrayContaining([
        'before --max-pods=250 kubeletConfig["maxPods"] (the AKSNodeClass has no `maxPods`; 250 is for clusters with an overlay)',
        'after --max-pods=60 spec.maxPods of AKSNodeClass gpu',
        'before --register-with-taints=karpenter.sh/unregistered:NoExecute taints["0"] (Karpenter adds it, and removes it when it has registered the node)',
        'after --pod-max-pids=-1 ',
      ]),
    );
    const [before, after] = flags.filter(({ text: flag }) => flag.startsWith('--max-pods='));
    expect([before?.side, after?.side]).toEqual(['before', 'after']);
  });

  it('compares two scripts, without causes', () => {
    const found = compared(machine(scriptText()), machine(scriptText({ location: 'northeurope' })));
    expect(differences(found)).toEqual(['LOCATION: westeurope -> northeurope ()']);
  });

  it('is shown beside the options variable by variable, ignoring the order that is random in Karpenter', () => {
    const script = scriptText({ labels }).replace('a=1,b=2', 'b=2,a=1');
    const same = sideBySide(machine(script), optionsDocument({ labels }), secrets);
    expect(same.after).toBe(same.before);
    const changed = optionsDocument({
      labels: { ...labels, b: '3' },
      kubeletClientTLSBootstrapToken: 'abcdef.0123456789abcdef',
    });
    const { summary, before, after } = sideBySide(machine(script), changed, { masking: masked() });
    expect(summary).toBe('These differ: 2 variables on the node.');
    const lines = before.split('\n');
    expect(after.split('\n').filter((line) => !lines.includes(line))).toEqual([
      '  b=3',
      'TLS_BOOTSTRAP_TOKEN=********#3',
    ]);
    expect(before).toContain('=== /etc/containerd/config.toml in CONTAINERD_CONFIG_CONTENT\nversion = 2\n');
  });

  it('reports why there is nothing to compare with', () => {
    const script = machine(scriptText());
    expect(compared(script, optionsDocument({ kubernetesVersion: '1.33' }))).toMatchObject({
      equal: false,
      notes: [{ severity: 'error', side: 'after', message: expect.stringContaining('panics') as string }],
    });
    expect(compared(optionsDocument({ arch: 1 }), script).notes[0]).toMatchObject({ side: 'before' });
  });

  it('compares other documents as usual', () => {
    expect(compared(optionsDocument(), optionsDocument({ location: 'northeurope' })).fields).toHaveLength(1);
    const two = analyse('vms.json', `[${machine(scriptText()).text},${machine(scriptText()).text}]`);
    expect(compareDocuments(two, optionsDocument(), secrets).every(({ equal }) => !equal)).toBe(true);
    expect(compared(analyse('a.sh', '#!/bin/sh\nls\n'), machine(scriptText())).variables).toEqual([]);
  });
});

describe("recognising Karpenter's script", () => {
  it('reads every line that sets a variable', () => {
    const { assignments = [], rest = [] } = recogniseScript(scriptText()) ?? {};
    expect(assignments.every(({ variable }) => variable !== undefined)).toBe(true);
    expect(assignments.filter(({ name }) => name === 'KUBE_BINARY_URL')).toHaveLength(2);
    expect(assignments.find(({ name }) => name === 'OUTBOUND_COMMAND')?.value).toMatch(/^curl .*\/v2\/$/);
    expect(rest.at(-2)).toContain('provision_start.sh');
  });

  it.each([
    '',
    '#!/bin/bash\nset -o allexport\nA=1\n',
    '#!/bin/bash\nset -o allexport\n/opt/azure/containers/provision_start.sh\n',
    scriptText().replace('set -o allexport', 'set -e'),
    scriptText().replace('#!/bin/bash', ''),
  ])('does not recognise other texts (%#)', (text) => {
    expect(recogniseScript(text)).toBeUndefined();
  });

  it('explains its variables under the cursor', () => {
    const text = scriptText().replace('CSE_TIMEOUT=15m', 'CSE_TIMEOUT=15m\nOWN_VARIABLE=1');
    const markdownAt = (name: string, by = 2): string | undefined =>
      hover(analyse('karpenter.sh', text), text.indexOf(`\n${name}=`) + by)?.markdown;
    expect(markdownAt('LOCATION')).toContain('- `location`: Karpenter reads it from its own environment (`LOCATION`).');
    expect(markdownAt('CLI_TOOL')).toContain('Karpenter hardcodes it.');
    expect(markdownAt('OWN_VARIABLE')).toContain('does not set this variable');
    expect(markdownAt('LOCATION', 'LOCATION=w'.length + 2)).toBeUndefined();
    const other = '#!/bin/sh\nLOCATION=x\n';
    expect(hover(analyse('a.sh', other), other.indexOf('LOC') + 1)).toBeUndefined();
  });
});
