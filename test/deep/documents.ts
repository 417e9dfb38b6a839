import { limits } from '../../server/src/core/limits.js';
import { tar } from '../support/tar.js';

/** A document whose nesting is the problem. */
export interface DeepDocument {
  readonly title: string;
  readonly name: string;
  readonly text: string;
}

/** Nesting where a grammar has no limit: more than calls of a small stack. */
const deep = 5_000;

/** A little above a limit. */
const above = (limit: number): number => limit + 10;

const base64 = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');

/** `open` and `close` around a middle, so often. */
function nested(count: number, open: string, middle: string, close: string): string {
  return open.repeat(count) + middle + close.repeat(count);
}

const scaleSet = (inner: string): string =>
  `{"type":"Microsoft.Compute/virtualMachineScaleSets","properties":{"virtualMachineProfile":{"osProfile":{"customData":"IyEvYmluL3No","x":${inner}}},"x":${inner}}}`;
const template = (members: string): string =>
  `{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","contentVersion":"1.0.0.0",${members}}`;
const customData = (expression: string): string =>
  `"resources":[{"type":"Microsoft.Compute/virtualMachines","properties":{"osProfile":{"customData":${JSON.stringify(expression)}}}}]`;
const statuses = (inner: string): string =>
  `{"vmAgent":${inner},"statuses":[{"code":"ProvisioningState/failed/VMExtensionProvisioningError","message":"exit status=50"}],"x":${inner}}`;

/** Documents of each kind that is JSON, with a value of ours somewhere. */
const jsonKinds: Readonly<Record<string, (inner: string) => string>> = {
  'a list': (inner) => inner,
  'a node config': (inner) => `{"version":"v1","kubelet_config":{"kubelet_flags":${inner}},"x":${inner}}`,
  'a scale set': scaleSet,
  'a virtual machine': (inner) =>
    `{"type":"Microsoft.Compute/virtualMachines","tags":${inner},"properties":{"osProfile":${inner},"storageProfile":{"x":${inner}}}}`,
  'an instance view': statuses,
  'a template': (inner) =>
    template(
      `"parameters":{"p":{"type":"object","defaultValue":${inner}},"s":{"type":"secureObject","defaultValue":${inner}}},"variables":{"v":${inner}},${customData("[string(variables('v'))]")}`,
    ),
  'an Ignition config': (inner) => `{"ignition":{"version":"3.4.0","config":${inner}},"storage":{"files":${inner}}}`,
  'an activity log': (inner) =>
    `{"operationName":"x","eventTimestamp":"2026-01-01T00:00:00Z","properties":{"requestbody":${JSON.stringify(scaleSet(inner))}},"x":${inner}}`,
  'settings of an extension': (inner) =>
    `{"commandToExecute":"/bin/bash -c ls","fileUris":${inner},"protectedSettings":${inner}}`,
  'a goal state': (inner) => `{"hostGAPluginVersion":"1","extensionGoalStates":${inner}}`,
  'a Kubernetes secret': (inner) => `{"apiVersion":"v1","kind":"Secret","data":${inner},"stringData":{"a":"b"}}`,
  'options of Karpenter': (inner) => `{"ClusterName":"a","CABundle":"b","KubeletConfig":${inner},"Labels":${inner}}`,
  'a pool of Karpenter': (inner) =>
    `{"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":${inner},"spec":${inner}}`,
  'a status': (inner) =>
    `[{"version":1,"timestampUTC":"2026-01-01T00:00:00Z","status":{"operation":"Enable","status":"error","formattedMessage":{"lang":"en","message":"exit status 50"},"substatus":${inner}}}]`,
  'a provisioning status': (inner) => `{"ExitCode":"50","Output":"failed","Error":"","ExecDuration":"1","x":${inner}}`,
  'lines of JSON': (inner) => `{"a":${inner}}\n{"b":${inner}}\n`,
  'a JSON string': (inner) => JSON.stringify(`{"properties":{"osProfile":{"customData":${inner}}}}`),
  'an instance data file': (inner) => `{"v1":${inner},"ds":${inner}}`,
};

