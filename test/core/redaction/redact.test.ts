import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import {
  explainFailures,
  maskingOf,
  redact,
  type RedactableFile,
  type Redaction,
  validate,
} from '../../../server/src/core/index.js';
import { type Layer, layers } from '../../support/layers.js';
import { CanarySearch } from '../../canary/search.js';
import { analyse } from '../../support/analyse.js';
import { unmasked } from '../../support/maskings.js';
import { runs } from '../../support/runs.js';
import { secretKinds } from '../../support/secretKinds.js';
import { replaceCases } from '../payload/writeBackCases.js';

const folder = 'test/samples';
/** Pictures have no text that could be redacted. */
const samples: readonly RedactableFile[] = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.png'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ name: relative(folder, path), content: new Uint8Array(readFileSync(path)) }));

function redacted(files: readonly RedactableFile[], pseudonyms = true): Redaction {
  return redact(files, { platform: nodePlatform, pseudonyms });
}

/** The text of one redacted file. */
function textOf(content: string, name = 'case.txt', pseudonyms = true): string {
  const { files, manifest } = redacted([{ name, content }], pseudonyms);
  expect(manifest.notRedacted).toEqual([]);
  return files[0]?.text ?? '';
}

/** Base64 of a text with so many spaces behind it that no padding is needed. */
function encodedText(text: string): string {
  return Buffer.from(text.padEnd(Math.ceil(text.length / 3) * 3)).toString('base64');
}

/** Every text in a file, in all layers. */
function textsIn({ name, content }: RedactableFile): string[] {
  return [...analyse(name, content).documents()].flatMap(({ text }) => text ?? []);
}

/** What a file means, independent of its names. */
function meaningOf({ name, content }: RedactableFile): object {
  const analysis = analyse(name, content);
  return {
    documents: [...analysis.documents()].map(({ kind, layers: names, steps }) => [kind, names, steps.length]),
    problems: validate(analysis).problems.map(({ code, pointer }) => [code, pointer]),
    failures: explainFailures(analysis.text, { masking: unmasked }).map(({ exitCode, errorName, phase, silence }) => [
      exitCode,
      errorName,
      phase,
      silence?.kind,
    ]),
  };
}

function resultsOf({ files }: Redaction): RedactableFile[] {
  return files.map(({ name, bytes }) => ({ name, content: bytes }));
}

describe('a redacted bundle of the samples', () => {
  const result = redacted(samples);
  const files = resultsOf(result);

  it('has the same payloads, problems and explanations', () => {
    expect(result.manifest.notRedacted).toEqual([]);
    for (const { file, differences, replacedWhole } of result.manifest.files)
      expect([file, differences, replacedWhole]).toEqual([file, [], []]);
    expect(files.map(meaningOf)).toEqual(samples.map(meaningOf));
  });

  it('contains neither its secrets nor its names in any layer', () => {
    const left = files.flatMap(textsIn).join('\n');
    for (const original of ['contoso', '12345678', 'shop', '40321617', '1a2b3c4d', 'abcdef.0123456789abcdef'])
      expect(left.split(/[^A-Za-z0-9.]+/)).not.toContain(original);
    expect(left).not.toMatch(/72f988bf|b24988ac|07401b|f395accd/);
  });

  it('has the same names for the same originals in all files', () => {
    const group = (name: string): string | undefined =>
      /MC_\w+/.exec(files.flatMap((file) => (file.name === name ? textsIn(file) : [])).join('\n'))?.[0];
    expect(group('vmss.json')).toMatch(/^MC_zz\w+_pool_eastus$/);
    expect(group('vmss.json')).toBe(group('aks-node-controller-config.json'));
  });

  it('stays as it is when it is redacted again', () => {
    expect(redacted(files).files.map(({ text }) => text)).toEqual(result.files.map(({ text }) => text));
  });

  it('has a manifest without originals', () => {
    expect(JSON.stringify(result.manifest.files.map(({ file: _, ...counts }) => counts))).not.toMatch(/contoso|shop\b/);
    expect(result.manifest.files.find(({ file }) => file === 'vmss.json')).toMatchObject({
      kind: 'vmss-json',
      secrets: { 'bootstrap token': 1 },
      pseudonyms: { id: 4 },
    });
  });

  it('keeps names without pseudonyms', () => {
    const { manifest, files: named } = redacted(samples, false);
    expect(
      manifest.files.every(({ differences, pseudonyms }) => differences.length === 0 && pseudonyms === undefined),
    ).toBe(true);
    const changed = named.filter(({ name, text }) => text !== Buffer.from(readFileSync(join(folder, name))).toString());
    expect(changed.map(({ name }) => name).sort()).toEqual([
      'aks-node-controller-config.json',
      'case/aks-node-controller-config.json',
      'faulty.node-config.json',
      'shop.bootstrap-options.json',
      'shop.karpenter-settings.yaml',
      'vmss.json',
    ]);
  });
});

