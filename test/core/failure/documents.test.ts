import { describe, expect, it } from 'vitest';
import { codeLenses, hover, validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import {
  activityLog,
  extensionMessage,
  instanceView,
  portalMessage,
  statesOf,
  statusOf50,
  windowsMessage,
} from './messages.js';

/** The problems of a text, as code and the text of their range. */
function problems(name: string, text: string): [string, string][] {
  return validate(analyse(name, text)).problems.map(({ code, span }) => [code, text.slice(span.start, span.end)]);
}

describe('a document that reports a failure', () => {
  it.each<[string, string, string]>([
    ['x.json', statusOf50, 'cse-status'],
    ['x.json', instanceView(extensionMessage(50, statusOf50)), 'cse-status'],
    ['x.txt', portalMessage(50, ''), 'cse-status'],
    ['x.txt', windowsMessage(5, 'WINDOWS_CSE_ERROR_CHECK_API_SERVER_CONNECTIVITY'), 'cse-status'],
    ['provision.json', '', 'cse-status'],
    ['x.json', activityLog(portalMessage(50, statusOf50)), 'activity-log'],
    [
      'x.json',
      JSON.stringify({ properties: { osProfile: {}, instanceView: { x: extensionMessage(50, '') } } }),
      'vm-json',
    ],
    ['/var/log/azure/cluster-provision.log', '', 'provision-log'],
    ['cloud-init-output.log.1', '', 'provision-log'],
    ['x.log', '2025-03-04 10:10:05,123 - util.py[DEBUG]: Cloud-init v. 24.1 running', 'provision-log'],
    [
      'x.log',
      '2025-03-04T10:10:20.123456Z INFO ExtHandler [Microsoft.Azure.Extensions.CustomScript-2.1.7] Enable',
      'provision-log',
    ],
    ['x.log', '+ source /opt/azure/containers/provision_source.sh\n+ true\n+ true\n', 'provision-log'],
    ['x.json', '{"State": {"Status": "exited", "ExitCode": 137, "Error": ""}}', 'unknown'],
    ['x.txt', 'The exit code was 50.', 'unknown'],
    ['x.sh', '#!/bin/bash\n+ echo vmssCSE exit status\n', 'user-data'],
  ])('%s %#', (name, text, kind) => {
    expect(analyse(name, text).kind).toBe(kind);
  });
});

describe('problems of such a document', () => {
  it.each<[string, string, [string, string][]]>([
    ['a failure', portalMessage(50, statusOf50), [['status/provisioning-failed', '50']]],
    [
      'a failure that the extension hides',
      instanceView(extensionMessage(1, statusOf50)),
      [
        ['status/provisioning-failed', '50'],
        ['status/codes-differ', '50'],
      ],
    ],
    [
      'a status that was cut',
      portalMessage(34, '{ "ExitCode": "34", "Output": "+ start...'),
      [
        ['status/provisioning-failed', '34'],
        ['status/truncated', '34'],
      ],
    ],
    [
      'a code that no table has',
      portalMessage(249, ''),
      [
        ['status/provisioning-failed', '249'],
        ['status/unknown-exit-code', '249'],
      ],
    ],
    ['a code of the shell', portalMessage(124, ''), [['status/provisioning-failed', '124']]],
    [
      'an extension of another publisher',
      `VMExtensionProvisioningError ${portalMessage(127, '', 'install-agent')}`,
      [['cse/command-failed', '127']],
    ],
    [
      'a timeout',
      'Provisioning of VM extension vmssCSE has timed out. VMExtensionProvisioningTimeout',
      [['cse/timed-out', 'VMExtensionProvisioningTimeout']],
    ],
    [
      'no code',
      "extension 'vmssCSE': [stderr]\nfailed to read provision.json",
      [['status/no-exit-code', 'failed to read provision.json']],
    ],
    ['a success', extensionMessage(50, statusOf50).replace(/^.*\n/, 'Enable succeeded: ').replace('"50"', '"0"'), []],
    [
      'an extension that has not finished',
      `extension 'vmssCSE' ${statesOf({ vmssCSE: 'transitioning' }, 'updating')}`,
      [],
    ],
    ['success without a code', instanceView("extension 'vmssCSE' Enable succeeded: \n[stdout]\n"), []],
  ])('%s', (_, text, expected) => {
    expect(problems('pasted.txt', text)).toEqual(expected);
  });

  it('are reported for each failed instance of a list', () => {
    const text = JSON.stringify({
      value: [1, 2].map((id) => JSON.parse(instanceView(extensionMessage(50 + id, ''))) as object),
    });
    expect(problems('x.json', text)).toEqual([
      ['status/provisioning-failed', '51'],
      ['status/provisioning-failed', '52'],
    ]);
  });

  it('are not found in a node config or cloud-config with such words', () => {
    expect(
      problems('a.cloud-config.yaml', '#cloud-config\nruncmd: ["echo command terminated with exit status=50"]\n'),
    ).toEqual([]);
  });
});

describe('hover and lenses', () => {
  const text = instanceView(extensionMessage(50, statusOf50));
  const analysis = analyse('x.json', text);
  const at = (needle: string): number => text.indexOf(needle) + 1;

  it('explain the code at the number and in the message around it', () => {
    const onCode = hover(analysis, text.indexOf('50', text.indexOf('ExitCode')));
    expect(onCode?.markdown).toMatch(/^\*\*Exit code 50: `ERR_OUTBOUND_CONN_FAIL`\*\*/);
    expect(onCode?.markdown).toContain('Likely cause: ');
    expect(onCode && text.slice(onCode.span.start, onCode.span.end)).toBe('50');
    const onMessage = hover(analysis, at('Enable failed'));
    expect(onMessage?.markdown).toBe(onCode?.markdown);
    expect(hover(analysis, at('typeHandlerVersion'))).toBeUndefined();
  });

  it('explain the line of a plain log', () => {
    const log = `first line\n2025-03-04 ${portalMessage(51, '').replaceAll('\n', ' ')}\nlast line`;
    const plain = analyse('x.txt', log);
    expect(hover(plain, log.indexOf('VM has'))?.markdown).toContain('ERR_K8S_API_SERVER_CONN_FAIL');
    expect(hover(plain, 3)).toBeUndefined();
    expect(hover(plain, log.length)).toBeUndefined();
  });

  it('offer the report on each failure but no success, and the boot timeline if there are times', () => {
    const span = expect.anything() as object;
    const boot = { span, title: 'Boot timeline', action: { is: 'timeline', failure: 0 } };
    expect(codeLenses(analysis)).toEqual([
      { span, title: 'Explain failure 50 (ERR_OUTBOUND_CONN_FAIL)', action: { is: 'explain', failure: 0 } },
      boot,
    ]);
    expect(codeLenses(analyse('x.json', statusOf50.replace('"50"', '"0"')))).toEqual([boot]);
    expect(codeLenses(analyse('x.json', '{"ExitCode":"0","Output":""}'))).toEqual([]);
    expect(codeLenses(analyse('x.txt', 'VMExtensionProvisioningTimeout'))).toMatchObject([
      { title: 'Explain failure' },
    ]);
  });
});