const jsonNesting: Readonly<Record<string, (count: number) => string>> = {
  lists: (count) => nested(count, '[', '1', ']'),
  objects: (count) => nested(count, '{"a":', '1', '}'),
  'open lists': (count) => '['.repeat(count),
  'lists in objects': (count) => nested(count >> 1, '{"a":[', '1', ']}'),
};

function* jsonDocuments(): Generator<DeepDocument> {
  for (const [kind, document] of Object.entries(jsonKinds)) {
    // All kinds share one reader of JSON.
    const isAny = kind === 'a list';
    for (const nesting of isAny ? Object.keys(jsonNesting) : ['lists in objects']) {
      const value = jsonNesting[nesting]?.(isAny ? above(limits.jsonDepth) : deep) ?? '';
      yield { title: `${kind} with ${nesting}`, name: 'a.json', text: document(value) };
    }
  }
}

const yamlNesting: Readonly<Record<string, (count: number) => string>> = {
  'flow lists': (count) => nested(count, '[', '1', ']'),
  'flow mappings': (count) => nested(count, '{a: ', '1', '}'),
  'open flow lists': (count) => '['.repeat(count),
  'block lists': (count) => `\n${'- '.repeat(count)}1`,
  'keys that are mappings': (count) => `\n  ${'? '.repeat(count)}1`,
  'keys that are lists': (count) => nested(count, '[? ', '1', ']'),
  'block mappings': (count) =>
    `\n${Array.from({ length: Math.min(count, 1_000) }, (_, level) => `${' '.repeat(level + 1)}a:`).join('\n')} 1`,
};

/** An entry of a chain, with an alias of the entry before it. */
type ChainEntry = (index: number, alias: string) => string;

/** Entries of a YAML document that contain each other. */
function aliasChain(count: number, entry: ChainEntry, first = 'x'): string {
  return Array.from(
    { length: count },
    (_, index) => `a${index}: &a${index} ${entry(index, index === 0 ? first : `*a${index - 1}`)}\n`,
  ).join('');
}

const mostAliases = limits.yamlAliases - 10;

const aliasChains: Readonly<Record<string, readonly [count: number, entry: ChainEntry, first?: string]>> = {
  lists: [mostAliases, (_, alias) => `[${alias}]`],
  mappings: [mostAliases, (_, alias) => `{a: ${alias}}`],
  'deep lists': [100, (_, alias) => nested(190, '[', alias, ']')],
  'deep mappings': [100, (_, alias) => nested(190, '{a: ', alias, '}')],
  'merged mappings': [mostAliases, (index, alias) => `{<<: ${alias}, k${index}: 1}`, '{x: 1}'],
  'merged lists': [mostAliases, (_, alias) => `{<<: [${alias}]}`, '{x: 1}'],
};

const yamlKinds: Readonly<Record<string, (inner: string) => string>> = {
  'a cloud-config': (inner) => `#cloud-config\nruncmd: ${inner}\n`,
  'a file of a cloud-config': (inner) => `#cloud-config\nwrite_files: ${inner}\n`,
  'an unknown key': (inner) => `#cloud-config\nunknown: ${inner}\n`,
  'a template with a cloud-config': (inner) => `## template: jinja\n#cloud-config\nbootcmd: ${inner}\n`,
  'a manifest': (inner) => `apiVersion: v1\nkind: Secret\ndata: ${inner}\n`,
  'a pool': (inner) => `apiVersion: karpenter.sh/v1\nkind: NodePool\nspec: ${inner}\n`,
  'an archive': (inner) => `#cloud-config-archive\n- content: ${inner}\n`,
};

