import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { complete, type Completion, hover, quickFixes, validate } from '../../../server/src/core/index.js';
import { parseJson } from '../../../server/src/core/formats/json/parse.js';
import type { TextChange } from '../../../server/src/core/problems/problem.js';
import { analyse } from '../../support/analyse.js';
import { readMarks } from '../../support/markers.js';
import { expandSnippet } from '../../support/snippet.js';

const name = 'a.node-config.json';

function completions(source: string) {
  const { text, cursor } = readMarks(source);
  return { text, items: complete(analyse(name, text), cursor) };
}

function named(items: readonly Completion[], label: string): Completion {
  const item = items.find((candidate) => candidate.label === label);
  if (item === undefined)
    throw new Error(`${label} is not offered, but ${items.map((other) => other.label).join(', ')}`);
  return item;
}

/** The text after choosing a completion, with tab stops taken out. */
function chosen(source: string, label: string): string {
  const { text, items } = completions(source);
  const item = named(items, label);
  const written = expandSnippet(item.snippet).text;
  const before = item.comma === undefined ? text : insert(text, item.comma);
  const shift = before.length - text.length;
  return before.slice(0, item.span.start + shift) + written + text.slice(item.span.end);
}

/** A text after an edit in front of everything that matters. */
function insert(text: string, { span, newText }: TextChange): string {
  return text.slice(0, span.start) + newText + text.slice(span.end);
}

