import fc from 'fast-check';
import type { FailedPart } from '../../../server/src/core/failure/origin/origin.js';
import { describe, expect, it } from 'vitest';
import { explainFailure, explainFailures, type Explanation } from '../../../server/src/core/failure/explain.js';
import {
  activityLog,
  extensionMessage,
  instanceView,
  portalMessage,
  statesOf,
  statusOf50,
  windowsMessage,
} from './messages.js';
import { masked, unmasked } from '../../support/maskings.js';

const trace = "+ systemctl restart kubelet\n+ '[' 124 -ne 0 ']'\n+ ERR_OUTBOUND_CONN_FAIL=50\n+ exit 34";

/** What is compared of an explanation. */
function gist(text: string): Partial<Explanation> {
  const { exitCode, errorName, family, hasCseStatusJson, truncated, outerExitCode } = explainFailure(text, {
    masking: masked(),
  });
  return { exitCode, errorName, family, hasCseStatusJson, truncated, outerExitCode };
}

const whole50: Partial<Explanation> = {
  exitCode: 50,
  errorName: 'ERR_OUTBOUND_CONN_FAIL',
  family: 'linux-agentbaker',
  hasCseStatusJson: true,
  truncated: false,
};

describe('the exit code', () => {
  const inner50 = extensionMessage(50, statusOf50);
  it.each<[string, string, Partial<Explanation>]>([
    ['a status alone', statusOf50, { ...whole50, outerExitCode: null }],
    ['the message of the extension', inner50, { ...whole50, outerExitCode: 50 }],
    ['the error of the portal', portalMessage(50, statusOf50), { ...whole50, outerExitCode: 50 }],
    ['an instance view', instanceView(inner50), { ...whole50, outerExitCode: 50 }],
    ['an entry of the activity log', activityLog(portalMessage(50, statusOf50)), { ...whole50, outerExitCode: 50 }],
    ['an entry in an entry', activityLog(activityLog(inner50)), { ...whole50, outerExitCode: 50 }],
    ['quotation marks in front of lines', portalMessage(50, statusOf50).replace(/^/gm, '> '), whole50],
    ['back-ticks around lines', portalMessage(50, statusOf50).replace(/^(.+)$/gm, '`$1`'), whole50],
    ['entities of HTML', instanceView(inner50).replaceAll('"', '&quot;').replaceAll("'", '&#39;'), whole50],
    [
      'quotes as .NET writes them',
      instanceView(inner50).replaceAll('\\"', '\\u0022').replaceAll("'", '\\u0027'),
      whole50,
    ],
    ['the serial console', `[   13.261278] cloud-init[1899]: ${statusOf50}`, { ...whole50, outerExitCode: null }],
    [
      'a log of the guest agent',
      `2025-03-04T10:11:30Z ERROR ExtHandler [Microsoft.Azure.Extensions.CustomScript-2.1.7] Event: ${inner50}`,
      whole50,
    ],
    ['a status that the wrapper contradicts', extensionMessage(1, statusOf50), { ...whole50, outerExitCode: 1 }],
    [
      'what is left of a status whose output is cut',
      portalMessage(34, '{ "ExitCode": "34", "Output": "53403]: + systemctl start kubelet...'),
      { exitCode: 34, errorName: 'ERR_KUBELET_START_FAIL', hasCseStatusJson: true, truncated: true, outerExitCode: 34 },
    ],
    [
      'a status cut behind its first key',
      portalMessage(51, '{ "ExitCode": "'),
      { exitCode: 51, errorName: 'ERR_K8S_API_SERVER_CONN_FAIL', truncated: true, outerExitCode: 51 },
    ],
    [
      'a status whose beginning is cut',
      extensionMessage(50, statusOf50.slice(200)),
      { exitCode: 50, hasCseStatusJson: false, outerExitCode: 50 },
    ],
    [
      'no status, only a trace',
      portalMessage(41, trace),
      { exitCode: 41, errorName: 'ERR_CNI_DOWNLOAD_TIMEOUT', hasCseStatusJson: false },
    ],
    [
      'words of the AKS resource provider',
      'Code: VMExtensionProvisioningError; SubCode: K8SAPIServerConnFailVMExtensionError; Details: instance 3 has extension error details : {vmssCSE error messages : {vmssCSE exit status=51, output=+ exit 50, error=}}',
      { exitCode: 51, family: 'linux-agentbaker' },
    ],
    [
      'aks-node-controller waiting',
      'Enable failed: failed to execute command: command terminated with exit status=1\n[stdout]\n\n[stderr]\nprovision failed: exitCode=216 error= output="+ exit 99"',
      { exitCode: 216, errorName: 'ERR_LOCALDNS_FAIL', family: 'linux-agentbaker', outerExitCode: 1 },
    ],
    [
      "aks-node-controller's own log",
      '{"time":"2025-03-04T10:11:30Z","level":"INFO","msg":"CSE finished","exitCode":84,"stdout":"+ exit 12","stderr":""}\n{"time":"2025-03-04T10:11:31Z","level":"ERROR","msg":"aks-node-controller failed","error":"exit status 84"}',
      { exitCode: 84, errorName: 'ERR_GPU_DRIVERS_START_FAIL', family: 'linux-agentbaker', outerExitCode: null },
    ],
    [
      'a config that aks-node-controller refuses',
      '{"ExitCode":"240","Error":"unsupported version: v7","Output":""}',
      { exitCode: 240, errorName: 'ERR_AKS_NODE_CONTROLLER_ERROR', hasCseStatusJson: true, truncated: false },
    ],
    [
      'an event of the scripts',
      JSON.stringify({
        TaskName: 'AKS.CSE.cse_start',
        Message: JSON.stringify({ ExitCode: '31', E2E: '600', KernelStartTime: '2025-03-04 10:10:01.250' }),
      }),
      { exitCode: 31, errorName: 'ERR_K8S_DOWNLOAD_TIMEOUT', hasCseStatusJson: true },
    ],
    [
      'Windows, with the detail of its scripts',
      windowsMessage(5, 'WINDOWS_CSE_ERROR_CHECK_API_SERVER_CONNECTIVITY'),
      {
        exitCode: 5,
        errorName: 'WINDOWS_CSE_ERROR_CHECK_API_SERVER_CONNECTIVITY',
        family: 'windows',
        outerExitCode: 1,
      },
    ],
    [
      'Windows, escaped',
      JSON.stringify({ message: windowsMessage(34, 'WINDOWS_CSE_ERROR_DOWNLOAD_KUBERNETES_PACKAGE') }),
      { exitCode: 34, family: 'windows' },
    ],
    [
      'Windows, only the wrapper',
      "VM has reported a failure when processing extension 'vmssCSE'. Error message: \"Command execution finished, but failed because it returned a non-zero exit code of: '1'\"",
      { exitCode: 1, errorName: null, family: 'windows' },
    ],
    [
      'Windows, success',
      'ExitCode: |000|, Output: |WINDOWS_CSE_SUCCESS|, Error: ||',
      { exitCode: 0, errorName: 'WINDOWS_CSE_SUCCESS', family: 'windows' },
    ],
    [
      'Windows, as in the documentation',
      'Message="CSE Error: WINDOWS_CSE_ERROR_DOWNLOAD_CNI_PACKAGE." Exit Code: 35. Details: something.',
      { exitCode: 35, family: 'windows' },
    ],
    ['curly quotes', portalMessage(50, statusOf50.replace(/"([^"]*)"/g, '\u201c$1\u201d')), whole50],
    [
      'a Python string',
      `b'${extensionMessage(50, statusOf50.replaceAll('\\', '\\\\')).replaceAll('\n', '\\n')}'`,
      { ...whole50, outerExitCode: 50 },
    ],
    [
      'a message of Terraform',
      `Error: waiting for creation: Code="VMExtensionProvisioningError" Message=${JSON.stringify(portalMessage(52, ''))}`,
      { exitCode: 52, errorName: 'ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL' },
    ],
    [
      'an instance view whose status is fine',
      instanceView(`Enable succeeded: \n[stdout]\n${statusOf50.replace('"50"', '"0"')}`),
      { exitCode: 0, errorName: null, outerExitCode: null },
    ],
    [
      'a code that is in no table',
      portalMessage(124, ''),
      { exitCode: 124, errorName: null, family: 'linux-agentbaker' },
    ],
    [
      'an extension that AKS does not install',
      portalMessage(50, '', 'install-agent'),
      { exitCode: 50, errorName: null, family: null },
    ],
  ])('%s', (_, text, expected) => {
    expect(gist(text)).toMatchObject(expected);
  });

  it('comes from the failure if another extension or instance succeeded', () => {
    const fine = extensionMessage(50, statusOf50)
      .replace('"50"', '"0"')
      .replace('failed: failed to execute command: command terminated with exit status=50', 'succeeded: ');
    const text = JSON.stringify([
      { message: fine },
      { message: extensionMessage(51, statusOf50.replace('"50"', '"51"')) },
      { message: extensionMessage(215, '') },
    ]);
    const found = explainFailure(text, { masking: masked() });
    expect(found.exitCode).toBe(51);
    expect(found.others).toEqual([
      { exitCode: 0, errorName: null },
      { exitCode: 215, errorName: 'ERR_DNS_HEALTH_FAIL' },
    ]);
    expect(explainFailures(text, { masking: masked() }).map(({ exitCode }) => exitCode)).toEqual([0, 51, 215]);
  });

  it('has the range that states it', () => {
    for (const text of [
      statusOf50,
      instanceView(extensionMessage(50, '')),
      activityLog(portalMessage(50, statusOf50)),
    ]) {
      const { span } = explainFailure(text, { masking: masked() });
      expect(span && text.slice(span.start, span.end)).toBe('50');
    }
  });

  it('is read at any depth of escapes', () => {
    const code = fc.integer({ min: 2, max: 250 });
    fc.assert(
      fc.property(code, fc.integer({ min: 0, max: 5 }), fc.string(), (number, depth, output) => {
        const status = JSON.stringify({ ExitCode: String(number), Output: `+ exit 3\n${output}`, ExecDuration: '7' });
        let text = extensionMessage(number, status);
        for (let level = 0; level < depth; level++) text = JSON.stringify({ message: text });
        expect(gist(text)).toMatchObject({ exitCode: number, hasCseStatusJson: true, truncated: false });
        expect(explainFailure(text, { masking: unmasked }).status).toEqual(JSON.parse(status));
      }),
    );
  });

  it('is the same or missing if the text is cut anywhere', () => {
    const text = activityLog(portalMessage(1, statusOf50));
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(text.length), (a, b) => {
        const { exitCode } = explainFailure(text.slice(Math.min(a, b), Math.max(a, b)), { masking: masked() });
        // A number may also be cut in the middle.
        expect([null, 50, 5, 1]).toContain(exitCode);
      }),
    );
  });

  it('is the same if a mail wraps the text', () => {
    const text = activityLog(portalMessage(50, statusOf50));
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 200 }), (width) => {
        const wrapped = text
          .split('\n')
          .map((line) => line.replace(new RegExp(`.{${width}}`, 'g'), '$&\n'))
          .join('\n');
        // A break inside the words that state the code hides it; any other break changes nothing.
        if (!wrapped.includes('exit status=50') || !wrapped.includes('\\\\\\"ExitCode\\\\\\":\\\\\\"50')) return;
        expect(gist(wrapped)).toMatchObject({ exitCode: 50, hasCseStatusJson: true, truncated: false });
      }),
    );
  });
});