function* yamlDocuments(): Generator<DeepDocument> {
  for (const [kind, document] of Object.entries(yamlKinds)) {
    for (const [nesting, value] of Object.entries(yamlNesting)) {
      // What is deeper than the limit is not read.
      for (const count of [limits.yamlDepth - 10, above(limits.yamlDepth)])
        yield { title: `${kind} with ${count} ${nesting}`, name: 'a.yaml', text: document(value(count)) };
    }
  }
  for (const [what, [count, entry, first]] of Object.entries(aliasChains)) {
    const text = aliasChain(count, entry, first);
    const uses = `runcmd: [*a${count - 1}]\nwrite_files: [*a${count - 1}]\n`;
    yield { title: `commands with a chain of ${what}`, name: 'a.yaml', text: `#cloud-config\n${text}${uses}` };
  }
  const self = '#cloud-config\na: &a [*a]\nruncmd: &b {b: *b}\nwrite_files: &c [*c]\n';
  yield { title: 'a cloud-config that contains itself', name: 'a.yaml', text: self };
}

/** Jinja expressions that are as long or as deep as their count. */
const expressions: Readonly<Record<string, (count: number) => string>> = {
  sums: (count) => `1${'+1'.repeat(count)}`,
  products: (count) => `1${'*1'.repeat(count)}`,
  powers: (count) => `1${'**1'.repeat(count)}`,
  concatenations: (count) => `1${'~1'.repeat(count)}`,
  comparisons: (count) => `1${'<1'.repeat(count)}`,
  attributes: (count) => `v1${'.a'.repeat(count)}`,
  subscripts: (count) => `v1${'[0]'.repeat(count)}`,
  'nested subscripts': (count) => nested(count, 'a[', '0', ']'),
  calls: (count) => `range${'()'.repeat(count)}`,
  'nested calls': (count) => nested(count, 'range(', '0', ')'),
  methods: (count) => `"a"${'.upper()'.repeat(count)}`,
  filters: (count) => `"x"${'|lower'.repeat(count)}`,
  'filters with arguments': (count) => `"x"${'|default("")'.repeat(count)}`,
  'nested filters': (count) => nested(count, 'x|default(', '0', ')'),
  tests: (count) => `1${' is defined'.repeat(count)}`,
  alternatives: (count) => `1${' if 1 else 1'.repeat(count)}`,
  disjunctions: (count) => `0${' or 0'.repeat(count)}`,
  conjunctions: (count) => `1${' and 1'.repeat(count)}`,
  negations: (count) => `${'not '.repeat(count)}1`,
  signs: (count) => `${'-'.repeat(count)}1`,
  parentheses: (count) => nested(count, '(', '1', ')'),
  lists: (count) => nested(count, '[', '1', ']'),
  dictionaries: (count) => nested(count, '{1:', '1', '}'),
  tuples: (count) => nested(count, '(', '1', ',)'),
};

const statements: Readonly<Record<string, (count: number) => string>> = {
  conditions: (count) => nested(count, '{% if 1 %}', 'x', '{% endif %}'),
  'further conditions': (count) => `{% if 0 %}${'{% elif 0 %}x'.repeat(count)}{% endif %}`,
  loops: (count) => nested(count, '{% for a in [1] %}', 'x', '{% endfor %}'),
  captures: (count) => nested(count, '{% set a %}', 'x', '{% endset %}'),
  'with blocks': (count) => nested(count, '{% with %}', 'x', '{% endwith %}'),
  'filter blocks': (count) => nested(count, '{% filter lower %}', 'x', '{% endfilter %}'),
  'a value that contains itself often': (count) =>
    `{% set ns = namespace(a=[]) %}{% for i in range(${count}) %}{% set ns.a = [ns.a] %}{% endfor %}{{ ns.a }}{{ ns.a|tojson }}{{ ns.a == ns.a }}{{ ns.a < ns.a }}{{ [ns.a, ns.a]|sort }}{{ ns.a|string|length }}`,
  'a dictionary that contains itself often': (count) =>
    `{% set ns = namespace(a={}) %}{% for i in range(${count}) %}{% set ns.a = {"a": ns.a} %}{% endfor %}{{ ns.a }}{{ ns.a|tojson }}{{ ns.a == ns.a }}`,
  'assignments that build on each other': (count) =>
    `{% set a = [1] %}${'{% set a = [a] %}'.repeat(count)}{{ a }}{{ a|tojson }}{{ a == a }}{{ a|join }}`,
};

