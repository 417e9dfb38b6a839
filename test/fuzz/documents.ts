import { parseJson } from '../../server/src/core/formats/json/parse.js';
import { walk } from '../../server/src/core/formats/tree/node.js';
import { sampleTexts } from '../support/samples.js';
import type { Random } from './random.js';

/** A text with the name of its file. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

const config = {
  version: 'v1',
  vm_size: 'Standard_D4s_v5',
  is_vhd: true,
  cse_timeout: '900',
  kubernetes_version: '1.33.1',
  workload_runtime: 'WORKLOAD_RUNTIME_OCI_CONTAINER',
  runc_config: { runc_version: '1.2', runc_package_url: '' },
  bootstrapping_config: { bootstrapping_auth_method: 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN' },
  cluster_config: { cloud_provider_config: { rate_limit_qps_write: 1, rate_limit_bucket_write: 2 } },
  kubelet_config: {
    kubelet_flags: { '--max-pods': '30', '--node-ip': '10.0.0.4' },
    kubelet_node_labels: { team: 'a', 'kubernetes.azure.com/mode': 'user' },
    kubelet_config_file_config: { feature_gates: { KubeletTracing: true }, max_pods: 30 },
  },
  enabled_features: { a: '1' },
};

const cloudConfig = `#cloud-config
# Comment
hostname: node
apt_update: true
package_upgrade: no
packages:
  - jq
  - [curl, 8.1]
users:
  - name: someone
    sudo: false
    lock_passwd: yes
    passwd: '!'
write_files:
  - path: /etc/a
    permissions: 0644
    owner: root:root
    content: |
      text
  - path: /opt/azure/containers/aks-node-controller-config.json
    permissions: '0600'
    content: |
      {"version": "v1", "vm_size": "a"}
  - {path: /etc/b, encoding: b64, content: aGk=}
runcmd:
  - [ls, -l]
  - echo hi
ntp:
  enabled: true
  servers: [a.example.com]
mounts:
  - [sda1, /mnt]
growpart: {mode: auto, devices: ['/']}
`;

const userData = `MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/cloud-config; charset="utf-8"

#cloud-config
apt_update: true
hostname: 12

--b
Content-Type: text/x-shellscript

#!/bin/bash
cat <<'EOF' >/opt/azure/containers/aks-node-controller-config.json
{"version": "v1", "vmSize": "a", "is_vhd": "true"}
EOF
--b--
`;

const bootstrapOptions = {
  clusterName: 'shop',
  clusterEndpoint: 'https://shop.example.com',
  kubeletConfig: { maxPods: 30, imageGCHighThresholdPercent: 85, cpuCFSQuotaPeriod: '100ms' },
  taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }],
  labels: { team: 'a' },
};

const unit = `[Unit]
Description=Example
After=network-online.target

[Service]
Type=oneshot
ExecStart=/bin/true
`;

const ignition = {
  ignition: { version: '3.4.0' },
  storage: { files: [{ path: '/etc/a', mode: 420, contents: { source: 'data:,hi' } }] },
  systemd: { units: [{ name: 'a.service', enabled: true, contents: unit }] },
};

const scaleSet = {
  location: 'westeurope',
  sku: { name: 'Standard_D4s_v5' },
  properties: {
    virtualMachineProfile: {
      osProfile: { customData: Buffer.from(cloudConfig).toString('base64') },
      extensionProfile: {
        extensions: [
          {
            name: 'vmssCSE',
            properties: {
              publisher: 'Microsoft.Azure.Extensions',
              type: 'CustomScript',
              protectedSettings: {
                commandToExecute: `cat <<'EOF' >/opt/azure/containers/aks-node-controller-config.json\n${JSON.stringify(config)}\nEOF\n`,
              },
            },
          },
        ],
      },
    },
  },
};

const lines = (value: unknown): string => JSON.stringify(value, null, 2);
const windows = (text: string): string => text.replaceAll('\n', '\r\n');

/** Documents of every kind whose problems have fixes; node configs and cloud-configs twice, since they have the most. */
const seeds: readonly NamedText[] = Object.entries({
  'a.node-config.json': [
    JSON.stringify(config),
    JSON.stringify(config),
    lines(config),
    lines(config),
    windows(lines(config)),
  ],
  'a.cloud-config.yaml': [
    cloudConfig,
    cloudConfig,
    cloudConfig,
    windows(cloudConfig),
    `## template: jinja\n${cloudConfig}{% if v1.region %}\ntimezone: {{ v1.region }}\n{% endif %}\n`,
    `#cloud-config\n${lines({ hostname: 'a', apt_update: true, write_files: [{ path: '/a', permissions: 644 }] })}`,
  ],
  'user-data.txt': [
    cloudConfig,
    userData,
    windows(userData),
    '#cloud-config-archive\n- type: text/cloud-config\n  content: |\n    #cloud-config\n    apt_update: true\n- "#!/bin/sh\\nls\\n"\n',
    '#cloud-config-jsonp\n[{"op": "add", "path": "/runcmd", "value": ["ls"]}]\n',
    '#include\nhttps://a.example.com/b\n',
    `#!/bin/sh\ncat <<EOF >/etc/systemd/system/a.service\n${unit}EOF\n`,
  ],
  'a.bootstrap-options.json': [JSON.stringify(bootstrapOptions), lines(bootstrapOptions)],
  'a.ign': [JSON.stringify(ignition), lines(ignition)],
  'vmss.json': [lines(scaleSet), JSON.stringify(JSON.stringify(scaleSet))],
  sample: sampleTexts.filter((text) => text.length < 12_000),
}).flatMap(([name, texts]) => texts.map((text) => ({ name, text })));

