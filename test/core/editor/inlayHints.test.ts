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