const script = (password: string): string =>
  `#!/bin/bash\nRESOURCE_GROUP=fabrikam-payroll\nexport CLIENT_SECRET=${password}\naz group show -n fabrikam-payroll # 20.51.7.9\n`;

describe('secrets and names', () => {
  it.each([
    ['a URL', 'https://bob:Tr0ub4dorPW@h/x', 'Tr0ub4dorPW'],
    ['a webhook', 'https://hooks.slack.com/services/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', 'C6Resqj'],
    ['XML', '<UserName>a</UserName><UserPassword>HuKhaZ21bZfHJ7</UserPassword>', 'HuKhaZ21bZfHJ7'],
    ['lines', '  passwd: >-\n    HuyHZU8YigoWh7\n  name: a', 'HuyHZU8YigoWh7'],
    ['a known secret', '--x=Quokka-71-harbour/y', 'Quokka-71-harbour'],
  ])('in a key, as %s, are replaced in the paths of problems, too', (_, key, secret) => {
    const content = JSON.stringify({
      version: 'v1',
      auth_config: { service_principal_secret: 'Quokka-71-harbour' },
      kubelet_config: { kubelet_flags: { [key]: '1' }, [key]: 2 },
      [key]: 3,
    });
    for (const pseudonyms of [false, true]) {
      const { files, manifest } = redacted([{ name: 'a.node-config.json', content }], pseudonyms);
      expect(manifest).toMatchObject({ files: [{ differences: [] }], notRedacted: [] });
      expect(files[0]?.text).not.toContain(secret);
    }
  });

  it.each(layers.map((layer): [string, Layer] => [layer.name, layer]))('are replaced in %s', (_, layer) => {
    const kind = 'a password';
    const secret = 'Quokka-71-harbour';
    const original = layer.wrap({ name: 'script.sh', content: script(secret) });
    const { files, manifest } = redacted([original]);
    for (const { bytes } of files) {
      expect(new CanarySearch([{ kind, secret }]).leaksIn(Buffer.from(bytes).toString('latin1'))).toEqual([]);
      expect(textsIn({ name: original.name, content: bytes }).join('\n')).not.toMatch(/fabrikam|payroll|20\.51\.7\.9/);
    }
    for (const { differences, replacedWhole } of manifest.files)
      if (replacedWhole.length === 0) expect(differences).toEqual([]);
    expect(files.length + manifest.notRedacted.length).toBe(1);
  });

  const inLog = (text: string): string => `Nov 22 10:00:51 a ignition[1]:  "source": ${text}\n`;
  const secret = 'Quokka-71-harbour';
  const encoded = Buffer.from(script(secret)).toString('base64');
  const lines = encoded.replace(/.{76}/g, '$&\n');
  it.each([
    ['a data URL in a log', inLog(`"data:,${encodeURIComponent(JSON.stringify({ script: encoded }))}"`)],
    ['lines of a JSON string', JSON.stringify({ note: `script: ${lines}` })],
    ['lines of a JSON string in a log', inLog(JSON.stringify({ script: lines }))],
    ['lines of JSON in a JSON string in a log', inLog(JSON.stringify(JSON.stringify({ script: lines })))],
  ])('are replaced in base64 in %s', (_, content) => {
    const { files, manifest } = redacted([{ name: 'a.log', content }]);
    const texts = files.map(({ text }) => decodeURIComponent(text).replaceAll(/\\+n/g, ''));
    expect(texts.flatMap((text) => new CanarySearch([{ kind: 'a password', secret }]).leaksIn(text))).toEqual([]);
    expect(Object.values(manifest.files[0]?.secrets ?? {})).toEqual([1]);
  });

  // Without padding, so that a word on the next line looks like more of it.
  const unpadded = encodedText(`gpg --batch --passphrase ${secret} -c file\n`);
  it.each([
    ['a key', `binary:\n  user-data: ${unpadded}\ndata:\n  a: b\n`, '\ndata:\n  a: b\n'],
    ['a variable', `SCRIPT=${unpadded}\nHOME_PATH="/root"\n`, '\nHOME_PATH="/root"\n'],
    ['the end of a loop', `for i in 1; do\n  echo ${unpadded}\ndone\n`, '\ndone\n'],
    ['lines of base64 and a word', `cat ${unpadded.replace(/.{40}/g, '$&\n')}\n  exit\n`, '\n  exit\n'],
  ])('are replaced in base64 before %s, which stays', (_, content, rest) => {
    const text = textOf(content);
    expect(new CanarySearch([{ kind: 'a password', secret }]).leaksIn(text)).toEqual([]);
    expect(text.endsWith(rest)).toBe(true);
  });

  it.each<[string, BufferEncoding]>([
    ['Latin-1', 'latin1'],
    ['UTF-16', 'utf16le'],
  ])('are replaced in base64 of text in %s', (_, encoding) => {
    const content = `note: ${Buffer.from(`password=${secret}\nname=caf\u00e9 au lait\n`, encoding).toString('base64')} end\n`;
    const text = textOf(content);
    expect(new CanarySearch([{ kind: 'a password', secret }]).leaksIn(text)).toEqual([]);
    expect(text).toMatch(/^note: \S{40}.* end\n$/);
  });

  it.each(replaceCases.map((one): [string, (typeof replaceCases)[number]] => [one.what, one]))(
    'leave the payloads, problems and explanations of %s as they are',
    (_, { name, content, kind }) => {
      const { manifest, files } = redacted([{ name, content, kind }]);
      expect(manifest.notRedacted).toEqual([]);
      // Everything in a Kubernetes Secret that isn't user data is a secret as a whole.
      const others = manifest.files.flatMap(({ differences }) =>
        differences.filter((line) => !line.includes('/data/other')),
      );
      expect(others).toEqual([]);
      expect(redacted(resultsOf({ files, manifest }).map((file) => ({ ...file, kind }))).files[0]?.text).toBe(
        files[0]?.text,
      );
    },
  );
});