/** Words with a meaning in one of the formats. */
const words: readonly string[] = [
  ...['!', '! 12', '!!str ', '&a ', '*a', '- ', '? ', '"', "'", ',', ':', ': ', '{', '}', '[', ']', '#', '|', '>-'],
  ...['//\n', '/* */', '\t', '\u00a0', '\ufeff', '\u200b', '\r\n', '\n', ' ', '<<: ', '---\n', '...\n', '=', '~'],
  ...['## template: jinja\n', '# template: jinja\n', '#cloud-config\n', '#Cloud-Config', '#!/bin/sh\n'],
  ...['{{ v1.region }}', '{% if x %}', '{% endif %}', '--b\n', 'Content-Type: text/cloud-config\n'],
  ...['Content-Transfer-Encoding: base64\n', 'MIME-Version: 1.0\n', '\\n', '\\u0041', '[]', '{}', '""', '"0644"'],
  ...['12', '012', '1.0', '1e', 'yes', 'null', 'true', 'True', 'None', '2024-01-01', 'package_update', '0600'],
];

const wordPattern = /[\w.-]+/g;

/** All words of the seeds: names and values to confuse with each other. */
const vocabulary: readonly string[] = [...new Set(seeds.flatMap(({ text }) => text.match(wordPattern) ?? []))].filter(
  (word) => word.length < 60,
);

/** A document with one to four changes that keep most of its structure. */
export function mutatedDocument(random: Random): NamedText {
  const { name, text } = random.pick(seeds);
  let changed = text;
  for (let changes = random.below(4); changes >= 0; changes--) changed = mutatedText(changed, random);
  return { name, text: changed };
}

function mutatedText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  switch (random.below(8)) {
    case 0:
    case 1:
      return withOtherWord(text, random);
    case 2:
      return withOtherLine(text, random);
    case 3:
    case 4:
      return withOtherMember(text, random);
    case 5:
      return text.slice(0, at) + random.pick(words) + text.slice(at);
    case 6: {
      const starts = Array.from(
        text.matchAll(/^[ \t]*(?=\S)|[:,[{] ?/gm),
        ({ index, 0: { length } }) => index + length,
      );
      const start = random.pick([0, ...starts]);
      return text.slice(0, start) + random.pick(words) + text.slice(start);
    }
    default:
      return text.slice(0, at) + text.slice(at + 1 + random.below(3));
  }
}

/** Replaces a word by a similar or another one. */
function withOtherWord(text: string, random: Random): string {
  const found = [...text.matchAll(wordPattern)];
  if (found.length === 0) return text;
  const { index, 0: word } = random.pick(found);
  const other = random.below(2) === 0 ? misspelt(word, random) : random.pick([...vocabulary, ...words]);
  return text.slice(0, index) + other + text.slice(index + word.length);
}

function misspelt(word: string, random: Random): string {
  const at = random.below(word.length);
  return random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    word.toUpperCase(),
    word.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    word.replaceAll('_', '-'),
    `${word}s`,
  ]);
}

/** Repeats, removes, moves or indents a line. */
function withOtherLine(text: string, random: Random): string {
  const all = text.split(/(?<=\n)/);
  const at = random.below(all.length);
  const line = all[at] ?? '';
  switch (random.below(6)) {
    case 0:
      all.splice(at, 1);
      break;
    case 1:
      all.splice(at, 0, line);
      break;
    case 2:
      all.splice(
        at,
        0,
        line.replace(/[\w-]+/, (word) => misspelt(word, random)),
      );
      break;
    case 3:
      all.splice(random.below(all.length), 0, ...all.splice(at, 1));
      break;
    case 4:
      all[at] = `  ${line}`;
      break;
    default:
      all[at] = line.replace(/^ {2}/, '');
  }
  return all.join('');
}

const values: readonly string[] = [
  ...['null', 'true', '"true"', '12', '"12"', '1.0', '-1', '1e3', '99999999999', '""', '[]', '{}'],
];

/** Repeats a member of JSON under its own or a similar name, removes or renames it, or changes its value. */
function withOtherMember(text: string, random: Random): string {
  const objects = [...walk(parseJson(text).root)].flatMap(({ node }) =>
    node.kind === 'object' && node.members.length > 0 ? [node] : [],
  );
  if (objects.length === 0) return withOtherLine(text, random);
  const { members } = random.pick(objects);
  const { span, key, value } = random.pick(members);
  const other = random.pick(members);
  const name = (of: string): string => JSON.stringify(misspelt(of || 'a', random));
  const insert = (member: string): string =>
    text.slice(0, span.start) + member + random.pick([',', ', ', ',\n']) + text.slice(span.start);
  switch (random.below(6)) {
    case 0:
      return insert(text.slice(span.start, span.end));
    case 1:
      return insert(name(key.name) + text.slice(key.span.end, span.end));
    case 2:
      return text.slice(0, key.span.start) + name(other.key.name) + text.slice(key.span.end);
    case 3:
      return text.slice(0, span.start) + text.slice(span.end);
    default: {
      if (value === undefined) return text;
      const was = text.slice(value.span.start, value.span.end);
      const next = random.pick([...values, `[${was}]`, `{"a":${was}}`, JSON.stringify(was)]);
      return text.slice(0, value.span.start) + next + text.slice(value.span.end);
    }
  }
}
