import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inlayHints } from '../../../server/src/core/index.js';
import { analyse, config } from '../../support/analyse.js';

const root = readFileSync('test/fixtures/certificates/root.pem').toString('base64');

/** The text with its hints written where they stand. */
function hinted(text: string, range = { start: 0, end: text.length }): string {
  const hints = inlayHints(analyse('a.node-config.json', text), range);
  return hints
    .toReversed()
    .reduce((result, { offset, label }) => `${result.slice(0, offset)}«${label}»${result.slice(offset)}`, text);
}

describe('inlay hints', () => {
  it.each([
    ['"network_config":{"network_plugin":2}', '"network_config":{"network_plugin":2«NETWORK_PLUGIN_AZURE»}'],
    ['"network_config":{"network_plugin":77}', '"network_config":{"network_plugin":77}'],
    [
      '"network_config":{"network_plugin":"NETWORK_PLUGIN_AZURE"}',
      '"network_config":{"network_plugin":"NETWORK_PLUGIN_AZURE"}',
    ],
    ['"cse_timeout":99999', '"cse_timeout":99999«the node uses 900»'],
    ['"cse_timeout":900', '"cse_timeout":900'],
    ['"message_of_the_day":"SGVsbG8K"', '"message_of_the_day":"SGVsbG8K"«text, 6 bytes»'],
    ['"message_of_the_day":"no base64"', '"message_of_the_day":"no base64"'],
    // The kind and size of a secret give nothing away.
    [
      '"auth_config":{"service_principal_secret":"aHVudGVyMg=="}',
      '"auth_config":{"service_principal_secret":"aHVudGVyMg=="«text, 7 bytes»}',
    ],
  ])('%s', (members, expected) => {
    const text = config('').replace('"auth_config":{', '"auth":{');
    const around = (inner: string): string => text.slice(0, -1) + `,${inner}}`;
    expect(hinted(around(members))).toBe(around(expected));
  });

  it('show the subject and the expiry of a certificate', () => {
    expect(hinted(config(`"custom_ca_certs":["${root}","x"]`))).toMatch(/"«CN=[^»]*until \d{4}-\d{2}-\d{2}»,"x"\]/);
  });

  it('are computed for the visible range', () => {
    const text = config('"cse_timeout":0,"message_of_the_day":"SGVsbG8K"');
    expect(hinted(text, { start: 0, end: text.indexOf('"message') })).toContain(
      '0«the node uses 900»,"message_of_the_day":"SGVsbG8K"}',
    );
  });
});

describe('notes at the ends of lines', () => {
  it('name the variables that fields become, and what does not count', () => {
    const marked = `{
  "version": "v1",«→ config file only»
  "tenant": "x",«→ dropped»
  "provision_output": "a",«→ not used»
  "is_vhd": false,«→ IS_VHD»
  "cse_timeout": 0«the node uses 900»,
  "network_config": {
    "network_plugin": null,«→ dropped»
    "network_policy": 1«NETWORK_POLICY_NONE»
  },
  "kubelet_config": { "kubelet_flags": { "--max-pods": "1" } },
  "gpu_config": {
    "mig_strategy": "single"«→ no effect»
  },
  "vm_size": "a", "enable_ssh": true,
  "custom_ca_certs": [«→ SHOULD_CONFIGURE_CUSTOM_CA_TRUST +2»
    "x"
  ],
  "enabled_features": {«→ enabled_features.sh»
    "A": "b"
  }
}`;
    const text = marked.replaceAll(/«[^»]*»/g, '');
    for (const end of ['\n', '\r\n']) expect(hinted(text.replaceAll('\n', end))).toBe(marked.replaceAll('\n', end));
  });

  it('name a variable of the field alone before those of several fields', () => {
    const text = config('"network_config":{\n"network_plugin":"NETWORK_PLUGIN_AZURE"\n}');
    expect(hinted(text)).toMatch(/«→ NETWORK_PLUGIN \+3»/);
  });

  it('are left out of configs inside of other documents', () => {
    const manifest = `#cloud-config\nwrite_files:\n- path: /opt/azure/containers/aks-node-controller-config.json\n  content: |\n    {\n      "version": "v1",\n      "is_vhd": true\n    }\n`;
    const analysis = analyse('user-data.yaml', manifest, 'cloud-config');
    expect(
      inlayHints(analysis, { start: 0, end: manifest.length }).filter(({ label }) => label.startsWith('→')),
    ).toEqual([]);
  });
});
