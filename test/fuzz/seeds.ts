import { gzipSync } from 'node:zlib';
import { sampleFiles } from '../support/samples.js';
import { tar } from '../support/tar.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

const cloudConfig = `#cloud-config\nwrite_files:\n- path: /a\n  encoding: gz+b64\n  content: ${b64(gzipSync('hello\n'))}\n- path: /b\n  permissions: 0644\n  content: !!binary |\n    ${b64('hi')}\nruncmd: [&x [ls], *x]\n`;
const boothook = `#cloud-boothook\n#!/bin/sh\ncat <<'EOF' | base64 -d >/opt/azure/containers/aks-node-controller-config.json\n${b64('{"version":"v1"}')}\nEOF\n`;
const mime = `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/cloud-boothook\r\n\r\n${boothook}\r\n--b\r\nContent-Type: text/cloud-config\r\nContent-Transfer-Encoding: base64\r\n\r\n${b64(cloudConfig)}\r\n--b--\r\n`;
const command = `P="/x"; echo $(date) > \${P}; A=1 B="\${C:-\`id\`}" KUBELET_CONFIG_FILE_CONTENT="${b64('{"kind":"x"}')}" D=<nil> /usr/bin/nohup /bin/bash -c "go"`;
const vmss = {
  properties: {
    virtualMachineProfile: {
      osProfile: { customData: b64(mime) },
      extensionProfile: { extensions: [{ properties: { protectedSettings: { commandToExecute: command } } }] },
    },
  },
};
const ignition = JSON.stringify({
  ignition: {
    version: '3.4.0',
    config: { replace: { source: `data:;base64,${b64('{"ignition":{"version":"3.4.0"}}')}` } },
  },
  storage: {
    files: [
      {
        path: '/t',
        mode: 420,
        contents: {
          compression: 'gzip',
          source: `data:;base64,${b64(gzipSync(tar({ path: '../x', content: 'y' }, { path: 'l', type: '2', target: '/' })))}`,
        },
      },
    ],
  },
  systemd: { units: [{ name: 'a.service', contents: '[Unit]', dropins: [{ name: 'b', contents: '' }] }] },
});
const template = JSON.stringify({
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
  parameters: { p: { type: 'string', defaultValue: 'd' } },
  variables: {
    v: "[concat('a', variables('w'))]",
    w: "[if(equals(parameters('p'), 'x'), split('a,b', ',')[0], format('{0}', 1))]",
    l: ["[variables('v')]"],
  },
  resources: [
    {
      properties: {
        osProfile: {
          customData: "[base64(concat('#cloud-config\n', variables('v'), variables('l')[0], reference('x').y))]",
        },
      },
    },
  ],
});
const event = JSON.stringify({ operationName: 'x', properties: { requestbody: JSON.stringify(vmss) } });
const goalState = `<Extensions><PluginSettings><Plugin name="x"><RuntimeSettings seqNo="0">{&quot;runtimeSettings&quot;:[{"handlerSettings":{"publicSettings":{"commandToExecute":"ls"}}}]}</RuntimeSettings></Plugin></PluginSettings></Extensions>`;

/** Documents of every kind that can be decoded. */
export const seeds: readonly Buffer[] = [
  ...[cloudConfig, boothook, mime, command, ignition, template, event, goalState].map((text) => Buffer.from(text)),
  ...[JSON.stringify(vmss), b64(gzipSync(mime)), `${event}\n${event}\n`, JSON.stringify(JSON.stringify(vmss))].map(
    (text) => Buffer.from(text),
  ),
  Buffer.from(JSON.stringify(JSON.stringify(vmss)).slice(1, -1)),
  Buffer.from(`powershell.exe -EncodedCommand ${b64(Buffer.from('Get-Date', 'utf16le'))}`),
  Buffer.from(`\ufeff${JSON.stringify(vmss)}`, 'utf16le'),
  gzipSync(cloudConfig),
  ...sampleFiles,
];

/** Strings with a meaning for one of the readers. */
export const words: readonly string[] = [
  '"',
  '\\"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  '[[',
  ':',
  ',',
  '\n',
  '\r\n',
  '\0',
  "'",
  "''",
  '`',
  '$(',
  '${',
  ')',
  '<<EOF\n',
  'EOF\n',
  '<nil>',
  '|',
  ' | base64 -d',
  '&a ',
  '*a',
  '!!binary ',
  '- ',
  '#cloud-config\n',
  '#!/bin/sh\n',
  '--b\n',
  '=',
  '====',
  'H4sI',
  '\u202e',
  '\ud800',
  '\ufffd',
  "[variables('v')]",
  "[concat('",
  'base64(',
  '//',
  '/*',
  '*/',
  '&#x0;',
  '<![CDATA[',
  ']]>',
  '</',
  '../',
  'ustar',
  '1e9999',
  'data:;base64,',
  '%00',
  '__proto__',
  '9'.repeat(30),
];
