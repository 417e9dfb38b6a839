import { valueAt } from '../../../contract/value.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

const file = 'kubelet_config.kubelet_config_file_config.';

/** Flags that set a field of the config file under a name of their own; all others only differ by dashes. */
const flagOfField: ReadonlyMap<string, string> = new Map([
  ['static_pod_path', '--pod-manifest-path'],
  ['server_tls_bootstrap', '--rotate-server-certificates'],
  ['event_record_qps', '--event-qps'],
  ['image_gc_high_threshold_percent', '--image-gc-high-threshold'],
  ['image_gc_low_threshold_percent', '--image-gc-low-threshold'],
  ['pod_pids_limit', '--pod-max-pids'],
  ['eviction_max_pod_grace_period', '--eviction-max-pod-grace-period'],
  ['authentication.x509.client_ca_file', '--client-ca-file'],
  ['authentication.webhook.enabled', '--authentication-token-webhook'],
  ['authentication.webhook.cache_ttl', '--authentication-token-webhook-cache-ttl'],
  ['authentication.anonymous.enabled', '--anonymous-auth'],
  ['authorization.mode', '--authorization-mode'],
  ['authorization.webhook.cache_authorized_ttl', '--authorization-webhook-cache-authorized-ttl'],
  ['authorization.webhook.cache_unauthorized_ttl', '--authorization-webhook-cache-unauthorized-ttl'],
  // kubelet lays gates of both sources over each other, so neither hides the other as a whole.
  ['feature_gates', ''],
]);

/** Fields of kubelet's config file that a flag overrides: flags win over the file (Kubernetes' kubelet documentation). */
export const flagOverFile: Rule<NodeConfigInput> = {
  name: 'node-config/flag-over-file',
  *check({ fields, reading }): Generator<Problem> {
    const flags = valueAt(reading.value, 'kubelet_config.kubelet_flags');
    if (!(flags instanceof Map)) return;
    for (const { path, field, member, steps } of fields) {
      if (!path.startsWith(file)) continue;
      const flag = flagOfField.get(path.slice(file.length)) ?? `--${field.name.replaceAll('_', '-')}`;
      if (!flags.has(flag)) continue;
      yield problem(
        'contract/no-effect',
        member.key.span,
        `${field.name} has no effect, because kubelet_flags has ${flag}, and a flag wins over the config file.`,
        { pointer: pointerOf(steps), unnecessary: true },
      );
    }
  },
};
