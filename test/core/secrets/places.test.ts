import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, type DocumentKind, validate } from '../../../server/src/core/index.js';
import { toValue } from '../../../server/src/core/formats/tree/expand.js';
import { searching, secretsIn } from '../../../server/src/core/documentSecrets.js';
import { maskingOf } from '../../../server/src/core/masking.js';
import { analyse } from '../../support/analyse.js';
import { secretPlaces } from '../../support/secretPlaces.js';

describe('the places of secrets', () => {
  it.each(secretPlaces)('$name is in a document of the kind $kind', ({ kind, document }) => {
    const { name, text } = document('CLIENT_SECRET=Tr4verse-the-gate');
    expect(analyse(name, text).kind).toBe(kind);
  });

  it.each(secretPlaces.filter(({ isSecret }) => isSecret))(
    'any value of $name is known as a secret',
    ({ document }) => {
      const { name, text } = document('Tr4verse the gate!');
      expect(secretsIn(analyse(name, text)).secrets.map(({ value }) => value)).toContain('Tr4verse the gate!');
    },
  );
});

describe('the search of a list of machines', () => {
  const list = (count: number, commandOf: (index: number) => string): Analysis =>
    analyse(
      'list.json',
      JSON.stringify(
        Array.from({ length: count }, (_, index) => ({
          virtualMachineProfile: { osProfile: { customData: Buffer.from(commandOf(index)).toString('base64') } },
        })),
      ),
    );
  const command = '#cloud-config\npassword: Tr4verse\n';

  it('searches equal texts once', () => {
    const steps = (analysis: Analysis): number => [...searching(analysis)].length;
    expect(steps(list(20, () => command))).toBe(steps(list(1, () => command)));
    expect(steps(list(20, (index) => `${command}hostname: node-${index}\n`))).toBeGreaterThanOrEqual(20);
  });

  it('hides what is equal everywhere', () => {
    const analysis = list(3, () => command);
    const masking = maskingOf([analysis]);
    for (const { text = '' } of analysis.documents()) expect(masking.text(text)).not.toContain('Tr4verse');
  });
});

/** A distinctive secret, an ordinary word, one with characters that formats escape, and digits. */
const values = ['Tr4verse-the-gate', 'changeme', String.raw`p"a'ss\w<o>r&d 1`, '90210'];

describe.each(secretPlaces.filter(({ isSecret }) => isSecret))('a masking of $name', ({ document }) => {
  it.each(values)('hides %s in the text and the value of each document, and in each line', (value) => {
    const { name, text } = document(value);
    const analysis = analyse(name, text);
    const masking = maskingOf([analysis]);
    const shown = [...analysis.documents()].flatMap((payload) => [
      masking.text(payload.text ?? ''),
      masking.inPlace(payload.text ?? ''),
      JSON.stringify(masking.value(toValue(payload.tree?.root))),
    ]);
    for (const line of text.split('\n')) shown.push(masking.inPlace(line));
    for (const spelling of [value, JSON.stringify(value).slice(1, -1), btoa(value)])
      for (const output of shown) expect(output).not.toContain(spelling);
  });
});

describe('a message about a secret of a wrong type', () => {
  it.each([
    'rh_subscription: {activation-key: 0123}',
    'landscape: {client: {account_name: a, computer_title: t, registration_key: 0123}}',
    'random_seed: {data: 0123}',
    'wireguard: {interfaces: [{name: wg0, config_path: /etc/wg, content: 0123}]}',
    'chpasswd: {list: ["0123"]}',
    'chpasswd: {list: 0123}',
    'users: [{name: a, passwd: 0123}]',
  ])("doesn't show it: %s", (body) => {
    const analysis = analyse('cloud-config.yaml', `#cloud-config\n${body}\n`);
    const messages = validate(analysis).problems.map(({ message }) => message);
    expect(messages).not.toEqual([]);
    for (const message of messages) expect(message).not.toMatch(/0123|83/);
  });
});