describe('what is around a document', () => {
  const cloudConfig = '#cloud-config\nruncmd: [ls]\n';
  const machine = JSON.stringify({ osProfile: { customData: Buffer.from(cloudConfig).toString('base64') } });
  it.each<readonly [string, (text: string) => string]>([
    ['a machine in a ticket', (text) => `${text}\n${machine}\n${text}\n`],
    ['a code fence', (text) => `${text}\n\n\`\`\`yaml\n${cloudConfig}\`\`\`\n\n${text}\n`],
    ['quoted lines', (text) => `> ${text}\n>\n> ${machine}\n> ${text}\n`],
    ['the output of a run command', (text) => `Enable succeeded: \n[stdout]\n${cloudConfig}\n[stderr]\n${text}\n`],
    [
      'the output of a run command in JSON',
      (text) =>
        JSON.stringify({ value: [{ message: `Enable succeeded: \n[stdout]\n${cloudConfig}\n[stderr]\n${text}\n` }] }),
    ],
    ['base64 in pieces', (text) => `B="I2Nsb3VkLWNvbmZp" \\\n"ZwpydW5jbWQ6IFtsc10K"\n${text}\n`],
    ['a string of PowerShell', (text) => `${text}\n$a = @'\n${cloudConfig}'@\n${text}\n`],
    ['JSON with other text behind it', (text) => `{"properties": {"osProfile": {}}}\n#cloud-config\n${text}\n`],
  ])('is redacted: %s', (_, document) => {
    for (const secret of ['the password: Tr4verse-the-gate', 'chpasswd:\n  list: |\n    root:Tr4verse-the-gate']) {
      const result = textOf(document(secret), 'case.txt', false);
      expect(result).not.toContain('Tr4verse-the-gate');
      // Nothing else changes.
      expect(result.replace(/(?<=password: |root:)[\w-]+/g, 'Tr4verse-the-gate')).toBe(document(secret));
    }
  });
});

