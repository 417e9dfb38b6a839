import { base64, type Families, type Family, items, nested, noise, type Value } from '../family.js';

const text = (write: (size: number, value: Value) => string): Family => ({ name: 'a.txt', write });
const json = (write: (size: number, value: Value) => string): Family => ({ name: 'a.json', write });
const bicep = (write: (size: number, value: Value) => string): Family => ({ name: 'main.bicep', write });
const cloudConfig = (value: string): string => `#cloud-config\nhostname: ${value}\n`;
const script = (size: number, value: Value): string => `#!/bin/sh\n${items(size, (i) => `echo ${value(i)}\n`)}`;
const machine = (value: string): string => `{"osProfile":{"customData":"${base64(cloudConfig(value))}"}}`;

/** A scale set on many lines, as something that copies changes it; the change makes it `factor` times as long. */
const copied = (factor: number, change: (document: string) => string): Family =>
  text((size, value) =>
    change(
      `{\n  "virtualMachineProfile": {\n    "osProfile": {\n      "customData": "${base64(cloudConfig('a'))}"\n    }\n  },\n  "tags": {\n${items(size / factor, (i) => `    "t${i}": "${value(i)}",\n`)}    "z": ""\n  }\n}\n`,
    ),
  );

/** A dump of a script, with a line for each 16 bytes. */
const dump = (line: (bytes: Buffer, at: number) => string): Family =>
  text((size, value) => {
    const bytes = Buffer.from(script(size / 4, value));
    const rows = Math.floor(bytes.length / 16);
    return items(size, (i) => `${line(bytes.subarray(16 * (i % rows), 16 * (i % rows) + 16), 16 * i)}\n`);
  });
const hexadecimal = (bytes: Buffer): string => bytes.toString('hex').replace(/..(?=.)/g, '$& ');
const offset = (at: number, digits: number): string => at.toString(16).padStart(digits, '0');

const resource = (customData: string, more = ''): string =>
  `${more}resource vm 'Microsoft.Compute/virtualMachines@2024-07-01' = {\n  name: 'vm'\n  properties: {\n    osProfile: { customData: ${customData} }\n  }\n}\n`;