describe('completion of fields', () => {
  it.each([
    ['{¦}', 'version', '{"version": "v1"}'],
    ['{ "¦" }', 'vm_size', '{ "vm_size": "" }'],
    ['{ "vm_s¦', 'vm_size', '{ "vm_size": ""'],
    ['{ vm_s¦ }', 'vm_size', '{ "vm_size": "" }'],
    ['{ "version": "v1", ¦ }', 'is_vhd', '{ "version": "v1", "is_vhd": true }'],
    ['{ "vm¦": "a" }', 'vm_size', '{ "vm_size": "a" }'],
    ['{ ¦ "version": "v1" }', 'vm_size', '{ "vm_size": "", "version": "v1" }'],
    ['{ "cluster_config": { "¦" } }', 'location', '{ "cluster_config": { "location": "" } }'],
    [
      '{\n  "runc_config": {\n    "runc¦\n  }\n}',
      'runc_version',
      '{\n  "runc_config": {\n    "runc_version": ""\n  }\n}',
    ],
    [
      '{ "custom_linux_os_config": {"sysctl_config":{"net_core_s¦',
      'net_core_somaxconn',
      '{ "custom_linux_os_config": {"sysctl_config":{"net_core_somaxconn": 16384',
    ],
    [
      '{ "local_dns_profile": {"vnet_dns_overrides": {".": {¦}}}}',
      'protocol',
      '{ "local_dns_profile": {"vnet_dns_overrides": {".": {"protocol": ""}}}}',
    ],
    ['{ "runc_config": {¦', 'runc_version', '{ "runc_config": {"runc_version": ""'],
    ['{ "kubelet_config": ¦ }', '{ }', '{ "kubelet_config": {\n\t\n} }'],
    ['{ "custom_ca_certs": ¦ }', '[ ]', '{ "custom_ca_certs": [""] }'],
    // What is required inside comes along.
    [
      '{ ¦ }',
      'cluster_config',
      '{ "cluster_config": {\n\t"cluster_network_config": {\n\t\t"vnet_name": "",\n\t\t"route_table": ""\n\t},\n\t"resource_group": "",\n\t"location": ""\n} }',
    ],
    ['{ "clusterConfig": {}, ¦ }', 'authConfig', '{ "clusterConfig": {}, "authConfig": {\n\t"subscriptionId": ""\n} }'],
  ])('%j', (source, label, result) => {
    expect(chosen(source, label)).toBe(result);
  });

  it('open the next list of choices if there is one', () => {
    const { items } = completions('{ "gpu_config": {¦} }');
    expect(named(items, 'mig_strategy').goesOn).toBe(true);
    expect(named(items, 'enable_nvidia').goesOn).toBe(false);
    expect(named(completions('{ ¦ }').items, 'gpu_config').goesOn).toBe(true);
  });

  it('sort before the words that VS Code offers in every JSON object', () => {
    for (const { sortText } of completions('{ "version": "v1", ¦ }').items) expect(sortText < '$schema').toBe(true);
  });

  it.each([
    ['{ "version": "v1"\n  ¦ }', 'vm_size', '{ "version": "v1",\n  "vm_size": "" }'],
    ['{ "version": "v1" "¦" }', 'vm_size', '{ "version": "v1", "vm_size": "" }'],
    ['{ "gpu_config": {}\n  "vm¦\n}', 'vm_size', '{ "gpu_config": {},\n  "vm_size": ""\n}'],
    ['{ "version": "v1" ¦ "is_vhd": true }', 'vm_size', '{ "version": "v1", "vm_size": "", "is_vhd": true }'],
    [
      '{ "kubelet_config": {"kubelet_flags": {"--v": "2" ¦}} }',
      '--max-pods',
      '{ "kubelet_config": {"kubelet_flags": {"--v": "2", "--max-pods": "110"}} }',
    ],
    // None is missing.
    ['{ "version": "v1", ¦ }', 'vm_size', '{ "version": "v1", "vm_size": "" }'],
    ['{ "version": "v1", "vm¦": "a" }', 'vm_size', '{ "version": "v1", "vm_size": "a" }'],
    ['{ ¦ "version": "v1" }', 'vm_size', '{ "vm_size": "", "version": "v1" }'],
  ])('add missing commas: %j', (source, label, result) => {
    expect(chosen(source, label)).toBe(result);
  });

  it('follows the spelling of the file', () => {
    expect(completions('{ "vmSize": "a", "clusterConfig": {¦} }').items.map(({ label }) => label)).toContain(
      'resourceGroup',
    );
    expect(completions('{ "vm_size": "a", "cluster_config": {¦} }').items.map(({ label }) => label)).toContain(
      'resource_group',
    );
  });

  it('omits fields that are given under either name', () => {
    const labels = completions('{ "vmSize": "a", "version": "v1", "is_vhd": true, ¦ }').items.map(({ label }) => label);
    expect(labels).not.toContain('vm_size');
    expect(labels).not.toContain('vmSize');
    expect(labels).not.toContain('version');
  });

  it('lists required fields first, with types', () => {
    const items = [...completions('{ "cluster_config": {¦} }').items].sort((a, b) =>
      a.sortText < b.sortText ? -1 : 1,
    );
    expect(items.slice(0, 2).map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
      'resource_group: required string',
      'location: required string',
    ]);
    expect(items[0]?.documentation).toContain('Required');
  });

  it('offers nothing below free-form values', () => {
    expect(completions('{ "unknown": {¦} }').items).toEqual([]);
    expect(completions('{ "kubelet_config": {"kubelet_flags": {"--max-pods": "110"}, "x": {¦}} }').items).toEqual([]);
  });
});

