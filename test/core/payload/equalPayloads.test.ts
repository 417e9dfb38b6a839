import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, type FileProblem, validate } from '../../../server/src/core/index.js';
import { certificates } from '../../../server/src/core/nodeConfig/rules/values.js';
import { analyse, config } from '../../support/analyse.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

/** A boothook that writes a node config, as in custom data of AKS. */
function boothook(nodeConfig: string): string {
  const path = '/opt/azure/containers/aks-node-controller-config.json';
  return `#cloud-boothook\n#!/bin/bash\ncat <<'EOF' | base64 -d >${path}\n${b64(nodeConfig)}\nEOF\n`;
}

function message(part: string, transfer = '7bit'): string {
  const head = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n';
  return `${head}Content-Type: text/cloud-boothook\nContent-Transfer-Encoding: ${transfer}\n\n${part}\n--b--\n`;
}

const faulty = config(
  '"version":"v1","vm_size":"Standard_D2s_v3","kubelet_config":{"kubelet_flag":{}},"cse_timeout":"9"',
);
const cloudConfig =
  '#cloud-config\nhostnme: a\nwrite_files:\n- path: /a\n  permissions: 644\n  content: x\n- path: /a\n  content: y\n';

/** Payloads with mistakes of many kinds: in all layers, with places elsewhere, with comments that hide them, and damaged ones. */
const customData = [
  b64(message(boothook(faulty))),
  b64(gzipSync(message(boothook(faulty)))),
  b64(message(b64(boothook(faulty)), 'base64')),
  b64(faulty),
  b64(cloudConfig),
  b64(gzipSync(cloudConfig)),
  b64('#cloud-config\n# aks-bootstrap-ignore cloud-config/unknown-key\nhostnme: a\n'),
  b64('#cloud-config\na: [\nb: c\n  d: e\n'),
  b64('## template: jinja\n#cloud-config\nhostname: {{ nope }}\nhostnme: a\n'),
  b64('#!/bin/bash\nif true; then echo "\n'),
  b64(message('#!/bin/sh\n', 'nonsense')).slice(0, -9),
  b64(Buffer.from([0x23, 0x21, 0x2f, 0x62, 0x0a, 0xff, 0xfe, 0x61, 0x0a])),
  '',
];
const commands = [
  'A=<b> /opt/a.sh',
  `NAME=${b64(faulty)} /opt/a.sh`,
  `echo ${b64(cloudConfig)} | base64 -d > /etc/a`,
  'bash -c "',
];

interface ScaleSet {
  readonly name: string;
  readonly customData: string;
  readonly command: string;
  readonly size: string;
  readonly image: string | undefined;
  readonly isIndented: boolean;
}

const scaleSet: fc.Arbitrary<ScaleSet> = fc.record({
  name: fc.constantFrom('aks-pool1-vmss', 'aks-pool2-vmss'),
  customData: fc.constantFrom(...customData),
  command: fc.constantFrom(...commands),
  size: fc.constantFrom('Standard_D2s_v3', 'Standard_D4s_v5'),
  image: fc.constantFrom('202505.27.0', '202608.21.0', undefined),
  isIndented: fc.boolean(),
});

function written({ name, customData: data, command, size, image, isIndented }: ScaleSet): string {
  const id = `/subscriptions/6f1d2c3b-8a47-4e59-b0c6-000000000009/resourceGroups/AKS-Ubuntu/providers/Microsoft.Compute/galleries/AKSUbuntu/images/2204gen2containerd/versions/${image ?? ''}`;
  const properties = { type: 'CustomScript', protectedSettings: { commandToExecute: command } };
  const virtualMachineProfile = {
    osProfile: { customData: data },
    ...(image === undefined ? {} : { storageProfile: { imageReference: { id } } }),
    extensionProfile: { extensions: [{ name: 'vmssCSE', properties }] },
  };
  return JSON.stringify({ name, sku: { name: size }, virtualMachineProfile }, null, isIndented ? 2 : 0);
}

/** A problem with the places in the file that belong to it; that of the scale set `index` as if it were the first one. */
function described(found: FileProblem, index: number): object {
  const { document, ...rest } = found;
  const first = (pointer: string): string => pointer.replace(new RegExp(`^/${String(index)}/`), '/0/');
  const layers = found.layers.map((layer, at) => (at === 0 ? first(layer) : layer));
  return {
    ...rest,
    layers,
    document: document.name,
    pointer: found.layers.length === 0 ? first(found.pointer) : found.pointer,
  };
}

describe('equal payloads in one file', () => {
  it('have the problems that they have alone', () => {
    fc.assert(
      fc.property(fc.array(scaleSet, { minLength: 2, maxLength: 5 }), (sets) => {
        const texts = sets.map(written);
        const text = `[${texts.join(',')}]`;
        const together = validate(analyse('list.json', text)).problems;
        let start = 1;
        for (const [index, one] of texts.entries()) {
          // The same positions as in the list.
          const alone = validate(analyse('list.json', `${' '.repeat(start - 1)}[${one}]`)).problems;
          const inList = together.filter(({ span }) => span.start >= start && span.end <= start + one.length);
          expect(inList.map((found) => described(found, index))).toEqual(alone.map((found) => described(found, 0)));
          start += one.length + 1;
        }
      }),
    );
  });

  it('are checked once, and each with the machine around it', () => {
    const check = vi.spyOn(certificates, 'check');
    const sets = ['Standard_D2s_v3', 'Standard_D4s_v5', 'Standard_D2s_v3'].map((size) => {
      const virtualMachineProfile = { osProfile: { customData: b64(message(boothook(faulty))) } };
      return { sku: { name: size }, virtualMachineProfile };
    });
    const { problems } = validate(analyse('list.json', JSON.stringify(sets)));
    expect(check).toHaveBeenCalledTimes(1);
    expect(problems.filter(({ code }) => code === 'contract/unknown-field')).toHaveLength(3);
    const other = problems.filter(({ code }) => code === 'vmss/other-vm-size');
    expect(other.map(({ layers }) => layers[0])).toEqual(['/1/virtualMachineProfile/osProfile/customData']);
    check.mockRestore();
  });

  it('are checked as what their names say', () => {
    const files = ['/a.json', '/a.yaml', '/a.toml', '/a.json'].map((path) => `- {path: ${path}, content: 'a: {'}\n`);
    const { problems } = validate(analyse('cloud-config.yaml', `#cloud-config\nwrite_files:\n${files.join('')}`));
    const codes = problems.map(({ code }) => code).filter((code) => code.endsWith('-content'));
    expect(codes).toEqual(['json', 'yaml', 'toml', 'json'].map((kind) => `payload/${kind}-content`));
  });

  it('count each time towards the bytes that all layers of a file may have', () => {
    const large = {
      virtualMachineProfile: { osProfile: { customData: b64(`#cloud-config\nhostnme: ${'a'.repeat(900)}\n`) } },
    };
    const content = JSON.stringify([large, large, large]);
    const analysis = new Analysis(
      { name: 'list.json', content, limits: { decodedBytes: 2_000 } },
      { ...nodePlatform, now: () => 0 },
    );
    const codes = validate(analysis).problems.map(({ code, layers }) => `${layers[0]?.charAt(1) ?? ''} ${code}`);
    expect(codes).toEqual(['0 cloud-config/unknown-key', '1 cloud-config/unknown-key', '2 payload/limit-output']);
  });
});