describe('the default of a secure parameter', () => {
  it.each(['azuredeploy.json', 'a.node-config.json', 'case.txt'])('is redacted in %s', (name) => {
    const template = {
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
      parameters: { line: { type: 'securestring', defaultValue: 'Tr4verse-the-gate' } },
      resources: [],
    };
    expect(textOf(JSON.stringify(template), name)).not.toContain('Tr4verse-the-gate');
  });
});

describe('each kind of secret that outputs mask', () => {
  it.each(secretKinds)('$name: is replaced', ({ name, secret, text }) => {
    const original = secret(7);
    const content = `line one\n${text(original)}\nlast line\n`;
    const search = new CanarySearch([{ kind: name, secret: original }]);
    const masking = maskingOf([analyse('case.log', content)]);
    const result = textOf(content, 'case.log', false);
    expect(search.leaksIn(result).length).toBeLessThanOrEqual(search.leaksIn(masking.text(content)).length);
    expect(result.split('\n')).toHaveLength(content.split('\n').length);
  });
});

describe('names', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'resource ids',
      '/subscriptions/5a1f6b0e-9a43-4b7e-8f0e-2c1d9b7a6e55/resourceGroups/tailspin-rg/providers/Microsoft.Compute/virtualMachines/falcon-7/extensions/vmssCSE',
      ['5a1f6b0e', 'tailspin', 'falcon'],
    ],
    [
      'resource ids in URLs',
      'GET https://management.azure.com/subscriptions%2F5a1f6b0e-9a43-4b7e-8f0e-2c1d9b7a6e55%2FresourceGroups%2Ftailspin',
      ['5a1f6b0e', 'tailspin'],
    ],
    ['managed groups', 'in MC_tailspin-toys_falcon_westeurope now', ['tailspin', 'toys', 'falcon']],
    [
      'machines of scale sets',
      'aks-blimp-31415926-vmss00000a is not ready; aks-blimp-31415926-vmss_10 is',
      ['31415926', 'blimp'],
    ],
    [
      'host names of log lines',
      'Nov 22 10:00:00 zeppelin-host kubelet[12]: started\nzeppelin-host is up',
      ['zeppelin'],
    ],
    ['hosts of API servers', '"fqdn": "tailspin-dns-9f8e7d6c.hcp.westeurope.azmk8s.io"', ['tailspin', '9f8e7d6c']],
    ['e-mail addresses', '"caller": "ada.lovelace@tailspintoys.com"', ['ada', 'lovelace', 'tailspintoys']],
    [
      'users',
      '#cloud-config\nusers:\n  - name: lovelace\nruncmd:\n  - [chown, lovelace, /home/lovelace/x]\n',
      ['lovelace'],
    ],
    ['upper-case names', 'RESOURCE_GROUP=TAILSPIN\n/resourcegroups/tailspin/x', ['tailspin', 'TAILSPIN']],
    ['names behind escapes', '{"hostname":"zeppelin","message":"a\\nzeppelin\\tb C:\\\\zeppelin"}', ['zeppelin']],
    ['tenants', 'https://login.microsoftonline.com/5a1f6b0e-9a43-4b7e-8f0e-2c1d9b7a6e55/oauth2', ['5a1f6b0e']],
    ['IPv4 addresses', 'from 10.11.12.13 to 20.51.7.9', ['10.11.12.13', '20.51.7.9']],
    ['IPv6 addresses', 'from fd12:3456:789a::17 to 2603:1030:403:3::1a9', ['fd12:3456', '2603:1030']],
  ])('%s are replaced', (_, text, originals) => {
    const result = textOf(text);
    for (const original of originals) expect(result).not.toContain(original);
  });

  it.each([
    ['addresses of Azure and loopback', 'to 168.63.129.16, 169.254.169.254, 127.0.0.1, 0.0.0.0, ::1 and 255.255.255.0'],
    ['versions', 'WALinuxAgent-2.11.1.12, version 5.15.0.1060, "agentVersion":"2.9.1.1"'],
    [
      'public images',
      '/subscriptions/109a5e88-712a-48ae-9078-9ca8b3c81345/resourceGroups/AKS-Ubuntu/providers/Microsoft.Compute/galleries/AKSUbuntu/images/2204gen2containerd/versions/202605.27.0',
    ],
    ['public hosts', 'curl https://mcr.microsoft.com/v2/ https://packages.aks.azure.com'],
    [
      'ordinary words',
      'adminUsername=azureuser resource_group=rg-prod location=westeurope hostname=localhost user=root',
    ],
    ['times and hashes', '12:34:56 2026-11-22T10:00:00Z 0123456789abcdef'],
    ['variables', 'USER_NAME="$ADMIN_USER" MOBY_VERSION=3.0.8 TLS_BOOTSTRAP=1'],
  ])('%s stay', (_, text) => {
    expect(textOf(text)).toBe(text);
  });

  it('never change a longer word', () => {
    expect(textOf('hostname=zeppelin zeppelins azeppelin')).toMatch(/^hostname=zz\w+ zeppelins azeppelin$/);
  });

  it('keep a DNS service IP in its network, and private addresses private', () => {
    const result = textOf('service 10.77.0.0/16 dns 10.77.0.10 pod 10.200.3.4 vm 192.168.9.20 vpn 172.20.1.1');
    const [, network = '', dns = '', , vm = '', vpn = ''] =
      /service ([\d.]+)\.0\.0\/16 dns ([\d.]+) pod ([\d.]+) vm ([\d.]+) vpn ([\d.]+)/.exec(result) ?? [];
    expect(dns.startsWith(`${network}.0.`)).toBe(true);
    expect(vm).toMatch(/^192\.168\./);
    expect(vpn).toMatch(/^172\.(?:1[6-9]|2\d|3[01])\./);
  });

  it('are not replaced by other originals, or by themselves', () => {
    const addresses = [
      '10.0.0.4',
      '10.0.0.5',
      '10.0.0.2',
      '10.224.0.4',
      '10.128.1.1',
      '192.168.0.1',
      '172.16.0.1',
      '172.17.0.2',
    ];
    const result = textOf(addresses.join('\n')).split('\n');
    expect(result.filter((address) => addresses.includes(address))).toEqual([]);
    expect(textOf(result.join('\n')).split('\n')).toEqual(result);
    expect(textOf('no proxy for 10.0.0.0/8,192.168.0.0/16,172.16.0.0/12')).toBe(
      'no proxy for 10.0.0.0/8,192.168.0.0/16,172.16.0.0/12',
    );
  });

  it('of addresses are different for different originals, and the same for the same', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.ipV4(), { minLength: 2, maxLength: 40 }), (addresses) => {
        const twice = [...addresses, ...addresses].map((address) => `to ${address} now`);
        const result = textOf(twice.join('\n')).split('\n');
        expect(new Set(result).size).toBe(addresses.length);
        expect(result.slice(addresses.length)).toEqual(result.slice(0, addresses.length));
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('files that cannot be redacted', () => {
  it('are left out with the reason', () => {
    const { files, manifest } = redacted([
      { name: 'picture.png', content: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]) },
      { name: 'cut.gz', content: nodePlatform.gzip(Buffer.from(script('x').repeat(50))).subarray(0, 60) },
      { name: 'fine.txt', content: 'nothing here\n' },
    ]);
    expect(files.map(({ name, text }) => [name, text])).toEqual([['fine.txt', 'nothing here\n']]);
    expect(manifest.notRedacted.map(({ file }) => file)).toEqual(['picture.png', 'cut.gz']);
  });

  it('do not include compressed logs and UTF-16, which keep their encoding', () => {
    const text = 'password=Quokka-71-harbour\n';
    const packed = nodePlatform.gzip(Buffer.from(text));
    const marked = Buffer.from(`\ufeff${text}`, 'utf16le');
    const { files } = redacted([
      { name: 'a.log.gz', content: packed },
      { name: 'b.log', content: new Uint8Array(marked) },
    ]);
    const [first, second] = files.map(({ bytes }) => bytes);
    const unpacked = Buffer.from(nodePlatform.gunzip(first ?? packed, 1_000).bytes).toString();
    expect(unpacked).toMatch(/^password=(?!Quokka)\w{6}-\d\d-\w{7}\n$/);
    expect(Buffer.from(second ?? marked).toString('utf16le')).toBe(`\ufeff${unpacked}`);
  });
});