describe('completion of map keys', () => {
  const flags = (version: string, cursor: string): string =>
    `{ "kubernetes_version": "${version}", "kubelet_config": {"kubelet_flags": {${cursor}}} }`;
  const file = (members: string): string => `{ "kubelet_config": {"kubelet_config_file_config": {${members}}} }`;

  it.each([
    [flags('1.33.2', '¦'), '--max-pods', flags('1.33.2', '"--max-pods": "110"')],
    [flags('1.33.2', '"--max¦'), '--max-pods', flags('1.33.2', '"--max-pods": "110"').slice(0, -4)],
    [flags('1.33.2', '"--max¦": "30"'), '--max-pods', flags('1.33.2', '"--max-pods": "30"')],
    [file('"feature_gates": {¦}'), 'NodeSwap', file('"feature_gates": {"NodeSwap": true}')],
    [file('"eviction_hard": {"m¦"}'), 'memory.available', file('"eviction_hard": {"memory.available": "100Mi"}')],
    [file('"system_reserved": {¦}'), 'memory', file('"system_reserved": {"memory": "1638Mi"}')],
    [
      '{ "kubelet_config": {"kubelet_node_labels": {¦}} }',
      'kubernetes.azure.com/mode',
      '{ "kubelet_config": {"kubelet_node_labels": {"kubernetes.azure.com/mode": "system"}} }',
    ],
    [
      '{ "local_dns_profile": {"kube_dns_overrides": {¦}} }',
      '.',
      '{ "local_dns_profile": {"kube_dns_overrides": {".": {\n\t\n}}} }',
    ],
  ])('%j', (source, label, result) => {
    expect(chosen(source, label)).toBe(result);
  });

  it("omits given keys and keys that the Kubernetes version doesn't know", () => {
    const labels = (source: string) => completions(source).items.map(({ label }) => label);
    expect(labels(flags('1.33.2', '"--max-pods": "1", ¦'))).not.toContain('--max-pods');
    expect(labels(flags('1.33.2', '¦'))).not.toContain('--network-plugin');
    expect(labels(flags('1.22.1', '¦'))).toContain('--network-plugin');
    expect(labels(flags('1.27.1', '¦'))).not.toContain('--config-dir');
    expect(labels(flags('', '¦'))).toContain('--config-dir');
  });

  it('describes each key', () => {
    const item = named(completions(flags('1.33.2', '¦')).items, '--register-with-taints');
    expect(item).toMatchObject({ kind: 'key', documentation: expect.stringContaining('taints') as string });
  });
});

describe('completion of values', () => {
  it.each([
    ['{ "cluster_config": { "vm_type": ¦ } }', 'VM_TYPE_VMSS', '{ "cluster_config": { "vm_type": "VM_TYPE_VMSS" } }'],
    ['{ "cluster_config": { "vm_type": "¦" } }', 'VM_TYPE_VMSS', '{ "cluster_config": { "vm_type": "VM_TYPE_VMSS" } }'],
    ['{ "cluster_config": { "vm_type": "VM_¦', 'VM_TYPE_VMSS', '{ "cluster_config": { "vm_type": "VM_TYPE_VMSS"'],
    ['{ "is_vhd": ¦ }', 'false', '{ "is_vhd": false }'],
    ['{ "is_vhd": t¦ }', 'true', '{ "is_vhd": true }'],
    ['{ "version": ¦ }', 'v1', '{ "version": "v1" }'],
    ['{ "vm_size": "¦" }', 'Standard_ND96asr_v4', '{ "vm_size": "Standard_ND96asr_v4" }'],
    ['{ "cluster_config": {"location": "west¦"} }', 'westeurope', '{ "cluster_config": {"location": "westeurope"} }'],
    ['{ "gpu_config": {"mig_strategy": ¦} }', 'Mixed', '{ "gpu_config": {"mig_strategy": "Mixed"} }'],
    ['{ "cse_timeout": ¦ }', '900', '{ "cse_timeout": 900 }'],
    [
      '{ "kubelet_config": {"kubelet_flags": {"--rotate-certificates": "¦"}} }',
      'true',
      '{ "kubelet_config": {"kubelet_flags": {"--rotate-certificates": "true"}} }',
    ],
    [
      '{ "kubelet_config": {"kubelet_config_file_config": {"tls_cipher_suites": ["¦"]}} }',
      'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
      '{ "kubelet_config": {"kubelet_config_file_config": {"tls_cipher_suites": ["TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"]}} }',
    ],
    [
      '{ "kubelet_config": {"kubelet_config_file_config": {"feature_gates": {"A": ¦}}}}',
      'true',
      '{ "kubelet_config": {"kubelet_config_file_config": {"feature_gates": {"A": true}}}}',
    ],
  ])('%j', (source, label, result) => {
    expect(chosen(source, label)).toBe(result);
  });
});