function* jinjaDocuments(): Generator<DeepDocument> {
  const head = '## template: jinja\n#cloud-config\n';
  for (const [what, write] of Object.entries(expressions)) {
    for (const count of [limits.templateDepth - 10, above(limits.templateLinks)]) {
      const expression = write(count);
      const uses = `hostname: {{ ${expression} }}\n`;
      yield { title: `a template with ${count} ${what}`, name: 'a.yaml', text: head + uses };
      yield {
        title: `a template with a condition of ${count} ${what}`,
        name: 'a.yaml',
        text: `${head}{% if ${expression} %}{% endif %}\n`,
      };
    }
  }
  for (const [what, write] of Object.entries(statements)) {
    for (const count of [limits.templateDepth - 10, deep])
      yield { title: `a template with ${count} ${what}`, name: 'a.yaml', text: `${head}hostname: ${write(count)}\n` };
  }
}

const armExpressions: Readonly<Record<string, (count: number) => string>> = {
  calls: (count) => nested(count, 'concat(', "'a'", ')'),
  members: (count) => `variables('v')${'.a'.repeat(count)}`,
  indices: (count) => `variables('v')${'[0]'.repeat(count)}`,
  'nested indices': (count) => nested(count, "variables('v')[", '0', ']'),
  'open calls': (count) => 'base64('.repeat(count),
  conditions: (count) => nested(count, 'if(true(), ', "'a'", ", 'b')"),
  'encoded texts': (count) => nested(count, 'base64(', "'a'", ')'),
};

function* armDocuments(): Generator<DeepDocument> {
  for (const [what, write] of Object.entries(armExpressions)) {
    for (const count of [limits.armDepth - 10, deep]) {
      const expression = `[${write(count)}]`;
      yield { title: `a template with ${count} ${what}`, name: 'a.json', text: template(customData(expression)) };
      yield { title: `an expression of ${count} ${what}`, name: 'a.txt', text: expression };
    }
  }
  const chain = (count: number, write: (next: string) => string): string =>
    `"variables":{${Array.from({ length: count }, (_, index) => `"v${index}":${JSON.stringify(write(`variables('v${index + 1}')`))}`).join(',')},"v${count}":"x"}`;
  for (const count of [limits.armDepth - 10, deep]) {
    const of = (write: (next: string) => string): string =>
      template(`${chain(count, write)},${customData("[base64(variables('v0'))]")}`);
    yield { title: `${count} variables of each other`, name: 'a.json', text: of((next) => `[${next}]`) };
    yield { title: `${count} variables in functions`, name: 'a.json', text: of((next) => `[concat('a', ${next})]`) };
    const parameters = Array.from(
      { length: count },
      (_, index) => `"p${index}":{"type":"string","defaultValue":"[parameters('p${index + 1}')]"}`,
    ).join(',');
    const text = template(`"parameters":{${parameters}},${customData("[base64(parameters('p0'))]")}`);
    yield { title: `${count} parameters of each other`, name: 'a.json', text };
  }
  let inner = customData("[base64('#!/bin/sh')]");
  for (let level = 0; level < deep / 10; level++)
    inner = `"resources":[{"type":"Microsoft.Resources/deployments","properties":{"expressionEvaluationOptions":{"scope":"outer"},"template":{${inner}}}}]`;
  yield { title: 'templates in each other', name: 'a.json', text: template(inner) };
}

