import { describe, expect, it } from 'vitest';
import { compareDocuments, maskingOf, parseRelease, sideBySide } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

const name = 'aks-node-controller-config.json';

function compared(config: object, from: string, to: string, showSecrets = true) {
  const file = analyse(name, JSON.stringify({ version: 'v1', ...config }));
  const [older, newer] = [parseRelease(from), parseRelease(to)];
  if (older === undefined || newer === undefined) throw new Error('not a release');
  const [before, after] = [file.forImage(older), file.forImage(newer)];
  const masking = maskingOf([before, after], { showSecrets });
  const [comparison] = compareDocuments(before, after, { masking });
  if (comparison === undefined) throw new Error('nothing was compared');
  return { ...comparison, texts: comparison.texts, sides: sideBySide(before, after, { masking }) };
}

/** The reasons of differences, as `name: release #pull what`. */
function reasons(config: object, from: string, to: string): string[] {
  const { fields, texts, variables } = compared(config, from, to);
  return [
    ...fields.map((one) => ({ of: one.path, ...one })),
    ...texts.map((one) => ({ of: one.document, ...one })),
    ...variables.map((one) => ({ of: one.name, ...one })),
  ].flatMap(({ of, changes = [] }) =>
    changes.map(({ release, pull, what }) => `${of}: ${release} #${pull ?? '?'} ${what}`),
  );
}