describe('a failure without an exit code of the scripts', () => {
  it.each<[FailedPart, string, RegExp, object]>([
    [
      'azure',
      'Provisioning of VM extension vmssCSE has timed out. Extension provisioning has taken too long to complete. (Code: VMExtensionProvisioningTimeout)',
      /stopped waiting/,
      { azureCode: 'VMExtensionProvisioningTimeout', extension: 'vmssCSE' },
    ],
    [
      'azure',
      "VM 'aks-1' has not reported status for VM agent or extensions. VMAgentStatusCommunicationError",
      /guest agent/,
      { azureCode: 'VMAgentStatusCommunicationError' },
    ],
    [
      'azure',
      'Code="SkuNotAvailable" Message="The requested VM size is not available"',
      /no VM was created/,
      { azureCode: 'SkuNotAvailable', evidence: { text: 'The requested VM size is not available' } },
    ],
    [
      'azure',
      "Code: OSProvisioningInternalError\nMessage: OS Provisioning failed for VM 'aks-1' due to an internal error.",
      /because of an internal error, so the scripts of AKS didn't run\.$/,
      { azureCode: 'OSProvisioningInternalError' },
    ],
    [
      'azure',
      "OS Provisioning failed for VM 'aks-1' due to an internal error: result=error|reason=failure to obtain DHCP lease|agent=Cloud-Init/24.4|vm_id=0f (Code: OSProvisioningInternalError)",
      /cloud-init reports the reason: failure to obtain DHCP lease\.$/,
      { azureCode: 'OSProvisioningInternalError', causes: [] },
    ],
    [
      'azure',
      "OS Provisioning for VM 'aks-1' did not finish in the allotted time. However, the VM guest agent was detected running.",
      /although its guest agent runs/,
      { azureCode: 'OSProvisioningClientError' },
    ],
    [
      'node-scripts',
      'azure.py[ERROR]: Azure datasource failure occurred: result=error|reason=failure to obtain DHCP lease|agent=Cloud-Init/24.4|vm_id=0f',
      /could not provision the operating system: failure to obtain DHCP lease\./,
      { evidence: { text: 'failure to obtain DHCP lease' } },
    ],
    ['azure', 'Code: InternalExecutionError. An internal execution error occurred.', /internal error/, {}],
    [
      'azure',
      '{"code":"DeploymentFailed","details":[{"code":"SubnetIsFull","message":"Subnet pods with address prefix 10.1.0.0/24 is full."}]}',
      /too few free addresses/,
      { azureCode: 'SubnetIsFull' },
    ],
    [
      'azure',
      'Operation results in exceeding approved standardDSv5Family Cores quota. Current Limit: 10, Current Usage: 8, Additional Required: 4',
      /limit is 10, 8 are used, and 4 more/,
      { azureCode: 'QuotaExceeded' },
    ],
    ['azure', 'Code="NeverSeenBefore" Message="Something"', /NeverSeenBefore/, { azureCode: 'NeverSeenBefore' }],
    [
      'extension-handler',
      'Enable failed: failed to get configuration: invalid configuration: commandToExecute and script are both specified',
      /refused its settings/,
      {},
    ],
    [
      'extension-handler',
      'Enable failed: processing file downloads failed: failed to download file[0]: unexpected status code: actual=403',
      /could not download the files/,
      {},
    ],
    [
      'extension-handler',
      "VM extension type 'Microsoft.Azure.Extensions.CustomScript' has reported terminal failure for VM extension 'vmssCSE' with error message: '[ExtensionOperationError] Non-zero exit code: 52, /var/lib/waagent/Microsoft.Azure.Extensions.CustomScript-2.1.14/bin/custom-script-shim install\nwrite /var/lib/waagent/x: no space left on device'",
      /could not be installed/,
      { exitCode: 52, errorName: null, extension: 'vmssCSE', family: null },
    ],
    [
      'extension',
      "VM has reported a failure when processing extension 'KVAgent' (publisher 'Microsoft.Azure.KeyVault' and type 'KeyVaultForLinux'). Error message: 'Enable failed with exit code 31'",
      /Key Vault/,
      { exitCode: 31, errorName: null, extension: 'KVAgent', family: null },
    ],
    [
      'extension',
      '2026-02-03T04:05:06.000000Z ERROR ExtHandler ExtHandler Event: name=Microsoft.Azure.ActiveDirectory.AADSSHLoginForLinux, op=Install, message=[ExtensionOperationError] Non-zero exit code: 23, /var/lib/waagent/Microsoft.Azure.ActiveDirectory.AADSSHLoginForLinux-1.0.2/installer.sh install',
      /Entra ID/,
      { exitCode: 23, extension: 'Microsoft.Azure.ActiveDirectory.AADSSHLoginForLinux' },
    ],
    [
      'cluster',
      '{"code":"ResourceOperationFailure","details":[{"code":"NodesNotReady"}]}',
      /did not become ready/,
      { azureCode: 'NodesNotReady' },
    ],
    ['cluster', 'Message:  Node not registered with cluster\nReason:  NodeNotFound', /did not register/, {}],
    [
      'node-scripts',
      '[stderr]\nfailed to read provision.json: open /var/log/azure/aks/provision.json: no such file',
      /could not read/,
      {},
    ],
    [
      'node-scripts',
      'context deadline exceeded waiting for provision complete: context canceled',
      /stopped waiting/,
      {},
    ],
    [
      'node-scripts',
      'kubelet[7]: E0102 run.go:74] "command failed" err="failed to parse kubelet flag: unknown flag: --keep-pods"',
      /--keep-pods/,
      { field: 'kubelet_config.kubelet_flags["--keep-pods"]' },
    ],
    [
      'node-scripts',
      'Code: CreateVMSSAgentPoolFailed; SubCode: OutboundConnFailVMExtensionError',
      /mcr.microsoft.com/,
      { exitCode: 50, errorName: 'ERR_OUTBOUND_CONN_FAIL' },
    ],
  ])('is of %s: %s', (failed, text, meaning, more) => {
    const found = explainFailure(text, { masking: masked() });
    expect(found).toMatchObject({ failed, exitCode: null, errorName: null, silence: null, ...more });
    expect(found.meaning).toMatch(meaning);
    expect(found.nextSteps.length).toBeGreaterThan(0);
    expect(found.span).toBeDefined();
  });

  it.each([
    ['Node image version: AKSUbuntu-2204gen2containerd-202101.05.0\n', ['ERR_NTP_INSTALL_TIMEOUT', []]],
    ['nodeImageVersion: AKSUbuntu-1804gen2containerd-2021.01.28\n', ['ERR_NTP_INSTALL_TIMEOUT', []]],
    ['"nodeImageVersion": "AKSUbuntu-1804-2021.01.28"\n', ['ERR_NTP_INSTALL_TIMEOUT', []]],
    ['Node image version: 2021.01.28\n', ['ERR_NTP_INSTALL_TIMEOUT', []]],
    ['/galleries/AKSUbuntu/images/1804/versions/2021.01.28\n', ['ERR_NTP_INSTALL_TIMEOUT', []]],
    ['2026-01-02T03:04:05Z\n', ['ERR_MISSING_CUDA_PACKAGE', []]],
    ['2026-01-02T03:04:05Z driver 2021.01.28, AKSUbuntu-1804-1.2021.01.28\n', ['ERR_MISSING_CUDA_PACKAGE', []]],
    [
      '',
      [
        'ERR_MISSING_CUDA_PACKAGE',
        ['ERR_ETCD_DATA_DIR_NOT_FOUND', 'ERR_NTP_INSTALL_TIMEOUT', 'ERR_MISSING_CUDA_PACKAGE'],
      ],
    ],
  ] as const)('has the meaning of its day: %j', (day, expected) => {
    const text = day + extensionMessage(10, '{ "ExitCode": "10", "Output": "", "Error": "" }');
    const { errorName, candidates } = explainFailure(text, { masking: masked() });
    expect([errorName, candidates.map((one) => one.errorName)]).toEqual(expected);
  });

  it('names each of several VMs', () => {
    const view = (name: string, message: string): object => ({
      name,
      instanceView: { extensions: [{ name: 'vmssCSE', statuses: [{ code: 'ProvisioningState/failed/1', message }] }] },
    });
    const text = JSON.stringify([
      view('vm_0', extensionMessage(50, '')),
      view('vm_1', 'Enable succeeded: \n[stdout]\n'),
    ]);
    expect(explainFailure(text, { masking: masked() }).instances).toEqual([
      { name: 'vm_0', exitCode: 50, errorName: 'ERR_OUTBOUND_CONN_FAIL' },
      { name: 'vm_1', exitCode: null, errorName: null },
    ]);
  });

  it('shows the line with the cause', () => {
    const output = '+ curl https://mcr.microsoft.com\ncurl: (6) Could not resolve host: mcr.microsoft.com\n+ exit 50';
    const text = activityLog(portalMessage(50, JSON.stringify({ ExitCode: '50', Output: output, Error: '' })));
    const { evidence } = explainFailure(text, { masking: masked() });
    expect(evidence?.text).toBe('curl: (6) Could not resolve host: mcr.microsoft.com');
    const at = text.indexOf('curl: (6)');
    expect(evidence?.span).toEqual({
      start: at,
      end: at + 'curl: (6) Could not resolve host: mcr.microsoft.com'.length,
    });
  });

  const quota = '(QuotaExceeded) Operation could not be completed as it results in exceeding approved cores quota.';
  const refused = "Operation failed with status: 'Conflict'. Details:\n" + quota;
  const unresolved = '[stdout]\ncurl: (6) Could not resolve host: mcr.microsoft.com';
  it.each([
    ['no cause', `${refused}\n\n${portalMessage(50, statusOf50)}\n\n${portalMessage(34, '')}`, undefined],
    ['no cause, and is the only one', `${refused}\n\n${portalMessage(50, statusOf50)}`, undefined],
    ['the cause of another', `${portalMessage(50, '')}\n\n${portalMessage(34, unresolved)}`, undefined],
    [
      'a weaker one than another',
      `${portalMessage(50, 'curl: (28) Connection timed out')}\n\n${portalMessage(34, unresolved)}`,
      'curl: (28) Connection timed out',
    ],
    [
      'its cause in lines before it',
      `curl: (28) Connection timed out\n${statusOf50}\ncurl: (6) Could not resolve host\n${statusOf50.replace('"50"', '"51"')}`,
      'curl: (28) Connection timed out',
    ],
  ])('shows only lines about the failure if its report has %s', (_, text, expected) => {
    expect(explainFailure(text, { masking: masked() })).toMatchObject({ exitCode: 50 });
    expect(explainFailure(text, { masking: masked() }).evidence?.text).toBe(expected);
  });

  it('reports another failure of Azure in a note, and not as the code of the failure', () => {
    const found = explainFailure(`${refused}\n\n${portalMessage(50, '')}`, { masking: masked() });
    expect(found).toMatchObject({ failed: 'node-scripts', exitCode: 50, azureCode: 'VMExtensionProvisioningError' });
    expect(found.notes.join(' ')).toMatch(/also reports a failure of Azure, QuotaExceeded: .*no quota left/);
    const bare = explainFailure(`${refused}\n\n${statusOf50}`, { masking: masked() });
    expect(bare).toMatchObject({ exitCode: 50, azureCode: null });
    expect(explainFailure(refused, { masking: masked() })).toMatchObject({
      failed: 'azure',
      azureCode: 'QuotaExceeded',
    });
  });

  it('leaves the entities in the strings of a status alone', () => {
    const text = JSON.stringify({ ExitCode: '50', Output: 'a &lt;user password=&quot;x&quot;/&gt;', Error: '' });
    expect(explainFailure(text, { masking: unmasked }).status).toEqual(JSON.parse(text));
  });
});

