import { type MessageValue, textAt } from '../../../contract/value.js';
import { separated } from '../../trace.js';
import { textsAt } from '../../../contract/fields.js';
import { tracedStringsAt } from '../textPieces.js';
import { base64File } from '../hiddenFile.js';
import { computed, condition, type EnvironmentVariable, traced, verbatim } from '../variable.js';

const http = 'http_proxy_config.http_proxy';
const https = 'http_proxy_config.https_proxy';
const exceptions = 'http_proxy_config.no_proxy_entries';
const proxyCa = 'http_proxy_config.proxy_trusted_ca';
const customCas = 'custom_ca_certs';

/** The shell commands that switch the proxy on. Values are not quoted in any other way. */
function proxyCommands(config: MessageValue): string {
  const withoutProxy = textsAt(config, exceptions);
  const httpsProxy = textAt(config, https);
  const httpProxy = textAt(config, http);
  return [
    ...(withoutProxy.length > 0 ? [`export NO_PROXY="${withoutProxy.join(',')}"; `] : []),
    ...(httpsProxy === '' ? [] : [`export HTTPS_PROXY="${httpsProxy}"; `]),
    ...(httpProxy === '' ? [] : [`export http_proxy="${httpProxy}";`]),
  ].join('');
}

/** Base64 may be wrapped in the config; in a variable it is one line. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]/g, '');
}

/** The HTTP proxy, and the certificate authorities that the node trusts. */
export const proxyAndTrustVariables: readonly EnvironmentVariable[] = [
  condition(
    'SHOULD_CONFIGURE_HTTP_PROXY',
    { from: [http, https], rule: `Whether \`${http}\` or \`${https}\` is not empty.` },
    (config) => textAt(config, http) !== '' || textAt(config, https) !== '',
  ),
  verbatim('HTTP_PROXY_URLS', http),
  verbatim('HTTPS_PROXY_URLS', https),
  traced(
    'NO_PROXY_URLS',
    { from: [exceptions], rule: `The entries of \`${exceptions}\`, separated by commas.` },
    (config) => separated(tracedStringsAt(config, exceptions), ','),
  ),
  computed(
    'PROXY_VARS',
    {
      from: [http, https, exceptions],
      rule: 'Shell commands that export `NO_PROXY`, `HTTPS_PROXY` and `http_proxy`, each only where the config has it.',
    },
    proxyCommands,
  ),
  condition(
    'SHOULD_CONFIGURE_HTTP_PROXY_CA',
    { from: [proxyCa], rule: `Whether \`${proxyCa}\` is not empty; line ends alone count.` },
    (config) => textAt(config, proxyCa) !== '',
  ),
  computed(
    'HTTP_PROXY_TRUSTED_CA',
    { from: [proxyCa], rule: `The text of \`${proxyCa}\` without line ends.`, file: base64File('proxyCA.crt') },
    (config) => oneLine(textAt(config, proxyCa)),
  ),
  condition(
    'SHOULD_CONFIGURE_CUSTOM_CA_TRUST',
    { from: [customCas], rule: `Whether \`${customCas}\` has an entry.` },
    (config) => textsAt(config, customCas).length > 0,
  ),
  computed('CUSTOM_CA_TRUST_COUNT', { from: [customCas], rule: `How many entries \`${customCas}\` has.` }, (config) =>
    String(textsAt(config, customCas).length),
  ),
  computed(
    'CUSTOM_CA_CERT_<n>',
    {
      from: [customCas],
      rule: `One variable for each entry of \`${customCas}\`, counted from 0, without its line ends.`,
      file: base64File('custom-ca.<n>.crt', '/opt/certs/00000000000000cert<n>.crt'),
    },
    (config) => textsAt(config, customCas).map(oneLine),
  ),
];
