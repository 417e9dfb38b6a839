import { validate } from '../../../server/src/core/validate.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileProblem } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { options as fixture } from '../../support/karpenter.js';
import { runs } from '../../support/runs.js';

/** Of the fixture, what no rule about values has anything to say about. */
const { CABundle: _none, ...options } = fixture;

function problemsOf(text: string): readonly FileProblem[] {
  return validate(analyse('pool.bootstrap-options.json', text)).problems;
}

/** The problems of good options with changes, but for the ones about the certificates. */
function found(changes: Readonly<Record<string, unknown>>): FileProblem[] {
  const text = JSON.stringify({ ...options, CABundle: '${CA}', ...changes });
  return problemsOf(text).filter(({ pointer }) => pointer !== '/CABundle' || 'CABundle' in changes);
}

function said(changes: Readonly<Record<string, unknown>>): string[] {
  return found(changes).map(({ code, pointer }) => `${code} ${pointer}`);
}

describe('bootstrap options', () => {
  it('that are good have no problems', () => {
    expect(said({})).toEqual([]);
    const kubeletConfig = {
      maxPods: 110,
      evictionSoft: { 'memory.available': '1Gi' },
      evictionSoftGracePeriod: { 'memory.available': '90s' },
      allowedUnsafeSysctls: ['kernel.msg*'],
    };
    expect(said({ kubeletConfig, taints: [{ key: 'a/b', effect: 'NoExecute' }], $schema: 'x' })).toEqual([]);
    expect(said({ GPUNode: true, GPUDriverInstallationEnabled: true, GPUDriverType: 'cuda' })).toEqual([]);
  });

  it.each([
    [{ colour: 1 }, 'karpenter/unknown-option /colour'],
    [{ Arch: 'arm64' }, 'karpenter/duplicate-option /Arch'],
    [{ arch: 1 }, 'karpenter/wrong-type /arch'],
    [{ kubeletConfig: { maxPods: 2 ** 31 } }, 'karpenter/number-out-of-range /kubeletConfig/maxPods'],
    [{ kubeletConfig: { cpuCFSQuotaPeriod: '100' } }, 'karpenter/invalid-duration /kubeletConfig/cpuCFSQuotaPeriod'],
    [{ kubernetesVersion: 'v1.33.2' }, 'karpenter/version-panics /kubernetesVersion'],
    [{ kubernetesVersion: '' }, 'karpenter/version-panics /kubernetesVersion'],
    [{ kubernetesVersion: '1.33.2-rc.1' }, undefined],
    [{ subnetID: `${options.subnetID}/` }, 'karpenter/invalid-subnet-id /subnetID'],
    [{ subnetID: options.subnetID.toLowerCase() }, undefined],
    [{ resourceGroup: 'rg x' }, 'karpenter/unsafe-in-script /resourceGroup'],
    [{ GPUDriverVersion: '', networkPolicy: 'a"b' }, 'karpenter/unsafe-in-script /networkPolicy'],
    [{ taints: [{ key: 'a', effect: 'NoRun' }] }, 'karpenter/invalid-taint /taints/0/effect'],
    [{ taints: [{ key: 'a', value: 'b' }] }, 'karpenter/invalid-taint /taints/0'],
    [{ taints: [{ effect: 'NoExecute' }] }, 'karpenter/invalid-taint /taints/0'],
    [{ taints: [{ key: '-', effect: 'NoExecute' }] }, 'karpenter/invalid-taint /taints/0/key'],
    [
      {
        taints: [
          { key: 'a', effect: 'NoExecute' },
          { key: 'a', value: 'v', effect: 'NoExecute' },
        ],
      },
      'karpenter/invalid-taint /taints/1',
    ],
    [{ labels: { 'a b': 'c' } }, 'karpenter/invalid-label /labels/a b'],
    [{ labels: { a: 'b c' } }, 'karpenter/invalid-label /labels/a'],
    [
      { kubeletConfig: { maxPods: 50, kubeReserved: { memory: '1GB' } } },
      'karpenter/invalid-quantity /kubeletConfig/kubeReserved/memory',
    ],
    [
      { kubeletConfig: { maxPods: 50, evictionHard: { 'pid.available': '101%' } } },
      'karpenter/invalid-quantity /kubeletConfig/evictionHard/pid.available',
    ],
    [
      { kubeletConfig: { maxPods: 50, clusterDNSServiceIP: '10.0.0' } },
      'karpenter/invalid-ip-address /kubeletConfig/clusterDNSServiceIP',
    ],
    [{ CABundle: 'Y2VydGlmaWNhdGU=' }, 'karpenter/invalid-certificate /CABundle'],
    [{ tenantID: 'contoso' }, 'karpenter/invalid-value /tenantID'],
    [{ kubeletClientTLSBootstrapToken: 'token' }, 'karpenter/invalid-value /kubeletClientTLSBootstrapToken'],
    [{ arch: 'x86_64' }, 'karpenter/unknown-value /arch'],
    [{ kubeletConfig: { maxPods: 251 } }, 'karpenter/value-out-of-range /kubeletConfig/maxPods'],
    [{ GPUNode: true }, 'karpenter/no-effect /GPUNode'],
    [{ GPUDriverInstallationEnabled: true }, 'karpenter/no-effect /GPUDriverInstallationEnabled'],
    [{ GPUDriverVersion: '1.2' }, 'karpenter/no-effect /GPUDriverVersion'],
    [
      { kubeletConfig: { maxPods: 50, imageGCLowThresholdPercent: 85 } },
      'karpenter/contradiction /kubeletConfig/imageGCLowThresholdPercent',
    ],
    [
      { kubeletConfig: { maxPods: 50, imageGCHighThresholdPercent: 70 } },
      'karpenter/contradiction /kubeletConfig/imageGCHighThresholdPercent',
    ],
    [
      { kubeletConfig: { maxPods: 50, evictionSoft: { 'memory.available': '1Gi' } } },
      'karpenter/contradiction /kubeletConfig/evictionSoft',
    ],
    [
      { kubeletConfig: { maxPods: 50, evictionSoftGracePeriod: { 'memory.available': '1m' } } },
      'karpenter/contradiction /kubeletConfig/evictionSoftGracePeriod',
    ],
  ])('%j', (changes, problem) => {
    const codes = said(changes);
    if (problem === undefined) expect(codes).toEqual([]);
    else expect(codes).toContain(problem);
    // One mistake may break both the form and the script, and no more.
    expect(codes.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['[]', 'karpenter/not-an-object'],
    ['{"arch":', 'json/syntax'],
    ['{}', 'karpenter/missing-option'],
  ])('%s', (text, code) => {
    expect(problemsOf(text).map((problem) => problem.code)).toContain(code);
  });

  it('names all that is missing at once', () => {
    const [problem] = found({ arch: undefined, location: '', CABundle: null });
    expect(problem?.message).toBe('arch, location and CABundle must be set; Karpenter panics without CABundle.');
  });

  it.each([
    ['a b', 'a space or line break'],
    ['a\nb', 'a space or line break'],
    ["a'b", `"'"`],
    ['a$b', '"$"'],
    ['a`b', '"`"'],
    ['a;b', '";"'],
    ['~root', '"~"'],
    ['a:~', '":~"'],
    ['a\\b', '"\\\\"'],
  ])('says what the shell makes of %j', (location, what) => {
    const [problem] = found({ location }).filter(({ code }) => code === 'karpenter/unsafe-in-script');
    expect(problem?.message).toBe(
      `location must not contain ${what}: LOCATION in the script is without quotes, and values are not escaped.`,
    );
  });

  it('accepts characters without a meaning in a shell', () => {
    for (const location of ['a#b', 'a=b', 'a*b?', '{a,b}', 'a!b', 'a~b', 'a\u00a0b', 'a-b.c:d/e'])
      expect(said({ location }), location).not.toContain('karpenter/unsafe-in-script /location');
  });

  it('accepts spaces between quotes', () => {
    expect(said({ networkPolicy: 'a b' })).toEqual(['karpenter/unknown-value /networkPolicy']);
  });

  it('never repeats the token', () => {
    for (const { message, fixes = [] } of found({ kubeletClientTLSBootstrapToken: 'se"cret' })) {
      expect(message).not.toContain('se');
      expect(JSON.stringify(fixes)).not.toContain('cret');
    }
  });

  it('reports a script that is too long for Azure', () => {
    const labels = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`l${index}`, 'x'.repeat(60)]));
    expect(said({ labels: labels(900) })).toEqual(['vmss/custom-data-too-long ']);
    expect(said({ labels: labels(800) })).toEqual(['vmss/custom-data-near-limit ']);
  });

  it('offers the name and the value that were meant', () => {
    const fixesOf = (changes: Readonly<Record<string, unknown>>): string[] =>
      found(changes).flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));
    expect(fixesOf({ labels: undefined, label: {} })).toEqual(['Rename to labels', 'Remove label']);
    // One of two equal names would be lost.
    expect(fixesOf({ label: {} })).toEqual(['Remove label']);
    expect(fixesOf({ LABELS: {}, labels: undefined, label: {} })).toEqual(['Remove label']);
    expect(fixesOf({ kubernetesVersion: 'v1.33.2' })).toEqual(['Change to "1.33.2"']);
    expect(fixesOf({ taints: [{ key: 'a', effect: 'NoSchedul' }] })).toEqual(['Change to "NoSchedule"']);
    expect(fixesOf({ kubeletConfig: { cpuCFSQuotaPeriod: '5 minutes' } })).toEqual(['Change to "5m"']);
  });

  it('are validated whatever they contain', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        problemsOf(text);
        problemsOf(`{"taints":${text},"labels":${text},"kubeletConfig":{"evictionSoft":${text}},"GPUNode":true}`);
      }),
      { numRuns: runs(50) },
    );
  });
});
