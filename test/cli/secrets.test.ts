import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();

const secret = 'Gr4nite-harb0ur';
const other = 'Br1ttle-lantern';

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

/** Documents with one secret, by file name. */
const documents: Readonly<Record<string, string>> = {
  'list.cloud-config.yaml': `#cloud-config\nfoo_unknown: 1\nchpasswd: {list: "root:${secret}"}\n`,
  'block.cloud-config.yaml': `#cloud-config\nchpasswd:\n  list:\n    - root:${secret}\nfoo_unknown: 1\n`,
  'commands.cloud-config.yaml': `#cloud-config\nruncmd:\n  - curl -u admin:${secret} https://a.example\n  - [az, login, --password, ${secret}]\nfoo_unknown: 1\n`,
  'content.cloud-config.yaml': `#cloud-config\nwrite_files:\n  - path: /etc/app\n    permissions: 0644\n    content: "password=${secret}"\n`,
  'compressed.cloud-config.yaml': `#cloud-config\nwrite_files:\n  - path: /etc/app\n    encoding: gz+b64\n    content: ${base64(gzipSync(`CLIENT_SECRET=${secret}\nand more\n`))}\nfoo_unknown: 1\n`,
  'wrapped.cloud-config.yaml': `#cloud-config\nwrite_files:\n  - path: /etc/app\n    permissions: 0644\n    encoding: b64\n    content: |\n${base64(
    `# settings of the application, which are long enough for several lines\nCLIENT_SECRET=${secret}\n`,
  ).replace(/.{1,40}/g, '      $&\n')}`,
  'misspelt.node-config.json': `{\n  "version": "v1",\n  "servicePrincipalSecrt": "${secret}"\n}\n`,
  'cse.txt': `A=1 /opt/setup login --password ${secret} --user a`,
  'trace.log': `+ az login --service-principal -p ${secret}\n+ curl -u admin:${secret} https://a.example\n+ setup --password ${secret}\n+ exit 50\nEnable failed: failed to execute command: command terminated with exit status=50\n`,
  'settings.json': JSON.stringify({
    fileUris: [`https://a.blob.core.windows.net/c/setup.sh?sv=1&sig=${secret}`],
    commandToExecute: `sh setup.sh --token ${secret}`,
  }),
  'vmss.json': JSON.stringify({
    virtualMachineProfile: {
      osProfile: { adminPassword: secret, customData: base64(`#!/bin/sh\n/opt/login ${secret}\n`) },
    },
  }),
  'template.json': JSON.stringify({
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    parameters: { joining: { type: 'securestring', defaultValue: secret } },
    resources: [
      {
        type: 'Microsoft.Compute/virtualMachineScaleSets',
        apiVersion: '2024-03-01',
        name: 'pool',
        properties: {
          virtualMachineProfile: {
            osProfile: { customData: "[base64(concat('#!/bin/sh\n/opt/join ', parameters('joining'), '\n'))]" },
          },
        },
      },
    ],
  }),
};

const outputs = [
  ['validate'],
  ['validate', '--format', 'json'],
  ['validate', '--format', 'sarif'],
  ['validate', '--format', 'github'],
  ['decode', '--text', '--arm-defaults'],
  ['decode', '--format', 'json', '--arm-defaults'],
  ['decode', '--format', 'json', '--text', '--arm-defaults'],
  ['explain'],
  ['explain', '--format', 'json'],
  ['explain', '--timeline'],
  ['explain', '--timeline', '--format', 'markdown'],
];

/** Whether a text has the secret, also in base64 with any alignment. */
function shows(text: string, wanted: string): boolean {
  const encoded = [0, 1, 2].map((shift) => base64(' '.repeat(shift) + wanted).slice(shift === 0 ? 0 : 4, -4));
  return [wanted, ...encoded].some((spelling) => text.includes(spelling));
}