/** The secrets that a document names, each once. */
function secretsOf(name: string, text: string, kind?: DocumentKind): string[] {
  return [...new Set(secretsIn(analyse(name, text, kind)).secrets.map(({ value }) => value))];
}

describe('a cloud-config', () => {
  it.each([
    ['password: s3cret', ['s3cret']],
    ['passwrod: s3cret', ['s3cret']],
    ['password: 123456', ['123456']],
    ['chpasswd:\n  list: |\n    root:s3cret\n    # none\n    app:RANDOM\n    db:R', ['s3cret']],
    ['chpasswd:\n  list: ["root:s3cret", "app:$6$salt$hash"]', ['s3cret', '$6$salt$hash']],
    ['chpasswd:\n  list: ["root=s3cret"]', ['root=s3cret']],
    ['chpasswd:\n  lst: ["root:s3cret"]', ['s3cret']],
    ['chpasswd:\n  users:\n    - {name: root, password: s3cret}\n    - {name: app, type: RANDOM}', ['s3cret']],
    ['users:\n  - default\n  - name: app\n    hashed-passwd: $6$salt$hash\n    lock_passwd: false', ['$6$salt$hash']],
    ['users:\n  - {name: app, plain_txt_passwd: s3cret, gecos: someone}', ['s3cret']],
    ['ssh_keys:\n  rsa_private: s3cret\n  rsa_public: ssh-rsa AAAA\n  rsa_certificate: c3rt', ['s3cret']],
    ['ubuntu_pro: {token: s3cret, enable: [fips]}', ['s3cret']],
    ['rh_subscription: {username: me, activation-key: s3cret, org: 1234567}', ['s3cret']],
    ['spacewalk: {server: host, activation_key: s3cret}', ['s3cret']],
    ['landscape:\n  client: {account_name: me, registration_key: s3cret, url: "https://host"}', ['s3cret']],
    ['chef: {validation_cert: s3cret, validation_name: me, validation_key: /etc/chef/validation.pem}', ['s3cret']],
    [
      'puppet:\n  csr_attributes:\n    custom_attributes: {1.2.840.113549.1.9.7: s3cret}\n    extension_requests: {pp_uuid: u}',
      ['s3cret'],
    ],
    ['salt_minion: {public_key: p, private_key: s3cret}', ['s3cret']],
    ['mcollective:\n  conf: {private-cert: s3cret, public-cert: p}', ['s3cret']],
    ['lxd:\n  init: {trust_password: s3cret, network_port: 8443}', ['s3cret']],
    ['wireguard:\n  interfaces:\n    - {name: wg0, config_path: /etc/wireguard/wg0.conf, content: s3cret}', ['s3cret']],
    [
      'wireguard:\n  interfaces:\n    - name: wg0\n      config_path: /etc/wireguard/wg0.conf\n      content: |\n        [Interface]\n        PrivateKey = s3cret1=\n        Address = 10.0.0.1/24\n        [Peer]\n        PublicKey = p\n        PresharedKey = s3cret2\n        AllowedIPs = 0.0.0.0/0\n        Privatekee = s3cret3',
      ['s3cret1=', 's3cret2', 's3cret3'],
    ],
    ['random_seed: {file: /dev/urandom, data: s3cret}', ['s3cret']],
    ['reporting:\n  maas: {type: webhook, consumer_key: k, token_secret: s3cret}', ['s3cret']],
    ['apt:\n  debconf_selections: {s1: "mysql-server mysql-server/root_password password s3cret"}', ['s3cret']],
    ['apt:\n  debconf_selections: {s1: "tzdata tzdata/Areas select Europe"}', []],
    ['yum_repos:\n  own: {baseurl: "https://host", username: me, password: s3cret}', ['s3cret']],
    [
      'write_files:\n  - path: /a\n    source: {uri: "https://host", headers: {Authorization: s3cret, User-Agent: me}}',
      ['s3cret'],
    ],
    ['.x: &base {password: s3cret}\n<<: *base', ['s3cret']],
    ['ca_certs:\n  trusted: ["-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----"]', []],
    ['snap:\n  assertions: ["type: account-key"]', []],
    ['users:\n  - {name: app, ssh_authorized_keys: [ssh-ed25519 AAAA], groups: [sudo]}', []],
    ['power_state: {mode: reboot, message: bye}\nfan: {config: "10.0.0.0/8"}\nntp: {servers: [host]}', []],
    ['runcmd:\n  - [mytool, --password, s3cret, --name, me]', ['s3cret']],
  ])('%s', (body, secrets) => {
    expect(secretsOf('cloud-config.yaml', `#cloud-config\n${body}\n`).sort()).toEqual([...secrets].sort());
  });
});

