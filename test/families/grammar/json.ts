import { type Families, items, nested } from '../family.js';

const config = (members: string): string =>
  `{"version":"v1","api_server_config":{"api_server_name":"a"},"auth_config":{"subscription_id":"00000000-0000-0000-0000-000000000001"},"cluster_config":{"resource_group":"r","location":"eastus","cluster_network_config":{"vnet_name":"v","route_table":"t"}},${members}}`;
const name = 'aks-node-controller-config.json';
const inConfig = (write: (size: number, value: (index: number) => string) => string) => ({
  name,
  write: (size: number, value: (index: number) => string) => config(write(size, value)),
});

/** Node configs and other JSON. */
export const jsonFamilies: Families = {
  'JSON: unknown keys': inConfig((size, value) => items(size, (i) => `"unknown_${i}":"${value(i)}"`, ',')),
  'JSON: keys like known ones': inConfig((size, value) =>
    items(size, (i) => `"kubelet_confi${i.toString(36)}":"${value(i)}"`, ','),
  ),
  'JSON: keys of a map': inConfig(
    (size, value) =>
      `"kubelet_config":{"kubelet_node_labels":{${items(size, (i) => `"label-${i}":"${value(i)}"`, ',')}}}`,
  ),
  'JSON: flags': inConfig(
    (size, value) => `"kubelet_config":{"kubelet_flags":{${items(size, (i) => `"--flag-${i}":"${value(i)}"`, ',')}}}`,
  ),
  'JSON: duplicate keys': inConfig((size, value) =>
    items(size, (i) => `"kubernetes_version":"1.3${i % 5}.${value(i)}"`, ','),
  ),
  'JSON: duplicate keys in two spellings': inConfig((size, value) =>
    items(size, (i) => `"${i % 2 === 0 ? 'kubernetes_version' : 'kubernetesVersion'}":"${value(i)}"`, ','),
  ),
  'JSON: entries of a list': inConfig(
    (size, value) => `"custom_ca_certs":[${items(size, (i) => `"${value(i)}${i}"`, ',')}]`,
  ),
  'JSON: nested lists': inConfig((size) => `"x":${nested(size, '[', '1', ']')}`),
  'JSON: nested objects': inConfig((size) => `"x":${nested(size, '{"a":', '1', '}')}`),
  'JSON: nested objects on lines': inConfig((size) => {
    const levels = Math.floor(Math.sqrt(size / 2));
    return `"x":${Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}{"a":\n`).join('')}1${'}'.repeat(levels)}`;
  }),
  'JSON: unclosed lists': inConfig((size) => `"x":${'['.repeat(size)}`),
  'JSON: a long string': inConfig((size) => `"kubernetes_version":"${'value '.repeat(size / 6)}"`),
  'JSON: strings that never end': inConfig((size) => items(size, (i) => `"a${i}":"b\n`)),
  'JSON: escapes': inConfig((size) => `"kubernetes_version":"${'\\u0061\\n\\"'.repeat(size / 10)}"`),
  'JSON: backslashes': inConfig((size) => `"kubernetes_version":"${'\\\\'.repeat(size / 2)}"`),
  'JSON: invalid escapes': inConfig((size) => `"kubernetes_version":"${'\\q'.repeat(size / 2)}"`),
  'JSON: a long number': inConfig((size) => `"cse_timeout":1.${'0'.repeat(size)}1`),
  'JSON: numbers': inConfig((size) => `"x":[${items(size, (i) => `${i}e${i % 9}`, ',')}]`),
  'JSON: line comments': inConfig((size, value) => `${items(size, (i) => `// ${value(i)}\n`)}"cse_timeout":1`),
  'JSON: block comments': inConfig((size, value) => `${items(size, (i) => `/* ${value(i)} */`)}"cse_timeout":1`),
  'JSON: an unclosed comment': inConfig((size) => `"x":1,${'/* value '.repeat(size / 9)}`),
  'JSON: spaces': inConfig((size) => `${' '.repeat(size)}"cse_timeout":1`),
  'JSON: empty lines': inConfig((size) => `${'\n'.repeat(size)}"cse_timeout":1`),
  'JSON: Windows line endings': inConfig((size, value) =>
    items(size, (i) => `\r\n  "unknown_${i}": "${value(i)}"`, ','),
  ),
  'JSON: missing commas': inConfig((size, value) => items(size, (i) => `"unknown_${i}":"${value(i)}"\n`)),
  'JSON: surplus commas': inConfig((size) => `"x":[${','.repeat(size)}]`),
  'JSON: secrets of many kinds': inConfig((size, value) =>
    items(
      size,
      (i) =>
        [
          `"password_${i}":"${value(i)}-${i}-Q7x!"`,
          `"sas_${i}":"https://a.blob.core.windows.net/c?sv=2022-11-02&sig=${i}${value(i)}abcdefghijklmnopqrstuvwx%3D"`,
          `"connection_${i}":"AccountName=a;AccountKey=${i}${value(i)}abcdefghijklmnopqrstuvwxyz0123456789=="`,
          `"token_${i}":"${(i % 1_000_000).toString().padStart(6, 'a')}.0123456789abcdef"`,
          `"command_${i}":"az login -u u -p ${value(i)}${i}"`,
        ][i % 5] ?? '',
      ',',
    ),
  ),
  'JSON: one secret in many places': inConfig(
    (size) =>
      `"bootstrapping_config":{"tls_bootstrapping_token":"abcdef.0123456789abcdef"},${items(size, (i) => `"u${i}":"x abcdef.0123456789abcdef y"`, ',')}`,
  ),
  'JSON: words with a plus before ://': inConfig((size) => `"x":"${'a+'.repeat(size / 2)}://x"`),
  'JSON: beginnings of tokens': inConfig((size) => `"x":"${'eyJ'.repeat(size / 3)}"`),
  'JSON: URLs': inConfig((size) => `"x":"${items(size, (i) => `https://host${i}.example/a `)}"`),
  'JSON: JSON in strings, nested': {
    name: 'log.json',
    write: (size) => {
      let text = JSON.stringify({ a: '{"version":"v1"}' });
      while (text.length < size) text = JSON.stringify({ a: text });
      return text;
    },
  },
  'JSON: lines of JSON': {
    name: 'events.json',
    write: (size, value) => items(size, (i) => `{"operationName":"${value(i)}","properties":{"statusMessage":"a"}}\n`),
  },
  'JSON: a list of scale sets': {
    name: 'list.vmss.json',
    write: (size, value) =>
      `[${items(
        size,
        (i) =>
          `{"name":"vmss-${i}","location":"${value(i)}","virtualMachineProfile":{"osProfile":{"customData":"${base64Text(value(i))}"}}}`,
        ',',
      )}]`,
  },
  'JSON: extensions of a scale set': {
    name: 'a.vmss.json',
    write: (size, value) =>
      `{"name":"a","virtualMachineProfile":{"osProfile":{},"extensionProfile":{"extensions":[${items(
        size,
        (i) => `{"name":"e${i}","properties":{"settings":{"commandToExecute":"echo ${value(i)}"}}}`,
        ',',
      )}]}}}`,
  },
  'JSON: members of the model of a scale set': {
    name: 'a.vmss.json',
    write: (size, value) =>
      `{"name":"a","virtualMachineProfile":{"osProfile":{}},"tags":{${items(size, (i) => `"t${i}":"${value(i)}"`, ',')}}}`,
  },
  'JSON: payloads of one name': {
    name: 'a.vmss.json',
    write: (size, value) =>
      `{"virtualMachineProfile":{"osProfile":{${items(size, (i) => `"customData":"${base64Text(value(i))}"`, ',')}}}}`,
  },
  'Bootstrap options: unknown keys': {
    name: 'a.bootstrap-options.json',
    write: (size, value) => `{"ClusterName":"a",${items(size, (i) => `"Unknown${i}":"${value(i)}"`, ',')}}`,
  },
  'Bootstrap options: labels': {
    name: 'a.bootstrap-options.json',
    write: (size, value) => `{"ClusterName":"a","Labels":{${items(size, (i) => `"l${i}":"${value(i)}"`, ',')}}}`,
  },
  'CSE settings: links': {
    name: 'a.json',
    write: (size, value) =>
      `{"fileUris":[${items(size, (i) => `"https://host/${value(i)}/${i}"`, ',')}],"commandToExecute":"ls"}`,
  },
};

function base64Text(text: string): string {
  return Buffer.from(`#cloud-config\nhostname: ${text}\n`).toString('base64');
}