describe('completion of enums', () => {
  const offered = (source: string): Completion[] => completions(source).items;

  it('shows what each value means, and the value that means nothing last', () => {
    const items = offered('{ "cluster_config": { "vm_type": "¦" } }').toSorted((a, b) =>
      a.sortText < b.sortText ? -1 : 1,
    );
    expect(items.map(({ label, detail }) => [label, detail])).toEqual([
      ['VM_TYPE_STANDARD', expect.stringMatching(/VM/)],
      ['VM_TYPE_VMSS', expect.stringMatching(/scale set/)],
      ['VM_TYPE_UNSPECIFIED', expect.stringMatching(/^No kind of VM was chosen/)],
    ]);
  });

  it.each([
    ['bootstrapping_auth_method', 'BOOTSTRAPPING_AUTH_METHOD_', '…BOOTSTRAP_TOKEN'],
    ['cluster_join_method', 'CLUSTER_JOIN_METHOD_', '…GENERATE_CSR'],
  ])('cuts the long names of %s where they are equal, and finds and writes all of them', (field, equal, label) => {
    const items = offered(`{ "bootstrapping_config": { "${field}": "¦" } }`);
    expect(items.map((item) => item.label)).toContain(label);
    for (const item of items) {
      expect(item.label).toBe(item.plainText.replace(equal, '…'));
      expect(item.filterText).toBe(item.plainText);
    }
  });
});

describe('completion between a colon and the value behind it', () => {
  it('offers nothing, because two values would follow the colon', () => {
    const text = '{"version": "v1", "is_vhd":  true}';
    const at = (offset: number): number => complete(analyse('a.node-config.json', text), offset).length;
    expect(at(text.indexOf('  true'))).toBe(0);
    expect(at(text.indexOf(' true'))).toBe(0);
    expect(at(text.indexOf('true'))).toBeGreaterThan(0);
  });
});

describe('completion of string values', () => {
  it.each([
    ['{ "kubernetes_version": "1.3¦" }', '1.33.2', false],
    ['{ "kubernetes_version": "1.3¦', '1.33.2', false],
    ['{ "cse_timeout": 90¦ }', '900', false],
    ['{ "kubelet_config": {"kubelet_flags": {"--max-pods": "11¦"}} }', '110', false],
    // What is known, and not only an example, is offered all the time.
    ['{ "vm_size": "Standard_NC¦" }', 'Standard_NC24ads_A100_v4', true],
    ['{ "version": "v¦" }', 'v1', true],
    ['{ "is_vhd": t¦ }', 'true', true],
    ['{ "kubelet_config": {"kubelet_flags": {"--rotate-certificates": "t¦"}} }', 'true', true],
  ])('match what is typed, except for examples, which need an empty value: %j', (source, label, isOffered) => {
    const { text, items } = completions(source);
    const { span, filterText } = named(items, label);
    // Editors compare from the start of what is replaced to the cursor.
    const typed = text.slice(span.start, readMarks(source).cursor);
    expect(filterText.startsWith(typed)).toBe(isOffered);
  });

  it('are all offered if nothing is typed', () => {
    for (const source of ['{ "kubernetes_version": "¦" }', '{ "cse_timeout": ¦ }', '{ "kubernetes_version": "¦'])
      for (const { filterText } of completions(source).items)
        expect(filterText.startsWith(source.endsWith('¦') ? '"' : '')).toBe(true);
  });

  it('are described, also if they are examples of the contract', () => {
    const { items } = completions('{ "vm_size": "¦" }');
    expect(named(items, 'Standard_NC24ads_A100_v4').detail).toMatch(/A100/);
    expect(named(items, 'Standard_D4s_v5').documentation).toContain('Standard_D4s_v5');
    expect(new Set(items.map(({ label }) => label)).size).toBe(items.length);
  });
});