describe('a node config', () => {
  it.each([
    ['"bootstrapping_config":{"tls_bootstrapping_token":"s3cret"}', ['s3cret']],
    ['"bootstrappingConfig":{"tlsBootstrappingTokn":"s3cret"}', ['s3cret']],
    ['"auth_config":{"servicePrincipalSecrt":"s3cret","service_principal_id":"me"}', ['s3cret']],
    ['"auth_config":{"service_principal_secret":12345678}', ['12345678']],
    ['"auth_config":{"service_principal_secret":{"is":["s3cret"]}}', ['s3cret']],
    ['"service_principal_secrt":"s3cret"', ['s3cret']],
    ['"auth":{"config":{"service_principal_secrt":"s3cret","service_principal_id":"me"}}', ['s3cret']],
    ['"auth_config":{"tenant_id":"me"},"api_server_config":{"api_server_nam":"host"}', []],
    ['"kubernetes_ca_cert":"LS0tLS1CRUdJTg=="', []],
  ])('%s', (members, secrets) => {
    expect(secretsOf('aks-node-controller-config.json', `{"version":"v1",${members}}`)).toEqual(secrets);
  });
});

describe('options of Karpenter', () => {
  it.each([
    ['bootstrap-options.json', '{"kubeletClientTLSBootstrapTokn":"s3cret","clusterName":"c"}', ['s3cret']],
    [
      'settings.yaml',
      'apiVersion: aks-bootstrap/v1\nkind: KarpenterSettings\nenvironment:\n  KUBELET_BOOTSTRAP_TOKN: s3cret\n  CLUSTER_NAME: c\n',
      ['s3cret'],
    ],
  ])('in %s', (name, text, secrets) => {
    expect(secretsOf(name, text, 'karpenter-options')).toEqual(secrets);
  });
});

