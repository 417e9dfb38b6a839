import { deflateSync } from 'node:zlib';
import { b64, type Carrier, command, harvest, indented, json, lines, orchard } from './carrier.js';

const model = { name: 'orchard', properties: { virtualMachineProfile: { osProfile: { customData: b64(orchard) } } } };
const long = `${harvest}${harvest.repeat(20)}`;
const vm = (customData: string): string =>
  json({ name: 'orchard', osProfile: { computerName: 'orchard', customData } });
const escape = '\u001b';
const coloured = (text: string): string =>
  text
    .replace(/"([^"]*)":/g, `${escape}[34;01m"$1"${escape}[39;49;00m:`)
    .replace(/: ("[^"]*")/g, `: ${escape}[33m$1${escape}[39;49;00m`);
const xxd = (bytes: Buffer): string =>
  Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => {
    const part = bytes.subarray(row * 16, row * 16 + 16);
    const hex = (part.toString('hex').match(/.{1,4}/g) ?? []).join(' ').padEnd(39);
    const shown = part.toString('latin1').replace(/[^ -~]/g, '.');
    return `${(row * 16).toString(16).padStart(8, '0')}: ${hex}  ${shown}\n`;
  }).join('');
const hexdump = (bytes: Buffer): string =>
  `${Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => {
    const part = [...bytes.subarray(row * 16, row * 16 + 16)].map((byte) => byte.toString(16).padStart(2, '0'));
    const hex = `${part.slice(0, 8).join(' ').padEnd(23)}  ${part.slice(8).join(' ').padEnd(23)}`;
    const shown = bytes
      .subarray(row * 16, row * 16 + 16)
      .toString('latin1')
      .replace(/[^ -~]/g, '.');
    return `${(row * 16).toString(16).padStart(8, '0')}  ${hex}  |${shown}|\n`;
  }).join('')}${bytes.length.toString(16).padStart(8, '0')}\n`;