/** What carries payloads besides documents of Azure: copies, dumps, tables, output of commands, Bicep. */
export const carrierFamilies: Families = {
  'Copied: colours': copied(2, (document) => document.replace(/"[^"]*"/g, '\u001b[33m$&\u001b[39;49;00m')),
  'Copied: colours without escape characters': copied(2, (document) =>
    document.replace(/"[^"]*"/g, '[33m$&[39;49;00m'),
  ),
  'Copied: quote marks': copied(1.1, (document) => document.replace(/^/gm, '> ')),
  'Copied: line numbers': copied(1.3, (document) => {
    let line = 0;
    return document.replace(/^(?=.)/gm, () => `${++line} | `);
  }),
  'Copied: lines of tools': text(
    (size, value) => `${items(size, (i) => `WARNING: ${value(i)} ${i}\n`)}${cloudConfig('a')}`,
  ),
  'Copied: prompts': text((size, value) => `me@vm:~$ cat user-data\n${script(size, value)}me@vm:~$ `),
  'Copied: sentences before JSON': text(
    (size, value) => `${items(size, (i) => `See ${value(i)} ${i}.\n`)}\n${machine('a')}\n\nThanks\n`,
  ),
  'Copied: code fences': text((size, value) =>
    items(size, (i) => `See ${i}:\n\n\`\`\`yaml\n${cloudConfig(value(i))}\`\`\`\n\n`),
  ),
  'Copied: code fences that never end': text((size) => items(size, (i) => `a${i}\n~~~\n\`\`\`yaml\n`)),
  'Copied: strings of PowerShell': text((size, value) =>
    items(size, (i) => `$a${i} = @'\n${cloudConfig(value(i))}'@\n`),
  ),
  'Copied: strings of PowerShell that never end': text((size) => items(size, (i) => `$a${i} = @'\n#!/bin/sh\n`)),
  'Copied: a string of Python': text((size, value) => `a = """${script(size, value)}"""\n`),
  'Copied: a code fence': text((size, value) => `See:\n\n\`\`\`sh\n${script(size, value)}\`\`\`\n`),
  'Copied: entities': copied(2, (document) => document.replaceAll('"', '&quot;')),
  'Copied: numbered entities': copied(2, (document) => document.replaceAll('"', '&#34;')),
  'Copied: curly quotes': copied(1, (document) => document.replace(/"([^"]*)"/g, '\u201c$1\u201d')),
  'Copied: a dictionary of Python': copied(1, (document) =>
    document.replaceAll("'", "\\'").replace(/"([^"]*)"/g, "'$1'"),
  ),
  'Copied: no-break spaces': copied(1, (document) => document.replaceAll('  ', '\u00a0 ')),
  'Copied: a cell of a table': copied(1.3, (document) => `"${document.replaceAll('"', '""')}"\n`),
  'Copied: broken strings': copied(1.1, (document) => document.replaceAll('": "v', '": "\nv')),
  'Copied: three dots': copied(1.2, (document) => document.replace(/,$/gm, ',\n...')),
  'Copied: joined strings': text((size, value) => base64(script(size * 0.6, value)).replace(/.{1,60}/g, '  "$&" +\n')),
  'Copied: continued lines': text((size, value) => base64(script(size * 0.7, value)).replace(/.{1,60}/g, '$&\\\n')),
  'Copied: a data URL': text((size, value) => `data:text/plain;base64,${base64(script(size * 0.7, value))}`),
  'Copied: percent-encoded': text((size, value) => encodeURIComponent(script(size * 0.7, value))),
  'Hex dump: xxd': dump(
    (bytes, at) => `${offset(at, 8)}: ${bytes.toString('hex').replace(/.{4}(?=.)/g, '$& ')}  ${'.'.repeat(16)}`,
  ),
  'Hex dump: hexdump -C': dump((bytes, at) => `${offset(at, 8)}  ${hexadecimal(bytes)}  |${'.'.repeat(16)}|`),
  'Hex dump: words of hexdump': dump(
    (bytes, at) =>
      `${offset(at, 7)} ${Buffer.from(bytes)
        .swap16()
        .toString('hex')
        .replace(/.{4}(?=.)/g, '$& ')}`,
  ),
  'Hex dump: octal offsets': dump((bytes, at) => `${at.toString(8).padStart(7, '0')} ${hexadecimal(bytes)}`),
  'Hex dump: repeated lines': text(
    (size) =>
      `${offset(0, 8)}: 2321 2f62 696e 2f73 680a 2320 2020 200a  #!/bin/sh.#    .\n${items(size, (i) => `*\n${offset((i + 1) * 0x10_000, 8)}: 2020 2020 2020 2020 2020 2020 2020 200a  ................\n`)}`,
  ),
  'Hex dump: digits': text((size, value) =>
    Buffer.from(script(size / 2, value))
      .toString('hex')
      .replace(/.{1,60}/g, '$&\n'),
  ),
  'Table: Resource Graph': {
    name: 'query.csv',
    write: (size, value) =>
      `name,type,properties\n${items(size, (i) => `vm${i},virtualmachines,"${machine(value(i)).replaceAll('"', '""')}"\n`)}`,
  },
  'Table: a column of payloads': {
    name: 'query.csv',
    write: (size, value) =>
      `"name","properties_osProfile_customData"\n${items(size, (i) => `"vm${i}","${base64(cloudConfig(value(i)))}"\n`)}`,
  },
  'Table: Log Analytics': json(
    (size, value) =>
      `{"tables":[{"columns":[{"name":"Name"},{"name":"UserData"}],"rows":[${items(size, (i) => `["vm${i}","${base64(cloudConfig(value(i)))}"]`, ',')}]}]}`,
  ),
  'Table: columns of Log Analytics': json(
    (size, value) =>
      `{"tables":[{"columns":[${items(size / 2, (i) => `{"name":"c${i}"}`, ',')},{"name":"UserData"}],"rows":[[${items(size / 2, (i) => `"${value(i)}"`, ',')}]]}]}`,
  ),
  'Table: PowerShell': text((size, value) => {
    const width = base64(cloudConfig('value')).length;
    return `\nName       ${'CustomData'.padEnd(width)} Size\n----       ${'----------'.padEnd(width)} ----\n${items(size, (i) => `${`vm${i}`.padEnd(10)} ${base64(cloudConfig(value(i)))} a\n`)}`;
  }),
  'Table: columns of PowerShell': text(
    (size, value) =>
      `\n${items(size / 3, (i) => `C${i}`, ' ')}\n${items(size / 3, (i) => '-'.repeat(`C${i}`.length), ' ')}\n${items(size / 3, (i) => value(i).slice(0, 2), ' ')}\n`,
  ),
  'Table: properties of PowerShell': text((size, value) =>
    items(size, (i) => `ComputerName  : vm${i}\nCustomData    : ${base64(cloudConfig(value(i)))}\n\n`),
  ),
  'Table: a list of PowerShell': text(
    (size, value) =>
      `ComputerName  : vm\nCustomData    : ${base64(script(size * 0.5, value)).replace(/.{60}/g, '$&\n                ')}\nAdminUsername : a\n`,
  ),
  'Table: what-if': text((size, value) =>
    items(size, (i) => `  + vm${i}\n\n      properties.osProfile.customData: "${base64(cloudConfig(value(i)))}"\n`),
  ),
  'Run command: messages': json(
    (size, value) =>
      `{"value":[${items(size, (i) => `{"code":"c${i}","message":${JSON.stringify(`Enable succeeded: \n[stdout]\n${cloudConfig(value(i))}\n[stderr]\n`)}}`, ',')}]}`,
  ),
  'Run command: output': json(
    (size, value) =>
      `{"value":[{"message":${JSON.stringify(`Enable succeeded: \n[stdout]\n${script(size * 0.8, value)}\n[stderr]\n`)}}]}`,
  ),
  'Run command: a message': text((size, value) => `Enable succeeded: \n[stdout]\n${script(size, value)}\n[stderr]\n`),
  'Run command: log lines': text(
    (size, value) => `Enable succeeded: \n[stdout]\n${items(size, (i) => `${value(i)} ${i}\n`)}\n[stderr]\n`,
  ),
  'Run command: marks of streams': text((size) => `Enable succeeded: \n${'[stdout]\na\n[stderr]\n'.repeat(size / 20)}`),
  'Deployment: parameters': json(
    (size, value) =>
      `{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#","contentVersion":"1.0.0.0","parameters":{${items(size, (i) => `"customData${i}":{"value":"${base64(cloudConfig(value(i)))}"}`, ',')}}}`,
  ),
  'Deployment: changes of what-if': json(
    (size, value) =>
      `{"changes":[${items(size, (i) => `{"changeType":"Create","resourceId":"r${i}","after":{"properties":${machine(value(i))}},"before":null}`, ',')}]}`,
  ),
  'az: machines in YAML': text((size, value) =>
    items(size, (i) => `- name: vm${i}\n  osProfile:\n    customData: ${base64(cloudConfig(value(i)))}\n`),
  ),
  'Bicep: resources': bicep((size, value) =>
    items(size, (i) => resource(`base64('''\n${cloudConfig(value(i))}''')`).replace('resource vm', `resource vm${i}`)),
  ),
  'Bicep: variables': bicep((size, value) =>
    resource(
      'base64(v1)',
      items(size, (i) => `var v${i} = '#!/bin/sh\\necho ${value(i)}\\n'\n`),
    ),
  ),
  'Bicep: variables that use each other': bicep((size, value) =>
    resource(
      'base64(v400)',
      `var v0 = '#!/bin/sh\\n'\n${items(size, (i) => `var v${i + 1} = '\${v${i}}echo ${value(i)}\\n'\n`)}`,
    ),
  ),
  'Bicep: variables that use one twice': bicep((size) =>
    resource('base64(v20)', `var v0 = '#!/bin/sh\\n'\n${items(size, (i) => `var v${i + 1} = '\${v${i}}\${v${i}}'\n`)}`),
  ),
  'Bicep: files': bicep((size, value) =>
    items(
      size,
      (i) => `var v${i} = '${value(i)}'\nparam customData string = base64(loadTextContent('\${v${i}}.yaml'))\n`,
    ),
  ),
  'Bicep: members of a variable': bicep(
    (size, value) =>
      `var all = {\n${items(size / 2, (i) => `  m${i}: '${value(i)}'\n`)}}\n${items(size / 2, (i) => `param customData string = all.m${i}\n`)}`,
  ),
  'Bicep: branches': bicep((size, value) =>
    resource(`${items(size, (i) => `a${i} == f('${value(i)}') ? base64('#cloud-config\\n# ${value(i)}\\n') : `)}null`),
  ),
  'Bicep: members': bicep((size, value) => resource(`'a'\n${items(size, (i) => `      m${i}: '${value(i)}'\n`)}`)),
  'Bicep: lines of a string': bicep((size, value) => resource(`base64('''\n${script(size, value)}''')`)),
  'Bicep: interpolations': bicep((size, value) =>
    resource(`base64('#cloud-config\\n${items(size, (i) => `k${i}: \${p${i}} ${value(i)}\\n`)}')`),
  ),
  'Bicep: interpolations, nested': bicep((size) => resource(`base64('#!/bin/sh\\n${nested(size, "${'", 'a', "'}")}')`)),
  'Bicep: escapes': bicep((size) => resource(`base64('#cloud-config\\n# ${'\\u{e9}'.repeat(size / 6)}\\n')`)),
  'Bicep: arguments': bicep((size, value) =>
    resource(`base64(concat('#!/bin/sh\\n', ${items(size, (i) => `'echo ${value(i)}\\n'`, ', ')}))`),
  ),
  'Bicep: parentheses': bicep((size) => resource(`base64(${nested(size, '(', "'a'", ')')})`)),
  'Bicep: nested objects': bicep((size) => `var a = ${nested(size, '{ a: ', "'b'", ' }')}\n`),
  'Bicep: nested lists': bicep((size) => `var a = ${nested(size, '[', "'b'", ']')}\n`),
  'Bicep: open objects': bicep((size) => items(size, (i) => `resource r${i} 'x@1' = {\n`)),
  'Bicep: strings that never end': bicep((size) => items(size, (i) => `var a${i} = 'b\n`)),
  'Bicep: comments': bicep(
    (size, value) => items(size, (i) => `// ${value(i)}\n/* ${value(i)} */\n`) + resource("'a'"),
  ),
  'Pulumi: settings': {
    name: 'Pulumi.dev.yaml',
    write: (size, value) =>
      `encryptionsalt: v1:${noise(40)}\nconfig:\n${items(size, (i) => `  app:customData${i}: ${base64(cloudConfig(value(i)))}\n`)}`,
  },
};
