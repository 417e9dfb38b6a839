import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareAgentBaker, isAgentBaker } from '../../scripts/upstream/agentBaker.js';
import { compareCloudInit, isCloudInit } from '../../scripts/upstream/cloudInit.js';
import type { Comparison, Finding } from '../../scripts/upstream/finding.js';
import { compareKarpenter, isKarpenter } from '../../scripts/upstream/karpenter.js';
import { inList, inObject, unwritten } from '../../scripts/upstream/skeleton.js';
import { type Source, sourceAt } from '../../scripts/upstream/source.js';
import { unwrittenLines } from '../../scripts/upstream/unwritten.mjs';
import { checkoutLayout } from '../../server/src/core/index.js';
import { contract } from '../../server/src/core/nodeConfig/contract/contract.js';
import { environmentVariables } from '../../server/src/core/nodeConfig/render/environment/environment.js';
import { linuxAgentBaker } from '../../server/src/core/failure/exitCodes/linuxAgentBaker.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** A repository of the newest release with the files. */
function repository(files: Readonly<Record<string, string>>, tags: readonly string[] = ['v0.20260821.0']): Source {
  return {
    commit: 'abc1234',
    date: '2026-08-21',
    tags,
    list: (folder) => Object.keys(files).filter((path) => path.startsWith(`${folder}/`)),
    read: (path) => files[path],
  };
}

/** What our own descriptions say, as the files of upstream would. */
const protos = [...contract.messages.values()]
  .map(({ name, fields }) => {
    const rows = fields.map(({ label, type, name: field, number, jsonName }) => {
      const of = type.kind === 'scalar' ? type.scalar : type.of.name;
      const prefix = label === 'optional' && type.kind !== 'object' ? 'optional ' : label === 'list' ? 'repeated ' : '';
      const written = label === 'map' ? `map<string, ${of}>` : `${prefix}${of}`;
      return `  ${written} ${field} = ${number} [json_name = "${jsonName}"];`;
    });
    return `message ${name} {\n${rows.join('\n')}\n}`;
  })
  .concat(
    [...contract.enums.values()].map(
      ({ name, values }) => `enum ${name} {\n${values.map((one) => `  ${one.name} = ${one.number};`).join('\n')}\n}`,
    ),
  )
  .join('\n');
const parser = environmentVariables
  .map(({ name }) =>
    name.includes('<n>') ? `env[fmt.Sprintf("${name.replace('<n>', '%d')}", i)]` : `\t\t"${name}": x,`,
  )
  .join('\n');
const scripts = linuxAgentBaker.codes
  .filter(([, , , end]) => end === undefined || end === 'deprecated')
  .map(([code, name]) => `${name}=${code} # x`)
  .join('\n');
const paths = {
  proto: `${checkoutLayout.protos}/config.proto`,
  parser: 'aks-node-controller/parser/parser.go',
  template: 'aks-node-controller/parser/templates/a.gtpl',
  utils: 'aks-node-controller/pkg/nodeconfigutils/utils.go',
  script: checkoutLayout.scripts['linux-agentbaker'],
};
const files = {
  [paths.proto]: protos,
  [paths.parser]: parser,
  [paths.template]: 'a',
  [paths.utils]: 'boothookTemplate = `b`',
  [paths.script]: scripts,
};
const digests = compareAgentBaker(repository(files), {}).digests;

function findings({ sections }: Comparison): Finding[] {
  return sections.flatMap((section) => section.findings);
}

const shown = (found: readonly Finding[]): string[] => found.map(({ is, name }) => `${is} ${name}`);