export const copies: readonly Carrier[] = [
  {
    what: 'az -o yaml behind a prompt',
    name: 'paste.txt',
    content: `pear@farm:~$ az vmss show -g farm -n orchard -o yaml\nid: /subscriptions/1\nname: orchard\nvirtualMachineProfile:\n  osProfile:\n    customData: ${b64(orchard)}\n    secrets: []\npear@farm:~$ \n`,
    holds: [orchard],
  },
  { what: 'az -o jsonc', name: 'paste.txt', content: coloured(json(model)), holds: [orchard] },
  {
    what: 'az -o jsonc with shown escapes',
    name: 'paste.txt',
    content: coloured(json(model)).replaceAll(escape, '^['),
    holds: [orchard],
  },
  {
    what: 'JSON behind warnings',
    name: 'paste.txt',
    content: `WARNING: The behavior of this command has been altered by the following extension: aks-preview\nWARNING: another\n${json(model)}`,
    holds: [orchard],
  },
  {
    what: 'JSON between two prompts of PowerShell',
    name: 'paste.txt',
    content: `PS C:\\farm> az vmss show -g farm -n orchard\r\n${json(model).replaceAll('\n', '\r\n')}PS C:\\farm> `,
    holds: [orchard],
  },
  {
    what: 'JSON behind a prompt of zsh',
    name: 'paste.txt',
    content: `➜  farm git:(main) ✗ az vmss show -g farm -n orchard\n${json(model)}➜  farm git:(main) ✗ \n`,
    holds: [orchard],
  },
  {
    what: 'ConvertTo-Json of PowerShell',
    name: 'vm.json',
    content: `{\r\n    "ResourceGroupName":  "farm",\r\n    "Name":  "orchard",\r\n    "VirtualMachineProfile":  {\r\n        "OsProfile":  {\r\n            "ComputerNamePrefix":  "orchard",\r\n            "CustomData":  "${b64(orchard)}"\r\n        },\r\n        "ExtensionProfile":  {\r\n            "Extensions":  [\r\n                {\r\n                    "Settings":  {\r\n                        "commandToExecute":  "${command.replace('--quiet', '\\u0026 --quiet')}"\r\n                    }\r\n                }\r\n            ]\r\n        }\r\n    }\r\n}\r\n`,
    holds: [orchard, command.replace('--quiet', '& --quiet')],
  },
  {
    what: 'JSON that a terminal wrapped',
    name: 'paste.txt',
    content: lines(JSON.stringify(model), 80),
    holds: [orchard],
  },
  {
    what: 'indented JSON that a terminal wrapped',
    name: 'paste.txt',
    content: json(model)
      .split('\n')
      .map((line) => lines(line, 60))
      .join('\n'),
    holds: [orchard],
  },
  {
    what: 'a wrapped command line around base64',
    name: 'paste.txt',
    content: `${lines(b64(long), 120, '\r\n')}\r\n`,
    holds: [long],
  },
  {
    what: 'JSON that was shortened between members',
    name: 'paste.txt',
    content: `{\n  "name": "orchard",\n  ...\n  "virtualMachineProfile": {\n    "osProfile": {\n      "customData": "${b64(orchard)}",\n      ...\n    }\n  },\n  ...\n}\n`,
    holds: [orchard],
  },
  {
    what: 'JSON that was shortened in a list',
    name: 'paste.txt',
    content: `{\n  "osProfile": { "customData": "${b64(harvest)}" },\n  "tags": { … },\n  "zones": [ "1", ... ],\n  "identity": ...\n}\n`,
    holds: [harvest],
  },
  {
    what: 'JSON in a code fence of a ticket',
    name: 'ticket.md',
    content: `# Nodes don't join\n\nThis is the model:\n\n\`\`\`json\n${json(model)}\`\`\`\n\nCan you help?\n`,
    holds: [orchard],
  },
  {
    what: 'a cloud-config in a code fence of a page',
    name: 'page.md',
    content: `We use this:\n\n~~~yaml\n${orchard}~~~\n\nBye\n`,
    holds: [],
  },
  {
    what: 'JSON in two code fences',
    name: 'ticket.md',
    content: `First:\n\n\`\`\`json\n${json(model)}\`\`\`\n\nSecond:\n\n\`\`\`json\n${vm(b64(harvest))}\`\`\`\n`,
    holds: [orchard, harvest],
  },
  {
    what: 'a cloud-config and JSON in code fences with other ones',
    name: 'ticket.md',
    content: `Run:\n\n\`\`\`sh\naz vm show -n orchard\n\`\`\`\n\n\`\`\`yaml\n${orchard}\`\`\`\n\n1. Then:\n\n   \`\`\`json\n${indented(vm(b64(harvest)), 3)}   \`\`\`\n`,
    holds: [orchard, harvest],
  },
  {
    what: 'JSON with entities of HTML',
    name: 'page.txt',
    content: json(model).replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    holds: [orchard],
  },
  {
    what: 'JSON with curly quotes',
    name: 'page.txt',
    content: json(model).replace(/"([^"]*)"/g, '“$1”'),
    holds: [orchard],
  },
  {
    what: 'JSON in a mail',
    name: 'mail.txt',
    content: json(model).replace(/^/gm, '> ').replace(/> $/, ''),
    holds: [orchard],
  },
  {
    what: 'base64 in pieces of a program',
    name: 'paste.txt',
    content: `${(b64(orchard).match(/.{1,48}/g) ?? [])
      .map((piece) => `  "${piece}" +`)
      .join('\n')
      .replace(/ \+$/, ';')}\n`,
    holds: [orchard],
  },
  {
    what: 'base64 in pieces of a shell',
    name: 'paste.txt',
    content: (b64(orchard).match(/.{1,64}/g) ?? []).join('\\\n'),
    holds: [orchard],
  },
  {
    what: 'base64 of URLs without padding',
    name: 'vm.json',
    content: vm(Buffer.from(`${harvest}# ?>?>ÿÿ~~\n`).toString('base64url')),
    holds: [`${harvest}# ?>?>ÿÿ~~\n`],
    says: ['payload/base64-padding'],
  },
  {
    what: 'a data URL in custom data',
    name: 'vm.json',
    content: vm(`data:text/plain;base64,${b64(orchard)}`),
    holds: [orchard],
    errors: ['payload/base64-invalid'],
  },
  {
    what: 'a data URL alone',
    name: 'url.txt',
    content: `data:text/x-shellscript;charset=utf-8;base64,${b64(harvest)}\n`,
    holds: [harvest],
  },
  { what: 'a dump of xxd', name: 'dump.txt', content: xxd(Buffer.from(orchard)), holds: [orchard], readOnly: true },
  {
    what: 'a dump of hexdump -C',
    name: 'dump.txt',
    content: hexdump(Buffer.from(harvest)),
    holds: [harvest],
    readOnly: true,
  },
  {
    what: 'a plain dump of xxd -p',
    name: 'dump.txt',
    content: `${lines(Buffer.from(orchard).toString('hex'), 60)}\n`,
    holds: [orchard],
    readOnly: true,
  },
  {
    what: 'a dump of od',
    name: 'dump.txt',
    content: `${Array.from({ length: Math.ceil(Buffer.byteLength(harvest) / 16) }, (_, row) => `${(row * 16).toString(8).padStart(7, '0')} ${[...Buffer.from(harvest).subarray(row * 16, row * 16 + 16)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}\n`).join('')}${Buffer.byteLength(harvest).toString(8).padStart(7, '0')}\n`,
    holds: [harvest],
    readOnly: true,
  },
  {
    what: 'the environment of a shell',
    name: 'paste.txt',
    content: `export CUSTOM_DATA="${b64(orchard)}"\n`,
    holds: [orchard],
  },
  {
    what: 'a command that sets custom data',
    name: 'paste.txt',
    content: `az vmss update -g farm -n orchard --set virtualMachineProfile.osProfile.customData=${b64(orchard)}\n`,
    holds: [orchard],
  },
  {
    what: 'zlib of Python',
    name: 'vm.json',
    content: vm(b64(deflateSync(orchard))),
    holds: [orchard],
    errors: ['payload/unsupported-compression'],
    readOnly: true,
  },
  {
    what: 'a table of PowerShell',
    name: 'paste.txt',
    content: `ResourceGroupName : farm\nName              : orchard\nCustomData        : ${b64(harvest)}\nLocation          : northeurope\n`,
    holds: [harvest],
  },
  {
    what: 'a table of az',
    name: 'paste.txt',
    content: `Name     CustomData\n-------  ----------------\norchard  ${b64(harvest)}\n`,
    holds: [harvest],
  },
  {
    what: 'a value of az -o tsv',
    name: 'paste.txt',
    content: `${b64(orchard)}\n`,
    holds: [orchard],
  },
  {
    what: 'a row of az -o tsv',
    name: 'paste.txt',
    content: `orchard\tnortheurope\t${b64(orchard)}\n`,
    holds: [orchard],
  },
  {
    what: 'kubectl get -o jsonpath',
    name: 'paste.txt',
    content: `$ kubectl get secret orchard -o jsonpath='{.data.value}'\n${b64(orchard)}\n$ \n`,
    holds: [orchard],
  },
  {
    what: 'a here-string of PowerShell',
    name: 'deploy.ps1',
    content: `$init = @'\n${orchard}'@\n$encoded = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($init))\n`,
    holds: [orchard],
    says: ['payload/surrounding-text'],
  },
  {
    what: 'a string of Python',
    name: 'deploy.py',
    content: `custom_data = """${orchard}"""\nvm = {"os_profile": {"custom_data": encode(custom_data)}}\n`,
    holds: [orchard],
  },
  {
    what: 'a raw string of Go beside another one',
    name: 'main.go',
    content: `package main\n\nvar init = \`${orchard}\`\nvar script = \`${harvest}\`\n`,
    holds: [orchard, harvest],
  },
  {
    what: 'base64 under a name of its own',
    name: 'answer.json',
    content: json({
      farm: { trees: [{ seed: b64(orchard) }], deed: 'c29tZSBvdGhlciB0ZXh0IHRoYXQgaXMgbG9uZyBlbm91Z2ggZm9yIGE=' },
    }),
    holds: [orchard],
  },
  {
    what: 'a machine in base64, as an archive of a browser has it',
    name: 'portal.har',
    content: json({
      log: { entries: [{ response: { content: { encoding: 'base64', text: b64(vm(b64(orchard))) } } }] },
    }),
    holds: [orchard],
  },
  {
    what: 'a message of a chat',
    name: 'paste.txt',
    content: `[10:02 AM] Pear: see this\n\`\`\`${JSON.stringify(model)}\`\`\`\n[10:03 AM] Plum: ok\n`,
    holds: [orchard],
  },
  {
    what: 'a dictionary as Python prints it',
    name: 'paste.txt',
    content: `{'name': "pear's orchard", 'zones': None, 'osProfile': {'computerName': 'orchard', 'customData': b'${b64(orchard)}', 'allow': True}, 'note': 'it\\'s "ripe" \\xe9'}\n`,
    holds: [orchard],
  },
  {
    what: 'TOML',
    name: 'farm.toml',
    content: `[orchard]\ncustom_data = "${b64(orchard)}"\nrows = 12\n`,
    holds: [orchard],
  },
];