describe('no exit code', () => {
  it.each<[string, string, RegExp]>([
    ['succeeded', instanceView('Enable succeeded: \n[stdout]\nkubelet: Unauthorized\n'), /succeeded/],
    ['succeeded', statesOf({ vmssCSE: 'succeeded' }, 'succeeded'), /^Provisioning succeeded/],
    ['succeeded', statesOf({ vmssCSE: 'succeeded', AKSLinuxExtension: 'transitioning' }, 'updating'), /succeeded/],
    ['unfinished', statesOf({ vmssCSE: 'transitioning' }, 'updating'), /extension has not finished/],
    ['unfinished', statesOf({ vmssCSE: 'creating' }, 'creating'), /extension has not finished/],
    ['unfinished', statesOf({ AKSLinuxExtension: 'succeeded', vmssCSE: 'transitioning' }, 'updating'), /not finished/],
    ['unfinished', statesOf({ vmssCSE: 'transitioning' }, 'succeeded'), /extension has not finished/],
    ['unfinished', statesOf({}, 'updating'), /^Provisioning has not finished/],
    ['unfinished', JSON.stringify({ name: 'np1', provisioningState: 'Creating' }), /^Provisioning has not finished/],
    [
      'unfinished',
      'extensions:\n- name: vmssCSE\n  statuses:\n  - code: ProvisioningState/transitioning',
      /not finished/,
    ],
    ['resource-provider', 'Code: CreateVMSSAgentPoolFailed; SubCode: OtherVMExtensionError', /own error name/],
    ['cut', 'Enable failed: failed to execute command: command terminated with exit status=', /cut/],
    ['output-only', '[stdout]\n\n[stderr]\nsomething', /part of a failure message/],
    ['failed-state', '{"provisioningState": "Failed", "nodeImageVersion": "AKSUbuntu-1"}', /Failed, but .* no cause/],
    ['failed-state', '[{"provisioningState": "Succeeded"}, {"provisioningState": "Failed"}]', /no cause/],
    ['failed-state', statesOf({ vmssCSE: 'failed', AKSLinuxExtension: 'succeeded' }, 'updating'), /no cause/],
    ['failed-state', 'name: np1\nprovisioningState: Failed\n', /no cause/],
    ['trace', `${trace}\n+ true`, /trace of the scripts/],
    ['trace', `${trace}\n++ exit 50`, /trace of the scripts/],
    ['trace', `${trace}\n+ exit 0`, /trace of the scripts/],
    ['unrelated', 'Hello, world', /contains nothing about/],
    ['unrelated', '', /contains nothing about/],
    ['unrelated', '{"State": {"Status": "exited", "ExitCode": 137, "Error": ""}}', /contains nothing about/],
    ['unrelated', 'Error: exit status 1: terraform plan failed', /contains nothing about/],
  ])('%s: %s', (kind, text, reason) => {
    const found = explainFailure(text, { masking: masked() });
    expect(found).toMatchObject({ exitCode: null, errorName: null, meaning: null, silence: { kind } });
    expect(found.silence?.reason).toMatch(reason);
    expect(found.nextSteps.length).toBeGreaterThan(0);
  });

  it('comes from within a trace', () => {
    const lines = fc.constantFrom(
      '+ exit 50',
      '++ return 51',
      "+ '[' 124 -ne 0 ']'",
      'ERR_OUTBOUND_CONN_FAIL=50',
      'curl: (35) failed',
      'Command exited with non-zero status 35',
      '+ echo exit status=99',
      '+ echo vmssCSE exit code 12',
    );
    fc.assert(
      fc.property(fc.array(lines, { minLength: 3 }), (trace) => {
        const going = [...trace, '+ sleep 5'].join('\n');
        expect(explainFailure(going, { masking: masked() }).exitCode).toBeNull();
        expect(explainFailure(portalMessage(7, trace.join('\n')), { masking: masked() }).exitCode).toBe(7);
      }),
    );
  });
});