describe('the range that a completion replaces', () => {
  /** What may be replaced, with the cursor in it: all of the word, and its part that an editor replaces to insert. */
  function word(source: string, label: string): { replace: string; insert: string; written: string; filter: string } {
    const { text, items } = completions(source);
    const item = named(items, label);
    return {
      replace: text.slice(item.span.start, item.span.end),
      insert: text.slice(item.insertSpan.start, item.insertSpan.end),
      written: item.plainText,
      filter: item.filterText,
    };
  }

  it.each([
    // Between quotes the rest of the word can stay.
    ['{ "vm_s¦ize": "a" }', 'vm_size', 'vm_size', 'vm_s', 'vm_size', 'vm_size'],
    ['{ "¦vm": 1 }', 'vm_size', 'vm', '', 'vm_size', 'vm_size'],
    ['{ "cluster_config": { "vm_type": "VM_¦X" } }', 'VM_TYPE_VMSS', 'VM_X', 'VM_', 'VM_TYPE_VMSS', 'VM_TYPE_VMSS'],
    ['{ "version": "¦" }', 'v1', '', '', 'v1', 'v1'],
    // Where something has to be written behind the closing quote, nothing can stay.
    ['{ "vm_s¦ize" }', 'vm_size', '"vm_size"', '"vm_size"', '"vm_size": ""', '"vm_size"'],
    ['{ vm_s¦ize }', 'vm_size', 'vm_size', 'vm_size', '"vm_size": ""', 'vm_size'],
    ['{ "vm_s¦', 'vm_size', '"vm_s', '"vm_s', '"vm_size": ""', '"vm_size"'],
    ['{ "is_vhd": "t¦" }', 'true', '"t"', '"t"', 'true', '"true"'],
    ['{ "is_vhd": t¦r }', 'true', 'tr', 'tr', 'true', 'true'],
    ['{ "vm_size"¦: "a" }', 'vm_size', '"vm_size"', '"vm_size"', '"vm_size"', '"vm_size"'],
    ['{ ¦"vm_size": "a" }', 'vm_size', '"vm_size"', '"vm_size"', '"vm_size"', '"vm_size"'],
    ['{ ¦ }', 'vm_size', '', '', '"vm_size": ""', 'vm_size'],
    // An escaped quote closes nothing.
    ['{ "version": "v\\"¦', 'v1', '"v\\"', '"v\\"', '"v1"', '"v1"'],
  ])('%j', (source, label, replace, insert, written, filter) => {
    expect(word(source, label)).toEqual({ replace, insert, written, filter });
  });

  it('keeps a valid document valid for insert and replace', () => {
    const text = readFileSync('test/samples/aks-node-controller-config.json', 'utf8');
    const analysis = analyse(name, text);
    let checked = 0;
    for (let offset = 0; offset <= text.length; offset++) {
      for (const item of complete(analysis, offset)) {
        // At a free place the author sets the commas.
        if (item.span.start === item.span.end && text.charAt(offset - 1) !== '"') continue;
        expect(item.insertSpan.start).toBe(item.span.start);
        expect(item.insertSpan.end <= item.span.end && offset <= item.insertSpan.end).toBe(true);
        // Every position has the same few dozen labels: some of them show all forms.
        if (!/^(?:vm_size|location|vnet_name|true|VM_TYPE_VMSS|v1)$/.test(item.label)) continue;
        for (const { start, end } of [item.span, item.insertSpan])
          for (const written of [item.plainText, expandSnippet(item.snippet).text]) {
            const result = text.slice(0, start) + written + text.slice(end);
            expect(parseJson(result).problems, `${item.label} at ${offset}`).toEqual([]);
            checked++;
          }
      }
    }
    expect(checked).toBeGreaterThan(200);
  });

  it('has values without tab stops that are equal as snippet and as text', () => {
    for (const { snippet, plainText } of completions('{ "cluster_config": { "vm_type": ¦ } }').items)
      expect(snippet).toBe(plainText);
  });

  it('preselects the first required field that is missing', () => {
    const preselected = (source: string) =>
      completions(source)
        .items.filter(({ preselect }) => preselect)
        .map(({ label }) => label);
    expect(preselected('{ "cluster_config": {¦} }')).toEqual(['resource_group']);
    expect(preselected('{ "cluster_config": {"resource_group": "a", ¦} }')).toEqual(['location']);
    // Then the object that has more of them inside.
    const rest = '{ "cluster_config": {"resource_group": "a", "location": "b", ¦} }';
    expect(preselected(rest)).toEqual(['cluster_network_config']);
    expect(preselected(rest.replace('¦', '"clusterNetworkConfig": {}, ¦'))).toEqual([]);
    expect(preselected('{ "version": "v1", ¦ }')).toEqual(['api_server_config']);
    expect(preselected('{ "is_vhd": ¦ }')).toEqual([]);
  });
});

