import { describe, expect, it } from 'vitest';
import {
  adviceFor,
  type Audience,
  type ErrorDescription,
  linuxErrors,
  windowsErrors,
} from '../../../server/src/core/failure/errors/error.js';
import type { LinuxErrorName } from '../../../server/src/core/failure/errors/index.js';
import { shellCode } from '../../../server/src/core/failure/errors/shell.js';
import { codeTables, meaningsOf } from '../../../server/src/core/failure/exitCodes/index.js';
import { type CodeRow, failureFamilies } from '../../../server/src/core/failure/exitCodes/table.js';
import { explainFailure } from '../../../server/src/core/failure/explain.js';
import { azureCodes, azureError } from '../../../server/src/core/failure/origin/azureErrors.js';
import { clusterWaits } from '../../../server/src/core/failure/origin/cluster.js';
import { handlerErrors } from '../../../server/src/core/failure/origin/described.js';
import { knownExtensions } from '../../../server/src/core/failure/origin/extensions.js';
import { describedRow, programs } from '../../../server/src/core/failure/origin/programs/index.js';
import { masked } from '../../support/maskings.js';
import { extensionMessage, portalMessage, windowsMessage } from './messages.js';

const ofLinux =
  /\/var\/|\/opt\/|\/etc\/|\/usr\/|journalctl|systemctl|dmesg|cloud-init|\bapt\b|waagent|iptables|kubelet\.service|cse_\w+\.sh/;
const ofWindows = /C:\\|\bGet-\w|PowerShell|\.exe\b|netsh|WINDOWS_/;
/** What the scripts of acs-engine and aks-engine never wrote or had. */
const ofAgentBaker =
  /cluster-provision-cse-output|\/var\/log\/azure\/aks\/|provision\.json|aks-node-controller|node config|components\.json|provision status|\baz aks\b/;

/** What advice for an audience must not name. */
const foreign: Readonly<Record<Exclude<Audience, null>, readonly RegExp[]>> = {
  'linux-agentbaker': [ofWindows],
  windows: [ofLinux],
  'aks-engine': [ofWindows, ofAgentBaker],
  'acs-engine': [ofWindows, ofAgentBaker],
};

/** Advice of a description that names what its audience doesn't have. */
function misleading(name: string, { causes, next }: ErrorDescription, audience: Exclude<Audience, null>): string[] {
  return adviceFor([...causes, ...next], audience)
    .filter((words) => foreign[audience].some((pattern) => pattern.test(words)))
    .map((words) => `${name}: ${words}`);
}

/** Descriptions that are in no table, so that they may be shown for every generation of scripts. */
const general: readonly (readonly [string, ErrorDescription])[] = [
  ...[1, 124, 126, 127, 137, 143].flatMap((code) => {
    const description = shellCode(code);
    return description === undefined ? [] : [[String(code), description] as const];
  }),
  ...azureCodes.flatMap((code) => {
    const description = azureError(code);
    return description === undefined ? [] : [[code, description] as const];
  }),
  ...Object.entries(handlerErrors),
  ...clusterWaits.map((wait) => [wait.meaning, wait] as const),
  ...knownExtensions.map((extension) => [extension.title, extension] as const),
];

/** The messages of programs; the words in a message don't matter here. */
const reported = programs.flatMap((program) =>
  program.rows.map((row) => {
    const match = Object.assign(['all', '--flag', '--flag', '--flag', '--flag'], { index: 0, input: 'all' });
    return {
      audience: program.audience,
      scope: program.scope,
      description: describedRow(program, row, match as unknown as RegExpExecArray),
    };
  }),
);