describe('a trace that ends with an exit', () => {
  const going =
    '+ nc -vz mcr.microsoft.com 443\nnc: connect to mcr.microsoft.com port 443 failed: Connection refused\n+ return 1';

  it('has its code, the last error before it, and a note', () => {
    const text = `${going}\n+ exit 50\nThu May 14 08:11:41 UTC 2026,aks-np1-1-vmss000002, endcustomscript\n`;
    const found = explainFailure(text, { masking: masked() });
    expect(found).toMatchObject({ failed: 'node-scripts', exitCode: 50, errorName: 'ERR_OUTBOUND_CONN_FAIL' });
    expect(found.evidence?.text).toContain('Connection refused');
    expect(found.notes.join(' ')).toContain('`exit 50`');
    expect(found.span && text.slice(found.span.start, found.span.end)).toBe('50');
  });

  it('has the code of the status if the text has one', () => {
    const text = `${going}\n+ exit 50\nprovision failed: exitCode=51 error= output=""`;
    expect(explainFailure(text, { masking: masked() }).exitCode).toBe(51);
  });
});

describe('the family', () => {
  it.each<[string, string, RegExp]>([
    ['acs-engine', portalMessage(50, '', 'cse-agent-1').replace(/ \(publisher.*?\)/, ''), /empty/],
    ['acs-engine', portalMessage(30, '', 'cse0'), /cse0/],
    ['aks-engine', portalMessage(50, 'Thu Oct 24 14:18:01 UTC 2019,k8s-pool-12345678-vmss000000'), /k8s-/],
    ['aks-engine', portalMessage(166, ''), /code 166/],
    ['aks-engine', `E0813 2019-08-13 17:27:42 ${portalMessage(85, '', 'cse-agent-0')}`, /2019/],
    ['acs-engine', `2018/06/06 20:44:57 Command Output: ${portalMessage(9, '')}`, /2018/],
    ['linux-agentbaker', portalMessage(50, 'something'), /a name that AKS uses, so/],
    ['aks-engine', portalMessage(102, 'x', 'cse-master-0'), /code 102/],
    ['linux-agentbaker', portalMessage(50, '', 'cse-agent-karpenter'), /a name that AKS uses/],
    ['linux-agentbaker', portalMessage(50, statusOf50, 'cse-agent-0'), /provision status/],
    ['linux-agentbaker', 'CSE failed with exit code 50', /most likely/],
    ['windows', windowsMessage(50, 'WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG'), /format of the Windows scripts/],
  ])('is %s, with a reason', (family, text, reason) => {
    const found = explainFailure(text, { masking: masked() });
    expect(found.family).toBe(family);
    expect(found.familyReasons.join(' ')).toMatch(reason);
    expect(found.table?.family).toBe(family);
    expect(found.table?.source).toMatch(/@[0-9a-f]{9}/);
  });

  it('is the one that the user chose', () => {
    const found = explainFailure(portalMessage(10, ''), { family: 'aks-engine', masking: masked() });
    expect(found).toMatchObject({
      family: 'aks-engine',
      errorName: 'ERR_ETCD_DATA_DIR_NOT_FOUND',
      familyReasons: ['You chose this table.'],
    });
  });
});