describe('at every position of a document', () => {
  const whole = readFileSync('test/samples/faulty.node-config.json', 'utf8');
  it.each([
    ['whole', whole],
    ['cut in the middle', whole.slice(0, 700)],
    ['another kind', readFileSync('test/samples/vmss.json', 'utf8').slice(0, 900)],
  ])("completion and hover don't throw and stay at the position (%s)", (_, text) => {
    const analysis = analyse(name, text);
    const offered = new Set<string>();
    for (let offset = 0; offset <= text.length; offset++) {
      for (const { span, insertSpan, label, snippet } of complete(analysis, offset)) {
        expect(span.start <= offset && offset <= span.end).toBe(true);
        expect(insertSpan.start === span.start && offset <= insertSpan.end && insertSpan.end <= span.end).toBe(true);
        if (!offered.has(label)) expandSnippet(snippet);
        offered.add(label);
      }
      const info = hover(analysis, offset);
      if (info !== undefined) expect(info.span.start <= offset && offset <= info.span.end).toBe(true);
      quickFixes(validate(analysis).problems, { start: offset, end: offset });
    }
    if (_ === 'whole') expect(offered.size).toBeGreaterThan(100);
  });
});

describe('hover', () => {
  const at = (source: string, file = name) => {
    const { text, cursor } = readMarks(source);
    return hover(analyse(file, text), cursor)?.markdown;
  };

  it('explains fields, values and payloads', () => {
    expect(at('{ "cse_t¦imeout": 5 }')).toMatch(/\*\*cse_timeout\*\*.*`optional int32`[^]*1 to 21600/);
    expect(at('{ "csetimeout¦": 5 }')).toBeUndefined();
    expect(at('{ "cluster_config": { "vm_type": "VM_TYPE_¦VMSS" } }')).toContain('scale set');
    expect(at('{ "kubelet_config": { "kubelet_config_file_config": { "serverTLSBoot¦strap": true } } }')).toContain(
      'server_tls_bootstrap',
    );
    expect(at('{ "auth_config": { "service_principal_secret": "hunter¦2" } }')).not.toContain('hunter2');
    expect(at('#cloud-config\nrun¦cmd: [ls]\n', 'a.cloud-config.yaml')).toMatch(
      /Commands that run once[^]*docs\.cloud-init\.io/,
    );
    const blob = Buffer.from('#cloud-config\nwrite_files: [{path: /etc/a, content: x}]\n').toString('base64');
    expect(at(`{"osProfile":{"customData":"${blob}¦"}}`, 'vm.json')).toMatch(
      /customData.*base64 › cloud-config[^]*\/etc\/a/,
    );
  });
});