describe('a commit of AgentBaker', () => {
  it('is recognised by its files, and agrees with descriptions that say the same', () => {
    expect(isAgentBaker(repository(files))).toBe(true);
    expect([isKarpenter(repository(files)), isCloudInit(repository(files))]).toEqual([false, false]);
    expect(shown(findings(compareAgentBaker(repository(files), digests)))).toEqual([]);
  });

  it.each([
    [paths.proto, 'string vm_size = 20', 'optional string vm_size = 20', ['different Configuration.vm_size']],
    [
      paths.proto,
      'message Configuration {',
      'message Configuration {\nbool paint = 900;',
      ['missing Configuration.paint'],
    ],
    [paths.proto, 'VM_TYPE_VMSS = 2', 'VM_TYPE_VMSS = 2; VM_TYPE_PAINT = 3', ['missing VmType.VM_TYPE_PAINT = 3']],
    [paths.parser, '"VM_TYPE": x', '"PAINT": x', ['missing PAINT', 'extra VM_TYPE']],
    [paths.template, 'a', 'c', ['different parser/templates/a.gtpl']],
    [paths.utils, '`b`', '`c`', ['different boothookTemplate']],
    [
      paths.script,
      'ERR_OUTBOUND_CONN_FAIL=50',
      'ERR_PAINT=249',
      ['missing 249 ERR_PAINT', 'extra 50 ERR_OUTBOUND_CONN_FAIL'],
    ],
  ])('has its changes reported: %s, %s', (path, before, after, expected) => {
    const changed = { ...files, [path]: (files[path] ?? '').replace(before, after) };
    const found = shown(findings(compareAgentBaker(repository(changed), digests)));
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  it('is compared with what our rows say for its release', () => {
    const old = repository(files, ['v0.20260527.0']);
    const found = shown(findings(compareAgentBaker(old, digests)));
    expect(found).toContain('missing Configuration.enabled_features');
    expect(found).toContain('extra BootstrappingConfig.secure_tls_bootstrapping_deadline');
    expect(found).not.toContain('missing Configuration.cse_timeout');
  });
});

describe('a commit of karpenter-provider-azure', () => {
  it('has new options and variables reported', () => {
    const folder = 'pkg/providers/imagefamily/bootstrap';
    const source = repository({
      [`${folder}/bootstrap.go`]: 'type Options struct {\n\tLabels map[string]string\n\tPaintColour *string\n}\n',
      [`${folder}/cse_cmd.sh.gtpl`]: 'ADMINUSER={{.A}}\n{{if .IsAKSCustomCloud}}\nCUSTOM=1\n{{end}}\nPAINT={{.B}}\n',
    });
    expect(isKarpenter(source)).toBe(true);
    const found = shown(findings(compareKarpenter(source, {})));
    expect(found).toEqual(expect.arrayContaining(['missing PaintColour', 'missing PAINT', 'extra subnetID']));
    expect(found).not.toContain('missing Labels');
    expect(found).not.toContain('missing CUSTOM');
  });
});

describe('a commit of cloud-init', () => {
  it('has new keys reported at any depth, also behind references', () => {
    const schema = {
      $defs: { a: { properties: { paint: { properties: { colour: { type: 'string' } } } } } },
      allOf: [{ $ref: '#/$defs/a' }],
      properties: { runcmd: { type: 'array' } },
    };
    const source = repository({ 'cloudinit/config/schemas/schema-cloud-config-v1.json': JSON.stringify(schema) });
    expect(isCloudInit(source)).toBe(true);
    const found = shown(findings(compareCloudInit(source)));
    expect(found).toEqual(expect.arrayContaining(['missing paint', 'missing paint.colour', 'extra bootcmd']));
    expect(found).not.toContain('extra runcmd');
  });
});

describe('rows that are added', () => {
  const text =
    "export const rows = {\n  A: { fields: { 'x': '1' } },\n  B: { fields: {} },\n};\nconst list = [\n  [1, 'a'],\n  [5, 'b'],\n];\n";

  it('are put at the end of an object, or behind the last smaller one of a list', () => {
    expect(inObject('f', ['A', 'fields'], "'y': '2'").added(text)).toContain("{ 'x': '1',\n'y': '2' }");
    expect(inObject('f', ['B', 'fields'], "'y': '2'").added(text)).toContain("B: { fields: {\n'y': '2'} }");
    expect(inObject('f', ['C'], "'y': '2'").added(text)).toBeUndefined();
    const third = inList('f', 'list', "[3, 'c']", (row) => Number.parseInt(row.slice(1), 10) <= 3);
    expect(third.added(text)).toContain("[1, 'a'],\n[3, 'c'],\n  [5, 'b']");
  });

  it('fail lint until their sentences are written', () => {
    expect(unwrittenLines(process.cwd())).toEqual([]);
    const { path } = temporaryFolder();
    for (const name of ['server/src/core/a.ts', 'schemas/cloud-config/modules/a.json']) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), `\n${unwritten('a')}\n`);
    }
    expect(unwrittenLines(path)).toEqual([
      `${join(path, 'server/src/core/a.ts')}:2`,
      `${join(path, 'schemas/cloud-config/modules/a.json')}:2`,
    ]);
  });
});

describe('the files of a repository', () => {
  it('are those of a folder', () => {
    const { path } = temporaryFolder();
    mkdirSync(join(path, 'a/b'), { recursive: true });
    writeFileSync(join(path, 'a/b/c.txt'), 'c');
    const source = sourceAt(path, undefined);
    expect([source.list('a'), source.list('x'), source.read('a/b/c.txt'), source.read('a/x')]).toEqual([
      ['a/b/c.txt'],
      [],
      'c',
      undefined,
    ]);
    expect(() => sourceAt(path, 'v1')).toThrow('no revision v1');
  });
});
