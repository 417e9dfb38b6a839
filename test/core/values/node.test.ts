import { describe, expect, it } from 'vitest';
import { checkFormat } from '../../../server/src/core/values/check.js';
import { faultyPart, format } from './expectFormat.js';

const id = '0a1b2c3d-0000-4000-8000-00000000beef';
format(
  'uuid',
  [id, id.toUpperCase(), '00000000-0000-0000-0000-000000000000'],
  [
    [`{${id}}`, 'is in braces', id],
    [`(${id})`, 'is in braces', id],
    [`urn:uuid:${id}`, 'has a prefix', id],
    [id.replace(/-/g, ''), 'has its hyphens elsewhere', id],
    [`/subscriptions/${id}/resourceGroups/x`, 'is a resource ID', id],
    [id.slice(1), 'is not an ID of 32 hexadecimal digits'],
    [`${id}0`, 'is not an ID of 32 hexadecimal digits'],
    [id.replace('b', 'g'), 'holds "g", which is not a hexadecimal digit'],
    ['<subscription-id>', 'holds "<"'],
    ['msi', 'holds "m"'],
    [` ${id}`, 'in front of it', id],
  ],
);

format(
  'location',
  ['eastus', 'eastus2', 'East US 2', '\u3000usgov\u2003iowa', 'us gov virginia', 'WestEurope', ' west us '],
  [
    ['east-us', 'is not an Azure region', 'eastus'],
    ['east_us_2', 'is not an Azure region', 'eastus2'],
    ['(US) East US', 'is not an Azure region', 'eastus'],
    ['2eastus', 'is not an Azure region'],
    ['<location>', 'is not an Azure region'],
    ['östeuropa', 'is not an Azure region'],
    ['\ufeffeastus', 'in front of it', 'eastus'],
    ['  ', 'is not an Azure region'],
  ],
);

format(
  'resource-name',
  ['aks-vnet-12345678', 'a', 'A_b.c-9_', '1', 'x'.repeat(80)],
  [
    [
      '/subscriptions/x/resourceGroups/y/providers/Microsoft.Network/virtualNetworks/aks-vnet',
      'is a resource ID',
      'aks-vnet',
    ],
    ['aks vnet', 'holds " "'],
    ['aks/vnet', 'holds "/"'],
    ['größe', 'holds "ö"'],
    ['-aks', 'does not begin with a letter or digit'],
    ['_aks', 'does not begin with a letter or digit'],
    ['aks-', 'does not end with'],
    ['aks.', 'does not end with'],
    ['x'.repeat(81), 'has 81 characters'],
  ],
);

format(
  'resource-group-name',
  ['MC_contoso_pool_eastus', 'rg', '(a).b-c_', '資源', 'Ünïcode1', '_', 'x'.repeat(90)],
  [
    ['my group', 'holds " "'],
    ['a/b', 'holds "/"'],
    ['rg.', 'ends with a full stop', 'rg'],
    ['/subscriptions/x/resourceGroups/MC_rg/providers/y', 'is a resource ID', 'MC_rg'],
    ['/subscriptions/x/resourcegroups/MC_rg', 'is a resource ID', 'MC_rg'],
    ['x'.repeat(91), 'has 91 characters'],
    ['rg\u{1f600}', 'holds "\u{1f600}"'],
  ],
);

format(
  'vm-size',
  [
    'Standard_D4s_v5',
    'Standard_NC40ads_H100_v5',
    'standard_nd96isr_H100_v5',
    'Standard_DS1_v2',
    'Standard_DC2s',
    'Standard_M416-208s_v2',
    'Standard_DS2_v2_Promo',
    'Basic_A1',
  ],
  [
    ['D4s_v5', 'does not begin with Standard_', 'Standard_D4s_v5'],
    ['Standard D4s v5', 'does not begin with Standard_', 'Standard_D4s_v5'],
    ['StandardD4s_v5', 'does not begin with Standard_', 'Standard_D4s_v5'],
    ['Standard-D4s_v5', 'does not begin with Standard_', 'Standard_D4s_v5'],
    ['Standard_D4s v5', 'is not a VM size behind its prefix', 'Standard_D4s_v5'],
    ['Standard_', 'is not a VM size behind its prefix'],
    ['Standard_v', 'is not a VM size behind its prefix'],
    ['big', 'does not begin with Standard_'],
    ['<vm size>', 'does not begin with Standard_'],
    [`Standard_D${'4'.repeat(80)}`, 'has 90 characters'],
  ],
);

format(
  'linux-user-name',
  ['azureuser', 'a1', 'Contoso-Admin_1', 'x'.repeat(32)],
  [
    ['1user', 'does not begin with a letter'],
    ['_user', 'does not begin with a letter'],
    ['azure user', 'holds " "'],
    ['azure.user', 'holds "."'],
    ['user@contoso', 'holds "@"'],
    ['x'.repeat(33), 'has 33 characters'],
    ['root', 'one of the names that Azure refuses'],
    ['Admin', 'one of the names that Azure refuses'],
    ['support_388945a0', 'one of the names that Azure refuses'],
  ],
);

