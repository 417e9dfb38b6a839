import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { b64, script } from './writeBackCases.js';
import { decodeReport } from '../../support/decodeReport.js';

const cloudConfig = '#cloud-config\nwrite_files:\n- path: /etc/a.conf\n  content: a=1\n';
const ignition = '{"ignition":{"version":"3.4.0"},"storage":{"files":[{"path":"/a","contents":{"source":"data:,b"}}]}}';

/** The Secret that Cluster API writes for a machine. */
const bootstrapSecret = (value: string, format = 'cloud-config', indent = ''): string =>
  [
    'apiVersion: v1',
    'kind: Secret',
    'metadata:',
    '  name: example-md-0-abcde',
    'type: cluster.x-k8s.io/secret',
    'data:',
    `  value: ${value}`,
    `  format: ${b64(format)}`,
    '',
  ]
    .map((line) => (line === '' ? line : indent + line))
    .join('\n');

const found = (text: string): string[] =>
  (decodeReport(analyse('secret.yaml', text)).payloads ?? []).map(
    ({ pointer, layers }) => `${pointer} ${layers.join(' ')}`,
  );

describe('user data in a Kubernetes Secret', () => {
  it.each([
    ['a cloud-config of Cluster API', bootstrapSecret(b64(cloudConfig)), ['/data/value base64 cloud-config']],
    ['an Ignition config of Cluster API', bootstrapSecret(b64(ignition), 'ignition'), ['/data/value base64 ignition']],
    ['gzip data', bootstrapSecret(b64(gzipSync(cloudConfig))), ['/data/value base64 gzip cloud-config']],
    [
      'base64 in lines of a block',
      bootstrapSecret(`|\n    ${b64(cloudConfig).slice(0, 40)}\n    ${b64(cloudConfig).slice(40)}`),
      ['/data/value base64 cloud-config'],
    ],
    [
      'text in stringData',
      'kind: Secret\napiVersion: v1\nstringData:\n  userdata: |\n    #!/bin/sh\n    ls\n',
      ['/stringData/userdata shell-script'],
    ],
    [
      'several documents',
      `apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n---\n${bootstrapSecret(b64(cloudConfig))}`,
      ['/1/data/value base64 cloud-config'],
    ],
    [
      'a list',
      `apiVersion: v1\nkind: List\nitems:\n- ${bootstrapSecret(b64(cloudConfig), 'cloud-config', '  ').trimStart()}`,
      ['/items/0/data/value base64 cloud-config'],
    ],
    [
      'JSON',
      JSON.stringify({ apiVersion: 'v1', kind: 'Secret', data: { 'user-data': b64(cloudConfig) } }),
      ['/data/user-data base64 cloud-config'],
    ],
  ])('is found in %s', (_, text, payloads) => {
    expect(found(text)).toEqual(payloads);
    expect(validate(analyse('secret.yaml', text)).problems).toEqual([]);
  });

  it('shows the format of the manifest first', () => {
    expect(decodeReport(analyse('a.yaml', bootstrapSecret(b64(cloudConfig)))).layers).toEqual([
      'yaml',
      'kubernetes-secret',
      'base64',
      'cloud-config',
    ]);
  });

  it("does not include passwords, certificates, a kubeconfig or values that aren't strings", () => {
    const members = { password: 'pa55word', cert: '-----BEGIN CERTIFICATE-----\nMII=\n', value: 'kind: Config\n' };
    const data = Object.entries(members).map(([name, text]) => `  ${name}: ${b64(text)}\n`);
    expect(found(`apiVersion: v1\nkind: Secret\ndata:\n${data.join('')}  port: 8080\n  on: true\n  none:\n`)).toEqual(
      [],
    );
    expect(found('apiVersion: v1\nkind: Secret\n')).toEqual([]);
    expect(found('apiVersion: v1\nkind: Secret\ndata: null\n')).toEqual([]);
  });

  it('is validated, with problems at the value', () => {
    const text = bootstrapSecret(b64('#cloud-config\nhostnme: a\n'));
    const [problem, ...others] = validate(analyse('secret.yaml', text)).problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'cloud-config/unknown-key', layers: ['/data/value', 'base64'] });
    expect(text.slice(problem?.span.start, problem?.span.end)).toBe(b64('#cloud-config\nhostnme: a\n'));
  });

  it('is reported as damaged base64 if Cluster API gives its format', () => {
    expect(
      validate(analyse('secret.yaml', bootstrapSecret(`${b64(cloudConfig)}!`))).problems.map(({ code }) => code),
    ).toEqual(['payload/base64-invalid']);
  });

  it('stops at the limit of payloads', () => {
    const members = Array.from({ length: 5 }, (_, index) => `  m${index}: ${b64(script)}\n`).join('');
    const content = `apiVersion: v1\nkind: Secret\ndata:\n${members}`;
    const analysis = new Analysis({ name: 'secret.yaml', content, limits: { childrenPerPayload: 3 } }, nodePlatform);
    expect(analysis.root.children).toHaveLength(3);
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['payload/limit-children']);
  });
});

describe('a member of a Secret that is given twice', () => {
  it.each([
    ['YAML', (a: string, b: string) => `apiVersion: v1\nkind: Secret\ndata:\n  a: ${a}\n  a: ${b}\n`],
    ['JSON', (a: string, b: string) => `{"apiVersion":"v1","kind":"Secret","data":{"a":"${a}","a":"${b}"}}`],
  ])('has two addresses, and the one that counts the plain one, in %s', (_, manifest) => {
    const other = script.replace('#!/bin/sh', '#!/bin/bash');
    const { root } = analyse('secret.yaml', manifest(b64(script), b64(other)));
    expect(
      root.children.map((child) => child.is === 'field' && [child.pointer, child.overridden, child.payload.text]),
    ).toEqual([
      ['/data/a#1', true, script],
      ['/data/a', undefined, other],
    ]);
  });
});

describe('the kind of a manifest', () => {
  it.each([
    ['a Secret', 'apiVersion: v1\nkind: Secret\ndata: {}\n', 'kubernetes'],
    ['quoted', 'apiVersion: "v1"\nkind: "Secret"\n', 'kubernetes'],
    ['a Secret as JSON', '{"kind": "Secret", "apiVersion": "v1", "data": {}}', 'kubernetes'],
    ['another resource', 'apiVersion: v1\nkind: ConfigMap\ndata: {}\n', 'unknown'],
    ['a Secret of another group', 'apiVersion: example.com/v1\nkind: Secret\n', 'unknown'],
    ['a template of Helm', 'apiVersion: v1\nkind: Secret\ndata:\n  value: {{ .Values.data | b64enc }}\n', 'unknown'],
    [
      'a cloud-config that writes a manifest',
      '#cloud-config\nwrite_files:\n- path: /a\n  content: |\n    apiVersion: v1\n    kind: Secret\n',
      'cloud-config',
    ],
  ])('%s', (_, text, kind) => {
    expect(analyse('manifest', text).kind).toBe(kind);
  });

  it('differs for a Helm template and a Secret with a Jinja template', () => {
    const text =
      'apiVersion: v1\nkind: Secret\nstringData:\n  a: |\n    ## template: jinja\n    #cloud-config\n    hostname: {{ v1.region }}\n';
    expect(found(text)).toEqual(['/stringData/a jinja-template cloud-config']);
  });
});