describe('a document about VMs', () => {
  it.each([
    ['{"osProfile":{"adminPassword":"s3cret","adminUsername":"me"}}', ['s3cret']],
    ['{"protectedSettings":{"commandToExecute":"run it","key":{"inner":["s3cret"]}}}', ['s3cret']],
    ['{"protectedSettings":{"fileUris":["https://host/a.sh"],"managedIdentity":{"clientId":"me"}}}', []],
    ['{"protectedSettings":"MIIB8AYJKoZIhvcNAQcD"}', ['MIIB8AYJKoZIhvcNAQcD']],
    ['{"protectedParameters":[{"name":"option","value":"s3cret"}]}', ['s3cret']],
    ['{"protectedSettingsFromKeyVault":{"secretUrl":"https://vault/secrets/a","sourceVault":{"id":"/subs/a"}}}', []],
    ['{"secrets":[{"sourceVault":{"id":"v"},"vaultCertificates":[{"certificateUrl":"https://v/c"}]}]}', []],
    ['{"parameters":{"adminPassword":{"value":"s3cret"},"size":{"value":"small"}}}', ['s3cret']],
    ['{"parameters":{"adminPassword":{"reference":{"keyVault":{"id":"v"},"secretName":"name"}}}}', []],
    [
      '{"parameters":{"a":{"type":"securestring","defaultValue":"s3cret"},"b":{"type":"string","defaultValue":"me"}}}',
      ['s3cret'],
    ],
    ['{"parameters":{"a":{"type":"secureObject","defaultValue":{"x":["s3cret"]}}}}', ['s3cret']],
    ['{"environment":[{"name":"DB_PASSWORD","value":"s3cret"},{"name":"DB_HOST","value":"me"}]}', ['s3cret']],
  ])('%s', (text, secrets) => {
    expect(secretsOf('vm.json', text, 'vm-json')).toEqual(secrets);
  });

  it('has the value of a secure parameter from a parameters file', () => {
    const template = '{"resources":[],"parameters":{"bootLine":{"type":"securestring"},"size":{"type":"string"}}}';
    const parameters = '{"parameters":{"bootLine":{"value":"s3cret"},"size":{"value":"small"}}}';
    const analysis = new Analysis({ name: 't.json', content: template, templates: { parameters } }, nodePlatform);
    expect(secretsIn(analysis).secrets.map(({ value }) => value)).toEqual(['s3cret']);
  });

  it('has what the default of a parameter makes of custom data, also if defaults are not shown', () => {
    const data = '#cloud-config\npuppet:\n  csr_attributes:\n    custom_attributes:\n      1.2.840: changeme\n';
    const template = JSON.stringify({
      resources: [{ properties: { osProfile: { customData: "[base64(parameters('data'))]" } } }],
      parameters: { data: { type: 'string', defaultValue: data } },
    });
    const analysis = new Analysis({ name: 't.json', content: template }, nodePlatform);
    expect(secretsIn(analysis).secrets.map(({ value }) => value)).toContain('changeme');
  });

  it('has the value of a secure parameter in what an expression is evaluated to, even an ordinary word', () => {
    const template = JSON.stringify({
      resources: [
        {
          properties: { osProfile: { customData: "[base64(concat('#!/bin/sh\\necho ', parameters('word'), '\\n'))]" } },
        },
      ],
      parameters: { word: { type: 'secureString', defaultValue: 'changeme' } },
    });
    const analysis = new Analysis(
      { name: 't.json', content: template, templates: { useDefaults: true } },
      nodePlatform,
    );
    const masking = maskingOf([analysis]);
    const texts = [...analysis.documents()].map(({ text }) => text ?? '');
    expect(texts.at(-1)).toContain('echo changeme');
    for (const text of texts) expect(masking.text(text)).not.toContain('changeme');
  });
});

describe('other documents', () => {
  it.each([
    [
      'ignition',
      '{"ignition":{"version":"3.4.0"},"passwd":{"users":[{"name":"core","passwordHash":"s3cret","sshAuthorizedKeys":["ssh-rsa A"]}]}}',
      ['s3cret'],
    ],
    [
      'ignition',
      '{"ignition":{"version":"3.4.0","config":{"merge":[{"source":"https://host","httpHeaders":[{"name":"Authorization","value":"s3cret"},{"name":"Accept","value":"me"}]}]}}}',
      ['s3cret'],
    ],
    ['kubernetes', 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {a: czNjcmV0}\n', ['czNjcmV0', 's3cret']],
    ['kubernetes', 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {a: s3cret}\n', ['s3cret']],
    [
      'kubernetes',
      'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  value: |\n    #cloud-config\n    password: s3cret\n    hostname: node1\n',
      ['s3cret'],
    ],
    [
      'goal-state',
      '<Environment><UserName>me</UserName><UserPassword>a&lt;b</UserPassword></Environment>',
      ['a&lt;b', 'a<b'],
    ],
  ] as const)('a %s document: %s', (kind, text, secrets) => {
    expect(secretsOf(`file.${kind === 'kubernetes' ? 'yaml' : 'txt'}`, text, kind)).toEqual(secrets);
  });
});