format(
  'semantic-version',
  [
    '1',
    '1.2',
    '1.2.3',
    'v1.2.3',
    '01.02.03',
    '1.7.22',
    '1.2-rc.1',
    '1.2.3-alpha.1+build.01',
    '18446744073709551615.0.0',
  ],
  [
    ['1.34.0.0', 'has 4 numbers'],
    ['V1.2.3', 'begins with an uppercase V', '1.2.3'],
    ['1.2.x', 'leaves a number open'],
    ['>=1.2', 'is a range of versions'],
    ['1.2.3-', 'cannot be read as a version'],
    ['1.2.3-a..b', 'has an empty part'],
    ['1.2.3-01', 'has a pre-release number with a leading zero'],
    ['18446744073709551616', 'does not fit into 64 bits'],
    ['latest', 'cannot be read as a version'],
    ['1.2.3 ', 'behind it', '1.2.3'],
    ['1'.repeat(257), 'has 257 characters'],
    ['', 'cannot be read as a version'],
  ],
);

format(
  'kubernetes-version',
  ['1.31.2', '1.33.0-alpha.1', '1.27.100', '1.30.0+build'],
  [
    ['v1.31.2', 'begins with "v"', '1.31.2'],
    ['1.31', 'is missing its patch version'],
    ['1', 'is missing its minor version and patch version'],
    ['01.34.0', 'has leading zeros', '1.34.0'],
    ['1.34.0.0', 'has 4 numbers'],
    ['1.34.x', 'leaves a number open'],
    [' 1.34.0', 'in front of it', '1.34.0'],
    ['1.34.0\n', 'behind it', '1.34.0'],
  ],
);

format(
  'port-range',
  ['32768 60999', '1 65535', '+1 +65535', '00032768 60999'],
  [
    ['32768  60999', 'does not have exactly one space', '32768 60999'],
    ['32768\t60999', 'does not have exactly one space', '32768 60999'],
    ['32768-60999', 'does not have exactly one space', '32768 60999'],
    ['32768, 60999', 'does not have exactly one space', '32768 60999'],
    ['60999 32768', 'does not begin with the smaller port', '32768 60999'],
    ['80 80', 'does not begin with the smaller port'],
    ['0 80', 'holds "0"'],
    ['-1 80', 'holds "-1"'],
    ['1024 70000', 'holds "70000"'],
    ['80 abc', 'is not two ports'],
    ['80', 'is not two ports'],
    ['1 2 3', 'is not two ports'],
    ['', 'is not two ports'],
  ],
);

format(
  'absolute-path',
  ['/', '/etc/kubernetes/certs/ca.crt', '/mnt/containers', '/mnt/a b', '/run/../etc', '/opt/100%'],
  [
    ['etc/kubernetes', 'does not begin with a slash', '/etc/kubernetes'],
    ['./ca.crt', 'does not begin with a slash'],
    ['resolv-conf-0', 'does not begin with a slash'],
    ['~/ca.crt', 'begins with ~'],
    ['$HOME/ca.crt', 'holds a variable'],
    ['/etc/${NAME}/x', 'holds a variable'],
    ['C:\\k\\ca.crt', 'is a path of Windows'],
    ['c:/k/ca.crt', 'is a path of Windows'],
    ['\\\\server\\share', 'is a path of Windows'],
    ['file:///etc/ca.crt', 'is a file: URL', '/etc/ca.crt'],
    ['/etc/a\nb', 'holds a line break'],
    ['/etc/a\n', 'behind it', '/etc/a'],
  ],
);

format(
  'feature-name',
  ['ENABLE_IMDS_CACHE', '_a', 'B_2', 'a'],
  [
    ['1BAD', 'begins with a digit'],
    ['has-dash', 'holds "-"', 'has_dash'],
    ['a b', 'holds " "'],
    ['a.b', 'holds "."', 'a_b'],
    ['A=1', 'holds "="'],
    ['größe', 'holds "ö"'],
  ],
);

format(
  'systemd-limit',
  [
    '0',
    '1048576',
    '65536:1048576',
    'infinity',
    '1024:infinity',
    '64M',
    '1G:2G',
    '18446744073709551614',
    '15E',
    '64B',
    '1.5G',
    '1.G',
    '1G500M',
    '1.5G:2G',
  ],
  [
    ['unlimited', 'is not the word infinity', 'infinity'],
    ['-1', 'is not the word infinity', 'infinity'],
    ['Infinity', 'is not the word infinity', 'infinity'],
    ['1024:unlimited', 'is not the word infinity', '1024:infinity'],
    ['65536 1048576', 'contains a space', '65536:1048576'],
    ['64MB', 'has the unknown suffix "MB"', '64M'],
    ['64Mi', 'has the unknown suffix "Mi"', '64M'],
    ['64k', 'has the unknown suffix "k"', '64K'],
    ['no-file-0', 'has no limit'],
    ['1:2:3', 'has more than one colon'],
    ['2:1', 'above the hard one'],
    ['infinity:1', 'above the hard one'],
    [':1', 'has no limit'],
    ['1:', 'has no limit'],
    ['010', 'as octal', '10'],
    ['500M1G', 'has the unknown suffix "M1G"'],
    ['.5G', 'has no limit'],
    ['2.5G:2G', 'above the hard one'],
    ['18446744073709551615', 'is beyond 64 bits'],
    ['16E', 'is beyond 64 bits'],
    ['9'.repeat(40), 'is beyond 64 bits'],
    ['', 'has no limit'],
  ],
);