describe('advice', () => {
  it.each(failureFamilies)('of the table of %s names nothing that its nodes do not have', (family) => {
    const codes = [...new Set(codeTables[family].codes.map(([code]) => code))];
    const entries = codes.flatMap((code) => meaningsOf(family, code));
    expect(entries.flatMap((entry) => misleading(entry.name, entry, family))).toEqual([]);
    expect(entries.filter(({ next }) => adviceFor(next, family).length === 0).map(({ name }) => name)).toEqual([]);
    expect(entries.filter(({ causes }) => adviceFor(causes, family).length === 0).map(({ name }) => name)).toEqual([]);
  });

  it.each(failureFamilies)('that is in no table names nothing that nodes of %s do not have', (family) => {
    expect(general.flatMap(([name, description]) => misleading(name, description, family))).toEqual([]);
    expect(general.filter(([, { next }]) => adviceFor(next, family).length === 0).map(([name]) => name)).toEqual([]);
  });

  it.each(failureFamilies)('about messages of programs names nothing that nodes of %s do not have', (family) => {
    expect(reported.flatMap(({ description }) => misleading(description.meaning, description, family))).toEqual([]);
    const own = reported.filter(({ audience }) => audience === null || audience === family);
    expect(own.filter(({ description }) => adviceFor(description.next, family).length === 0)).toEqual([]);
  });

  it('about kubelet on Windows names its log there', () => {
    const text =
      'PS C:\\k> type C:\\k\\kubelet.err.log\nE0102 run.go:74] "command failed" err="failed to parse kubelet flag: unknown flag: --keep-pods"';
    expect(explainFailure(text, { masking: masked() }).nextSteps.join(' ')).toMatch(/^[^/]*kubelet\.err\.log[^/]*$/);
  });

  it('of a platform is checked by its type', () => {
    const text = (path: string): `${string}\n- ${string}\n> ${string}` =>
      `Something failed.\n- A cause.\n> Read ${path}.`;
    expect(linuxErrors('phase', { ERR_X: text('the log') })).toHaveLength(1);
    // @ts-expect-error -- a path of Windows
    linuxErrors('phase', { ERR_X: 'It failed.\n- A cause.\n> Read C:\\AzureData\\provision.complete.' });
    // @ts-expect-error -- a path of Linux
    windowsErrors('phase', { WINDOWS_X: 'It failed.\n- A cause.\n> Read /var/log/azure/cluster-provision.log.' });
    // @ts-expect-error -- an error of Windows in a table for Linux
    const row: CodeRow<LinuxErrorName> = [1, 'WINDOWS_CSE_ERROR_UNKNOWN', null];
    expect(row).toBeDefined();
  });

  it('is for both platforms if the text shows neither', () => {
    const text = 'Code: VMExtensionProvisioningTimeout\nMessage: Provisioning of VM extension vmssCSE has timed out.';
    const steps = explainFailure(text, { masking: masked() }).nextSteps.join('\n');
    expect(steps).toMatch(/On a Linux node[^]*On a Windows node[^]*boot diagnostics/);
  });

  it('about the start of an operating system leads to the boot diagnostics', () => {
    for (const code of [
      'OSProvisioningTimedOut',
      'OSProvisioningClientError',
      'OSProvisioningInternalError',
      'VMStartTimedOut',
    ])
      expect(adviceFor(azureError(code)?.next ?? [], null).join(' ')).toContain('boot diagnostics');
  });

  it.each([
    ['windows', windowsMessage(34, 'WINDOWS_CSE_ERROR_DOWNLOAD_KUBERNETES_PACKAGE')],
    [
      'windows',
      portalMessage(124, '')
        .replace('Microsoft.Azure.Extensions', 'Microsoft.Compute')
        .replace("'CustomScript'", "'CustomScriptExtension'")
        .replace('terminated with exit status=124', "returned a non-zero exit code of: '124'"),
    ],
    [
      'windows',
      'Provisioning of VM extension vmssCSE has timed out. More information on troubleshooting is available at https://aka.ms/VMExtensionCSEWindowsTroubleshoot',
    ],
    [
      'windows',
      "VM has reported a failure when processing extension 'vmssCSE' (publisher 'Microsoft.Compute' and type 'CustomScriptExtension'). Error message: 'Failed to download all specified files. Exiting. Error Message: 403'",
    ],
    ['linux-agentbaker', extensionMessage(50, '{ "ExitCode": "50", "Output": "", "Error": "" }')],
    [
      'linux-agentbaker',
      'Provisioning of VM extension vmssCSE has timed out. More information on troubleshooting is available at https://aka.ms/VMExtensionCSELinuxTroubleshoot',
    ],
    [
      'linux-agentbaker',
      'kubelet[7]: E0102 run.go:74] "command failed" err="failed to parse kubelet flag: unknown flag: --keep-pods"',
    ],
    ['acs-engine', `2018/06/06 20:44:57 Command Output: ${portalMessage(50, '')}`],
    ['aks-engine', portalMessage(50, 'Thu Oct 24 14:18:01 UTC 2019,k8s-pool-12345678-vmss000000')],
    ['aks-engine', portalMessage(137, 'Thu Oct 24 14:18:01 UTC 2019,k8s-pool-12345678-vmss000000')],
  ] as const)('for %s is given for its texts only: %s', (audience, text) => {
    const { causes, nextSteps } = explainFailure(text, { masking: masked() });
    expect(nextSteps.length).toBeGreaterThan(0);
    expect(
      [...causes, ...nextSteps].filter((words) => foreign[audience].some((pattern) => pattern.test(words))),
    ).toEqual([]);
  });
});