describe.each(Object.entries(documents))('the secret in %s', (name, content) => {
  const path = file(name, content);

  it('is in no output', async () => {
    for (const command of outputs) {
      const { out, err } = await call([...command, path]);
      expect(shows(out + err, secret), command.join(' ')).toBe(false);
    }
  });

  it('is in no comparison, where one that differs has another mask', async () => {
    const content2 = name.startsWith('compressed')
      ? content.replace(/content: .*/, `content: ${base64(gzipSync(`CLIENT_SECRET=${other}\nand more\n`))}`)
      : content.replaceAll(secret, other);
    const second = file(`second-${name}`, content2);
    for (const format of ['text', 'json']) {
      const { out } = await call(['diff', '--format', format, path, second]);
      expect(shows(out, secret) || shows(out, other), format).toBe(false);
      const same = await call(['diff', '--format', format, path, path]);
      expect(same.out).not.toContain('********#2');
    }
  });

  it('is in no extracted file', async () => {
    const target = join(folder, `extracted-${name}`);
    await call(['decode', '--arm-defaults', '--extract', target, path]);
    for (const entry of filesIn(target)) expect(shows(entry, secret)).toBe(false);
  });
});

/** The names and contents of the files below a folder. */
function filesIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) =>
      entry.isFile() ? [entry.name + readFileSync(join(entry.parentPath, entry.name), 'latin1')] : [entry.name],
    );
  } catch {
    return [];
  }
}

describe('masks', () => {
  const password = (value: string): string => `#cloud-config\npassword: ${value}\n`;

  it('are equal for equal secrets and differ for others, in all files of a call', async () => {
    const paths = [secret, other, secret].map((value, index) => file(`masks-${index}.yaml`, password(value)));
    const { out } = await call(['validate', '--format', 'json', ...paths]);
    const { results } = JSON.parse(out) as { results: { cloudInit: { parsed: { password: string } } }[] };
    expect(results.map(({ cloudInit }) => cloudInit.parsed.password)).toEqual(['********', '********#2', '********']);
  });

  it('show in a comparison that a secret differs', async () => {
    const [one, two] = [file('one.yaml', password(secret)), file('two.yaml', password(other))];
    const { out } = await call(['diff', one, two]);
    expect(out).toContain('    - "********"\n    + "********#2"\n');
  });

  it('hide the value of an option among the words of a command', async () => {
    const { out } = await call([
      'decode',
      '--format',
      'json',
      file('words.txt', `A=1 /opt/setup --password ${secret}`),
    ]);
    expect(JSON.parse(out)).toMatchObject({ results: [{ command: ['/opt/setup', '--password', '********'] }] });
  });

  it('keep the columns of a frame, also for base64 of several lines', async () => {
    const path = file('wrapped-frame.yaml', documents['wrapped.cloud-config.yaml'] ?? '');
    const { out } = await call(['validate', path]);
    expect(out).toMatch(/\|\s+permissions: 0644\n/);
    expect((await call(['validate', '--show-secrets', path])).out.length).toBe(out.length);
  });

  it('are left out on request', async () => {
    const path = file('shown.yaml', password(secret));
    const { out } = await call(['validate', '--format', 'json', '--show-secrets', path]);
    expect(out).toContain(secret);
  });

  it('hide secrets in arguments that an error repeats', async () => {
    const { err } = await call(['validate', '--node-image', 'token=Gr4nite-harb0ur', 'x']);
    expect(err).toContain('--node-image must be');
    expect(err).not.toContain(secret);
  });

  it('leave what a rendering has under the names of secrets', async () => {
    const { out } = await call(['render', 'karpenter', 'test/samples/shop.bootstrap-options.json']);
    expect(out).toContain(`SERVICE_PRINCIPAL_FILE_CONTENT="${base64('msi')}"`);
    expect(out).toContain('TLS_BOOTSTRAP_TOKEN="********"');
  });

  it('hide a secret of a config wherever a rendering repeats it', async () => {
    const config = JSON.parse(readFileSync('test/samples/aks-node-controller-config.json', 'utf8')) as object;
    const repeating = {
      ...config,
      auth_config: { service_principal_id: 'a', service_principal_secret: secret },
      custom_cloud_config: { custom_env_json_content: `for ${secret} only` },
    };
    const path = file('repeating.node-config.json', JSON.stringify(repeating));
    for (const what of ['env', 'node-files', 'custom-data']) {
      const { out } = await call(['render', what, ...(what === 'custom-data' ? ['--decoded'] : []), path]);
      expect(shows(out, secret), what).toBe(false);
    }
  });
});