describe('two node images', () => {
  it('are equal for a config that no change between them concerns', () => {
    const { equal, images, compared: what } = compared({ is_kata: true }, 'v0.20260818.0', 'v0.20260819.0');
    expect([equal, images]).toEqual([true, { before: '202608.18.0', after: '202608.19.0' }]);
    expect(what).toEqual(['node config', 'custom data', 'boot command']);
  });

  it('differ in a field that only one reads, and in its variable, each with its reason', () => {
    expect(reasons({ gpu_config: { enable_managed_gpu_dra: true } }, 'v0.20260817.0', 'v0.20260820.0')).toEqual(
      [
        'gpu_config: v0.20260820.0 #9120 The field enable_managed_gpu_dra is new.',
        'ENABLE_MANAGED_GPU_DRA: v0.20260820.0 #9120 The value of `gpu_config.enable_managed_gpu_dra` is passed on; before, it was always `false`.',
      ].map((line) => line.replace('gpu_config:', 'gpu_config.enable_managed_gpu_dra:')),
    );
  });

  it('differ without a reason that makes no difference for the config', () => {
    const kata = { is_kata: true, enable_artifact_streaming: false };
    const found = reasons(kata, 'v0.20260803.0', 'v0.20260817.0').filter((line) =>
      line.startsWith('CONTAINERD_CONFIG_CONTENT'),
    );
    expect(found.map((line) => line.slice(0, 46))).toEqual([
      'CONTAINERD_CONFIG_CONTENT: v0.20260804.0 #9085',
      'CONTAINERD_CONFIG_CONTENT: v0.20260806.1 #9148',
      'CONTAINERD_CONFIG_CONTENT: v0.20260817.0 #9151',
    ]);
    expect(reasons({}, 'v0.20260803.0', 'v0.20260817.0')).toEqual([]);
  });

  it('tell changes of the same release apart', () => {
    const dns = (settings: object) => ({
      local_dns_profile: { enable_local_dns: true, vnet_dns_overrides: { 'a.example': settings } },
    });
    const of = (settings: object) =>
      reasons(dns(settings), 'v0.20260812.0', 'v0.20260813.0').filter((line) =>
        line.startsWith('LOCALDNS_COREFILE_BASE'),
      );
    expect(of({ protocol: 'PreferUDP' })).toEqual([expect.stringContaining('#9164')]);
    expect(of({ health_check: { duration: '1s' } })).toEqual([expect.stringContaining('#9174')]);
    expect(of({ protocol: 'ForceTCP' })).toEqual([]);
  });

  it('give a field whose map key has dots its reason', () => {
    const config = {
      local_dns_profile: { vnet_dns_overrides: { 'a.b.example': { health_check: { duration: '1s' } } } },
    };
    expect(reasons(config, 'v0.20260812.0', 'v0.20260813.0')[0]).toMatch(
      /health_check: v0\.20260813\.0 #9174 The field/,
    );
  });

  it('name a field as the reason if its value gets into a file', () => {
    const config = { kubelet_config: { kubelet_config_file_config: { eviction_soft: { 'memory.available': '1Gi' } } } };
    const found = reasons(config, 'v0.20260602.0', 'v0.20260603.0');
    expect(found).toContain('KUBELET_CONFIG_FILE_CONTENT: v0.20260603.0 #8497 The field eviction_soft is new.');
  });

  it('can be compared in either direction', () => {
    const config = { bootstrapping_config: { secure_tls_bootstrapping_deadline: '9s' } };
    const kinds = (from: string, to: string) =>
      compared(config, from, to).variables.map(({ name: variable, before, after }) => [variable, before, after]);
    expect(kinds('v0.20260706.0', 'v0.20260707.0')).toEqual([['SECURE_TLS_BOOTSTRAPPING_DEADLINE', '9s', undefined]]);
    expect(kinds('v0.20260707.0', 'v0.20260706.0')).toEqual([['SECURE_TLS_BOOTSTRAPPING_DEADLINE', undefined, '9s']]);
    expect(reasons(config, 'v0.20260707.0', 'v0.20260706.0')).toEqual(
      reasons(config, 'v0.20260706.0', 'v0.20260707.0'),
    );
  });

  it('differ in custom data without its random parts, and in the boot command', () => {
    const { texts } = compared({}, 'v0.20260322.0', 'v0.20260324.0');
    expect(texts.map(({ document }) => document)).toEqual(['custom data', 'boot command']);
    const lines = texts[0]?.hunks.flatMap((hunk) => hunk.lines.map(({ mark, text }) => mark + text)) ?? [];
    expect(lines).toContain('+(the node config as protobuf JSON, in base64)');
    expect(lines).toContain('+chmod 0644 /opt/azure/containers/aks-node-controller-config.json');
  });

  it('say why a config is refused by one of them', () => {
    const { equal, notes } = compared({ cse_timeout: 5 }, 'v0.20251029.2', 'v0.20260210.0');
    expect(equal).toBe(false);
    expect(notes).toEqual([expect.objectContaining({ severity: 'error', side: 'before' })]);
    expect(notes[0]?.message).toContain('unknown field at /cse_timeout');
  });

  it('that are not known are named in a note', () => {
    const { notes } = compared({}, 'v0.20260820.0', 'v0.20270101.0');
    expect(notes.map(({ message }) => message)).toEqual([expect.stringContaining('newer than 202608.21.0')]);
  });

  it('never show secrets', () => {
    const secret = 'contoso-Zx81-secret-words';
    const found = compared(
      { auth_config: { service_principal_secret: secret } },
      'v0.20260123.0',
      'v0.20260127.0',
      false,
    );
    const shown = JSON.stringify(found);
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(btoa(secret));
    expect(found.variables.map(({ name: variable }) => variable)).toContain('SERVICE_PRINCIPAL_FILE_CONTENT');
  });
});

describe('machines', () => {
  const machine = (version: string) => {
    const config = { version: 'v1', cluster_config: { load_balancer_config: { load_balancer_sku: 2 } } };
    const id = `/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/galleries/AKSUbuntu/images/2204gen2containerd/versions/${version}`;
    const customData = btoa(
      `#cloud-config\nwrite_files:\n- path: /opt/azure/containers/aks-node-controller-config.json\n  content: '${JSON.stringify(config)}'\n`,
    );
    const profile = { osProfile: { customData }, storageProfile: { imageReference: { id } } };
    return analyse('vmss.json', JSON.stringify({ name: 'a', properties: { virtualMachineProfile: profile } }));
  };

  it('are compared as the node images in their JSON read their configs', () => {
    const [before, after] = [machine('202607.14.0'), machine('202607.17.0')];
    const [comparison] = compareDocuments(before, after, {
      masking: maskingOf([before, after], { showSecrets: true }),
    });
    expect(comparison?.images).toEqual({ before: '202607.14.0', after: '202607.17.0' });
    const sku = comparison?.variables.find(({ name: variable }) => variable === 'LOAD_BALANCER_SKU');
    expect([sku?.before, sku?.after, sku?.changes?.map(({ pull }) => pull)]).toEqual(['Standard', 'standard', [8871]]);
  });
});