format(
  'bootstrap-token',
  ['abcdef.0123456789abcdef'],
  [
    ['abcdef0123456789abcdef', 'has no dot'],
    ['abcdef.0123.456789abcdef', 'has more than one dot'],
    ['ABCDEF.0123456789abcdef', 'holds other characters'],
    ['abcde.0123456789abcdef', 'has 5 characters in front of its dot and 16 behind'],
    ['tok.en', 'has 3 characters in front of its dot and 2 behind'],
    ['abcdef.0123456789abcdef\n', 'behind it'],
  ],
);

format(
  'json-object',
  [
    '{}',
    ' {"a": [1, -2.5e3, true, false, null, "\\u00e9\\n", {}, []], "a": {"b": {}}} \r\n\t',
    '{"resourceManagerEndpoint":"https://d/"}',
  ],
  [
    ['', 'is empty'],
    ['  ', 'is empty'],
    ['[]', 'is not a JSON object'],
    ['null', 'is not a JSON object'],
    ['"{}"', 'is not a JSON object'],
    ['eyJhIjoxfQ==', 'is base64'],
    ['{not-json', 'is not valid JSON at character 2: A property name in double quotes was expected'],
    ['{"a":1,}', 'is not valid JSON at character 7: A comma '],
    ['{"a":1 "b":2}', 'is not valid JSON at character 8: A comma is missing'],
    ['{"a" 1}', 'is not valid JSON at character 6: A colon was expected'],
    ["{'a':1}", 'is not valid JSON at character 2'],
    ['{"a":01}', 'is not valid JSON at character 6'],
    ['{"a":+1}', 'is not valid JSON at character 6'],
    ['{"a":.5}', 'is not valid JSON at character 6'],
    ['{"a":NaN}', 'is not valid JSON at character 6'],
    ['{"a":True}', 'is not valid JSON at character 6'],
    ['{"a":"\\x"}', 'is not valid JSON at character 7'],
    ['{"a":"\n"}', 'is not valid JSON at character 6'],
    ['{"a":"', 'is not valid JSON at character 6'],
    ['{"a":{"b":1}', 'is not valid JSON at character 1: This { is never closed'],
    ['{"a":[1}', 'is not valid JSON at character 8'],
    ['{"a":1}}', 'is not valid JSON at character 8: Something follows'],
    ['{"a":1} // note', 'is not valid JSON at character 9'],
    ['{\u00a0}', 'is not valid JSON at character 2'],
    ['\ufeff{}', 'in front of it', '{}'],
    [`{"a":${'['.repeat(10_000)}`, 'is nested more than 10,000 deep'],
  ],
);

describe('secrets', () => {
  it.each([
    ['bootstrap-token', 'abcdef.0123456789ABCDEF'],
    ['bootstrap-token', 'abcdef.0123456789abcdef '],
    ['proxy-url', 'user:sw0rdfish@proxy:3128'],
    ['proxy-url', 'http://user:sw0rd$fish@proxy:3128'],
    ['proxy-url', 'gopher://user:sw0rdfish@proxy'],
    ['proxy-url', 'http://user:sw0rd/fish@proxy:3128'],
    ['proxy-url', 'http://user:sw0rd#fish@proxy:3128'],
    ['url', 'https://user:sw0rd?fish@example.com/'],
    ['json-object', '{"password": "sw0rdfish" "a": 1}'],
    ['json-object', '{"password" "sw0rdfish"}'],
    ['proxy-url', 'http://user:sw0rdfish@pro!xy'],
    ['base64', 'c3cwcmRmaXNo!'],
    ['base64', 'c3cwcmRmaXNo QQ'],
  ] as const)('are not repeated in why %s %j is refused', (name, text) => {
    const { reason = '' } = checkFormat(name, text) ?? {};
    expect(reason).not.toBe('');
    expect(reason).not.toMatch(/0123456789|sw0rd|c3cwcm/i);
  });

  it('come with no suggestion where the format itself is one', () => {
    expect(checkFormat('bootstrap-token', ' abcdef.0123456789abcdef')?.suggestion).toBeUndefined();
  });
});

describe('the part at fault', () => {
  it.each([
    ['resource-name', 'a b', ' '],
    ['kubernetes-version', '1.34.x', 'x'],
    ['absolute-path', '/a/${B}/c', '${B}'],
    ['json-object', '{"a":tru}', 'tru'],
    ['resource-group-name', 'a\u{1f600}', '\u{1f600}'],
    ['uuid', 'x', 'x'],
    ['duration', '30s  ', '  '],
  ] as const)('%s %j: %j', (name, text, part) => {
    expect(faultyPart(name, text)).toBe(part);
  });
});