const shellNesting: Readonly<Record<string, (count: number) => string>> = {
  substitutions: (count) => nested(count, '$(', 'ls', ')'),
  'quoted substitutions': (count) => nested(count, '"$(', 'ls', ')"'),
  'open substitutions': (count) => '$('.repeat(count),
  'open quoted substitutions': (count) => '"$('.repeat(count),
  'defaults of variables': (count) => nested(count, '${a:-', 'ls', '}'),
  'quoted defaults of variables': (count) => nested(count, '"${a:-', 'ls', '}"'),
  'open defaults of variables': (count) => '"${a:-'.repeat(count),
  arithmetic: (count) => nested(count, '$((', '1', '))'),
  backquotes: (count) => '`'.repeat(count),
  subshells: (count) => nested(count, '(', 'ls', ')'),
  groups: (count) => nested(count, '{ ', 'ls', '; }'),
  'process substitutions': (count) => nested(count, '<(', 'ls', ')'),
  'here-documents in substitutions': (count) => nested(count, '$(cat <<A\n', 'x', '\nA\n)'),
  'here-documents': (count) => 'cat <<A\n'.repeat(count),
  'here-documents of one line': (count) => `cat ${'<<A '.repeat(count)}\n${'A\n'.repeat(count)}`,
  conditions: (count) => nested(count, 'if ls; then\n', 'ls', '\nfi'),
};

function* shellDocuments(): Generator<DeepDocument> {
  for (const [what, write] of Object.entries(shellNesting)) {
    const nesting = write(deep);
    yield { title: `a script with ${what}`, name: 'a.sh', text: `#!/bin/bash\necho ${nesting}\n` };
    yield { title: `a command with ${what}`, name: 'a.txt', text: `A=${nesting} /bin/bash -c ${nesting}` };
  }
}