describe('an explanation contains', () => {
  it('a timeline in the order of times, and how long the scripts ran', () => {
    const found = explainFailure(portalMessage(50, statusOf50), { masking: masked() });
    expect(found.duration).toBe(64);
    expect(found.timeline.map(({ name, sinceStart }) => [name, sinceStart])).toEqual([
      ['kernel', 0],
      ['cloud-init, local stage', 3],
      ['network', 4],
      ['cloud-init, network stage', 6],
      ['guest agent', 13],
      ['cloud-init, final stage', 14],
      ['provisioning script', 19],
      ['provisioning script ended', 83],
      ['kubelet', null],
    ]);
    expect(found.timeline[0]?.at).toBe('2025-03-04T10:10:01Z');
    expect(found.timeline.at(-1)?.at).toBe('n/a');
  });

  it('the command that ended the script', () => {
    const commands = explainFailure(portalMessage(50, statusOf50), { masking: masked() }).lastCommands;
    expect(commands.filter(({ failed }) => failed)).toEqual([
      { command: 'retrycmd_if_failure 50 1 5 curl -v https://mcr.microsoft.com/v2/', depth: 1, failed: true },
    ]);
    expect(commands.at(-1)?.command).toBe('exit 50');
    const unsure = explainFailure(
      extensionMessage(50, '+ touch /opt/done\n+ exit 50\n+ apt-mark unhold walinuxagent'),
      { masking: masked() },
    );
    expect(unsure.lastCommands.some(({ failed }) => failed)).toBe(false);
  });

  it('notes about missing parts and contradictions', () => {
    expect(explainFailure(extensionMessage(1, statusOf50), { masking: masked() }).notes.join(' ')).toMatch(
      /reports 1, .*counts/,
    );
    expect(
      explainFailure(portalMessage(34, '{ "ExitCode": "34", "Output": "abc'), { masking: masked() }).notes.join(' '),
    ).toMatch(/end of .* missing/);
    expect(explainFailure(statusOf50.slice(250), { masking: masked() }).notes.join(' ')).toMatch(
      /beginning of .* missing/,
    );
    expect(explainFailure(activityLog(statusOf50), { masking: masked() }).notes.join(' ')).toMatch(
      /2 levels of escapes were decoded/,
    );
  });

  it('no secrets, unless requested', () => {
    const token = 'abcdef.0123456789abcdef';
    const text = extensionMessage(
      34,
      JSON.stringify({
        ExitCode: '34',
        Output: `+ TLS_BOOTSTRAP_TOKEN=${token}\n+ start ${token}\n+ kubelet\n+ exit 34`,
      }),
    );
    expect(JSON.stringify(explainFailure(text, { masking: masked() }))).not.toContain(token);
    expect(JSON.stringify(explainFailure(text, { masking: unmasked }))).toContain(token);
  });
});

describe('hostile text', () => {
  it('never makes explaining fail', () => {
    const piece = fc.constantFrom(
      '"ExitCode"',
      '\\"ExitCode\\":',
      '\\\\\\"',
      '{',
      '}',
      '[stdout]',
      '[stderr]',
      'exit status=',
      '50',
      '\n',
      '\\n',
      '> ',
      '`',
      '\\u0022ExitCode\\u0022',
      ': "',
      '&quot;',
      "extension '",
      'ExecDuration":',
      'exitCode=',
      'provision failed: ',
      '+ ',
      'ExitCode: |',
      ' '.repeat(40),
      '\\'.repeat(300),
      '\u001b[31m',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const { span } = explainFailure(text, { masking: masked() });
        if (span !== undefined) expect(span.end).toBeLessThanOrEqual(text.length);
        explainFailures(text, { masking: masked() });
      }),
    );
  });
});
