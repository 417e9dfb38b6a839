import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bootTimeline } from '../../../server/src/core/failure/bootLog/timeline.js';
import { explainFailure, type Explanation } from '../../../server/src/core/failure/explain.js';
import { isProvisionLog } from '../../../server/src/core/failure/recognise.js';
import { masked } from '../../support/maskings.js';

const folder = new URL('../../fixtures/logs/', import.meta.url);

function sample(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}

/** What one sample shows, and the failed step of its timeline. */
interface Expected extends Partial<
  Pick<Explanation, 'failed' | 'exitCode' | 'errorName' | 'field' | 'family' | 'azureCode'>
> {
  readonly evidence: string;
  readonly step: string;
}

const logs: Readonly<Record<string, Expected>> = {
  'cloud-init-boothook.log': {
    failed: 'node-scripts',
    exitCode: null,
    evidence: 'boothook.sh execution error',
    step: 'boothook failed',
  },
  'cloud-init-schema.log': {
    failed: 'node-scripts',
    evidence: 'failed schema validation',
    step: 'reading the cloud-config failed',
  },
  'cloud-init-handler.log': {
    failed: 'node-scripts',
    evidence: 'mapping values are not allowed here',
    step: 'cloud-init part handler CloudConfigPartHandler failed',
  },
  'cloud-init-output.log': {
    failed: 'node-scripts',
    evidence: 'provision_start.sh: No such file or directory',
    step: 'cloud-init module scripts_user failed',
  },
  'aks-node-controller-journal.log': {
    failed: 'node-scripts',
    field: 'version',
    evidence: 'unsupported version: v0',
    step: 'aks-node-controller failed',
  },
  'kubelet-flag.log': {
    field: 'kubelet_config.kubelet_flags["--pod-manifest-url-header-file"]',
    evidence: 'unknown flag: --pod-manifest-url-header-file',
    step: 'kubelet failed',
  },
  'kubelet-gate.jsonl': {
    field: 'kubelet_config.kubelet_flags["--feature-gates"]',
    evidence: 'unrecognized feature gate: KubeletMagic',
    step: 'kubelet failed',
  },
  'kubelet-config.log': {
    field: 'kubelet_config.kubelet_config_file_config.pods_per_core',
    evidence: 'KubeletConfiguration.podsPerCore',
    step: 'kubelet failed',
  },
  'kubelet-token.log': {
    field: 'bootstrapping_config.tls_bootstrapping_token',
    evidence: 'cannot create certificate signing request: Unauthorized',
    step: 'kubelet bootstrap failed',
  },
  'kubelet-authority.log': {
    field: 'kubernetes_ca_cert',
    evidence: 'x509: certificate signed by unknown authority',
    step: 'node registration failed',
  },
  'containerd.log': { failed: 'node-scripts', evidence: 'failed to load TOML', step: 'containerd failed' },
  'waagent-extension.log': {
    failed: 'extension',
    exitCode: 37,
    errorName: null,
    evidence: 'dpkg frontend lock',
    step: 'extension Microsoft.Azure.KeyVault.KeyVaultForLinux failed',
  },
  'cluster-provision.log': {
    failed: 'node-scripts',
    exitCode: 50,
    errorName: 'ERR_OUTBOUND_CONN_FAIL',
    family: 'linux-agentbaker',
    evidence: 'Temporary failure in name resolution',
    step: 'provisioning script ended',
  },
  'CustomDataSetupScript.log': {
    failed: 'node-scripts',
    exitCode: 5,
    family: 'windows',
    evidence: 'No such host is known',
    step: 'provisioning script failed',
  },
  'console-panic.log': { failed: 'node-scripts', evidence: 'Unable to mount root fs', step: 'kernel failed' },
  'console-emergency.log': {
    failed: 'node-scripts',
    evidence: 'Timed out waiting for device',
    step: 'start of the operating system failed',
  },
  'console-boothook.log': { failed: 'node-scripts', evidence: 'execution error', step: 'boothook failed' },
  'node.txt': { failed: 'cluster', evidence: 'cni plugin not initialized', step: 'condition Ready' },
  'nodeclaim.txt': { failed: 'cluster', evidence: 'Node not registered with cluster', step: 'condition Registered' },
  'azuremachine.yaml': {
    failed: 'azure',
    azureCode: 'SkuNotAvailable',
    evidence: 'currently not available',
    step: 'condition VMRunning',
  },
  'instances.json': {
    failed: 'node-scripts',
    exitCode: 51,
    errorName: 'ERR_K8S_API_SERVER_CONN_FAIL',
    evidence: 'port 443 (tcp) timed out',
    step: 'status of vmssCSE',
  },
};

/** Ways in which people copy a log. */
const copies: readonly (readonly [name: string, of: (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['with Windows line endings', (text) => text.replaceAll('\n', '\r\n')],
  ['quoted in a mail', (text) => text.replace(/^(?=.)/gm, '> ')],
  [
    'in a code block behind a prompt',
    (text) => `The node says:\n\n\`\`\`\nroot@node:~# cat log\n${text}root@node:~#\n\`\`\`\n`,
  ],
];

describe('a log of a node', () => {
  it('of each kind has a sample', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(logs).sort());
  });

  describe.each(Object.entries(logs))('%s', (name, { evidence, step, ...members }) => {
    it.each(copies)('shows who failed and why, %s', (_, of) => {
      const found = explainFailure(of(sample(name)), { masking: masked() });
      expect(found).toMatchObject(members);
      expect(found.evidence?.text).toContain(evidence);
      expect(found.evidence?.text).not.toContain('\n');
      expect(found.nextSteps.length).toBeGreaterThan(0);
    });

    it('shows the line with the cause at its position', () => {
      const text = sample(name);
      const { evidence: shown } = explainFailure(text, { masking: masked() });
      expect(text.slice(shown?.span.start, shown?.span.end)).toContain(evidence.slice(0, 12));
    });

    it('has the failed step in its timeline', () => {
      const { steps, untimed } = bootTimeline([{ name, text: sample(name) }], masked());
      const failed = [...steps.filter((one) => one.failed), ...untimed].map((one) => one.name);
      expect(failed).toContain(step);
    });
  });

  it.each(Object.keys(logs).filter((name) => /\.(?:log|jsonl)$/.test(name)))('is recognised as a log: %s', (name) => {
    expect(isProvisionLog(sample(name))).toBe(true);
  });

  it('has one step for a failure that restarts repeat', () => {
    const { steps } = bootTimeline([{ name: 'kubelet.log', text: sample('kubelet-flag.log') }], masked());
    expect(steps.filter(({ failed }) => failed)).toHaveLength(1);
  });

  it('on a console has times from the line in which cloud-init names both', () => {
    const { steps } = bootTimeline([{ name: 'console.log', text: sample('console-boothook.log') }], masked());
    const start = steps.find(({ name }) => name === 'start of the operating system failed');
    expect(start?.at).toBe('2026-05-12T08:14:50.850Z');
  });
});