function* mimeDocuments(): Generator<DeepDocument> {
  const multipart = (count: number): string =>
    Array.from(
      { length: count },
      (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\nMIME-Version: 1.0\n\n--b${level}\n`,
    ).join('');
  const messages = 'Content-Type: message/rfc822\nMIME-Version: 1.0\n\n';
  for (const count of [limits.mimeDepth - 2, above(limits.mimeDepth)]) {
    const body = 'Content-Type: text/cloud-config\n\n#cloud-config\n';
    yield { title: `${count} multiparts in each other`, name: 'a.txt', text: multipart(count) + body };
    yield { title: `${count} messages in each other`, name: 'a.txt', text: messages.repeat(count) + body };
  }
  const comment = `MIME-Version: 1.0\nContent-Type: text/plain${nested(deep, '(', 'x', ')')}\n\nx\n`;
  yield { title: 'a header with nested comments', name: 'a.txt', text: comment };
  let archive = '#cloud-config\n';
  for (let level = 0; level < 8; level++) archive = `#cloud-config-archive\n- ${JSON.stringify(archive)}\n`;
  yield { title: 'archives in each other', name: 'a.yaml', text: archive };
}

function* otherDocuments(): Generator<DeepDocument> {
  const elements = nested(deep, '<a>', 'x', '</a>');
  yield {
    title: 'a goal state with elements in each other',
    name: 'a.xml',
    text: `<Extensions>${elements}</Extensions>`,
  };
  yield {
    title: 'an ovf-env with elements in each other',
    name: 'a.xml',
    text: `<Environment>${elements}</Environment>`,
  };
  const tomlNesting: Readonly<Record<string, (count: number) => string>> = {
    arrays: (count) => `a = ${nested(count, '[', '1', ']')}`,
    'inline tables': (count) => `a = ${nested(count, '{a = ', '1', '}')}`,
    keys: (count) => `${'a.'.repeat(count)}a = 1`,
    tables: (count) => `[${'a.'.repeat(count)}a]`,
  };
  for (const [what, write] of Object.entries(tomlNesting)) {
    for (const count of [limits.tomlDepth - 10, above(limits.tomlDepth)]) {
      const content = JSON.stringify(`${write(count)}\n`);
      const text = `#cloud-config\nwrite_files:\n- path: /etc/containerd/config.toml\n  content: ${content}\n`;
      yield { title: `a TOML file with ${count} ${what}`, name: 'a.yaml', text };
    }
  }
  const jsonFile = JSON.stringify(nested(deep, '[', '1', ']'));
  const daemon = `#cloud-config\nwrite_files:\n- path: /etc/docker/daemon.json\n  content: ${jsonFile}\n`;
  yield { title: 'a JSON file', name: 'a.yaml', text: daemon };
  const yamlFile = JSON.stringify(nested(190, '[', '1', ']'));
  const kubeconfig = `#cloud-config\nwrite_files:\n- path: /var/lib/kubelet/kubeconfig\n  content: ${yamlFile}\n`;
  yield { title: 'a YAML file', name: 'a.yaml', text: kubeconfig };
  const der = Buffer.from(Array.from({ length: deep }, () => [0x30, 0x83, 0x01, 0x00, 0x00]).flat());
  const pem = `-----BEGIN CERTIFICATE-----\n${base64(der)}\n-----END CERTIFICATE-----\n`;
  yield { title: 'a certificate', name: 'a.json', text: `{"version":"v1","kubernetes_ca_cert":"${base64(pem)}"}` };
  let encoded = 'hello, this is a text';
  for (let level = 0; level < 30; level++) encoded = base64(encoded);
  yield { title: 'base64 in base64', name: 'a.txt', text: encoded };
  let escaped = '{"a":1}';
  for (let level = 0; level < 14; level++) escaped = JSON.stringify({ properties: { requestbody: escaped } });
  yield { title: 'JSON in JSON', name: 'a.json', text: escaped };
  let archive: Uint8Array = tar({ path: 'a', content: 'x' });
  for (let level = 0; level < 30; level++)
    archive = tar({ path: 'a', content: Buffer.from(archive).toString('latin1') });
  const inTar = `{"ignition":{"version":"3.4.0"},"storage":{"files":[{"path":"/a","contents":{"source":"data:;base64,${base64(archive)}"}}]}}`;
  yield { title: 'archives in archives', name: 'a.json', text: inTar };
  yield {
    title: 'a trace with a deep prefix',
    name: 'a.log',
    text: `${'+'.repeat(deep)} echo a\n${'+'.repeat(deep)} exit 50\n`,
  };
  yield {
    title: 'a log with brackets',
    name: 'a.log',
    text: `exit status 50 ${'['.repeat(deep)}{"ExitCode":"50"}\n${'{"a":'.repeat(deep)}\n`,
  };
  yield {
    title: 'a table with brackets',
    name: 'a.csv',
    text: `Operation name,Properties\nx,"${nested(deep, '[', '1', ']')}"\n`,
  };
  yield {
    title: 'secrets in brackets',
    name: 'a.txt',
    text: `password=${nested(deep, '(', 'x', ')')} token: ${nested(deep, '{"a":', '1', '}')} ${nested(deep, "password='", 'x', "'")}\n`,
  };
  yield { title: 'a data address in data addresses', name: 'a.txt', text: `${'data:;base64,'.repeat(deep)}\n` };
  const percent = `%${'25'.repeat(deep)}41`;
  yield {
    title: 'escapes in escapes',
    name: 'a.txt',
    text: `password=${percent} ${'\\'.repeat(deep)}"a ${'&amp;'.repeat(deep)} ${'\\u005c'.repeat(deep)}\n`,
  };
}

/** Documents of every grammar, as deep as its limit allows and deeper. */
export function* deepDocuments(): Generator<DeepDocument> {
  yield* yamlDocuments();
  yield* jinjaDocuments();
  yield* armDocuments();
  yield* shellDocuments();
  yield* mimeDocuments();
  yield* otherDocuments();
  yield* jsonDocuments();
}
