import { type KeyNode, memberIndex, type SyntaxNode } from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Span } from '../../text/span.js';
import { isSettableByKubelet, knownName, knownNames } from '../../values/known/index.js';
import type { KnownName } from '../../values/known/vocabulary.js';
import { quoted } from '../../text/strings.js';
import { absenceFrom, kubernetesMinor, minorOf } from '../contract/kubernetes.js';
import { type ConfigField, kubeletFile, type MessageValue, textMapAt } from '../value.js';
import { type NodeConfigInput, problemOnKey, problemOnString } from './input.js';
import { didYouMean, removalFix } from '../../record/fixes.js';
import { elementsOf, type GivenString, keysOf, stringsOf } from '../../record/given.js';

/** A gate as a config switches it, in the file or in the flag. */
interface SwitchedGate {
  readonly name: string;
  readonly on: boolean | undefined;
  /** The gate's name in the file, or the whole value of the flag. */
  readonly span: Span;
  readonly path: NodePath;
  /** Of a gate in the file, its key and the object around it. */
  readonly written?: { readonly object: SyntaxNode | undefined; readonly key: KeyNode };
}

/** The gates of the config file and of the flag `--feature-gates`; kubelet doesn't start with an unknown or locked gate. */
export const featureGates: Rule<NodeConfigInput> = {
  name: 'node-config/feature-gates',
  *check(input): Generator<Problem> {
    const minor = kubernetesMinor(input.reading.value);
    for (const given of input.fields) {
      for (const gate of gatesOf(given)) {
        const known = knownName('feature-gate', gate.name);
        if (known === undefined) yield* slip(gate, input);
        else yield* refused(gate, known, minor);
      }
    }
  },
};

function gatesOf(given: ConfigField): SwitchedGate[] {
  if (given.path === `${kubeletFile}.feature_gates`) {
    return elementsOf(given).flatMap(({ entry, node, step }) => {
      if (entry === undefined) return [];
      const on = node.kind === 'boolean' ? node.value : undefined;
      const written = { object: given.member.value, key: entry.key };
      return [{ name: entry.key.name, on, span: entry.key.span, path: [...given.steps, ...step], written }];
    });
  }
  if (given.path !== 'kubelet_config.kubelet_flags') return [];
  return stringsOf(given)
    .filter(({ key }) => key === '--feature-gates')
    .flatMap(({ text, node, path }) =>
      text.split(',').map((item) => {
        const [name = '', value = ''] = item.split('=').map((part) => part.trim());
        const on = value === 'true' ? true : value === 'false' ? false : undefined;
        return { name, on, span: node.span, path };
      }),
    );
}

function* refused(gate: SwitchedGate, known: KnownName, minor: number | undefined): Generator<Problem> {
  const reason = refusal(known, gate.on, minor);
  if (reason === undefined) return;
  yield problem(
    'contract/unsupported-feature-gate',
    gate.span,
    `The feature gate ${known.name} ${reason}; kubelet 1.${minor ?? ''} does not start with it.`,
    { pointer: pointerOf(gate.path) },
  );
}

function refusal(known: KnownName, on: boolean | undefined, minor: number | undefined): string | undefined {
  const { locked, since, removedIn } = known;
  switch (absenceFrom(minor, known)) {
    case 'no-longer':
      return `was removed in Kubernetes ${removedIn ?? ''}`;
    case 'not-yet':
      return `exists since Kubernetes ${since ?? ''}`;
    case undefined:
      if (locked === undefined || minor === undefined || minor < (minorOf(locked.in) ?? Infinity)) return undefined;
      return on === undefined || on === locked.value
        ? undefined
        : `is locked to ${locked.value} since Kubernetes ${locked.in}`;
  }
}

/** The list of gates isn't complete, so only a name close to a known gate is reported. */
function* slip(
  { name, span, path, written }: SwitchedGate,
  { suggestions, keys }: NodeConfigInput,
): Generator<Problem> {
  const meant = name === '' ? undefined : suggestions.nearest(name, knownNames('feature-gate'))?.name;
  if (meant === undefined) return;
  const { fixes } = didYouMean(keys, written?.object, written?.key, meant);
  yield problem(
    'contract/unknown-feature-gate',
    span,
    `${quoted(name)} is not a known feature gate. Did you mean ${meant}?`,
    { pointer: pointerOf(path), fixes },
  );
}

/** Labels that kubelet may not set on its own node: it doesn't start with one of them in `--node-labels`. */
export const nodeLabels: Rule<NodeConfigInput> = {
  name: 'node-config/node-labels',
  *check({ at }): Generator<Problem> {
    const given = at('kubelet_config.kubelet_node_labels');
    for (const key of given === undefined ? [] : keysOf(given)) {
      const message = `kubelet may not set the label ${key.text} on its own node: remove it, or kubelet does not start.`;
      if (!isSettableByKubelet(key.text)) yield problemOnString(key, 'contract/forbidden-label', message);
    }
  },
};

/**
 * The keys of `kubelet_flags`: kubelet doesn't start with an unknown flag. aks-node-controller joins `key=value` with
 * spaces and passes the result unquoted (AgentBaker 06836ee230, KUBELET_FLAGS).
 */
export const kubeletFlags: Rule<NodeConfigInput> = {
  name: 'node-config/kubelet-flags',
  *check(input): Generator<Problem> {
    const given = input.at('kubelet_config.kubelet_flags');
    if (given === undefined) return;
    const minor = kubernetesMinor(input.reading.value);
    for (const key of keysOf(given)) {
      // The flag of its log library is the only one that AgentBaker uses with one dash.
      const known = knownName('kubelet-flag', key.text === '-v' ? '--v' : key.text);
      if (known === undefined) yield unknownFlag(key, input);
      else yield* lifetimeOf(key, known, minor);
    }
    for (const value of stringsOf(given)) {
      const message = `${value.subject} must not contain white space: flags are joined with spaces and not quoted, so kubelet reads the rest as another argument.`;
      if (/\s/.test(value.text)) yield problemOnString(value, 'contract/broken-flag-value', message);
    }
  },
};

function unknownFlag(key: GivenString, { text, suggestions, keys }: NodeConfigInput): Problem {
  const dashed = `--${key.text.replace(/^-+/, '').replaceAll('_', '-')}`;
  const suggestion =
    knownName('kubelet-flag', dashed) === undefined
      ? // Every one-letter flag would be close to a short name.
        suggestions.nearest(key.text, knownNames('kubelet-flag'), Math.floor(dashed.length / 4))?.name
      : dashed;
  const flags = key.given.member.value;
  const node = 'kind' in key.node ? undefined : key.node;
  const { hint, fixes } = didYouMean(keys, flags, node, suggestion);
  const index = flags?.kind === 'object' && node !== undefined ? memberIndex(flags, node) : -1;
  const holder = flags?.kind === 'object' && index >= 0 ? { node: flags, index } : undefined;
  const dashes = suggestion === undefined ? '' : `: write ${quoted(suggestion)}`;
  const message = key.text.startsWith('--')
    ? `${key.text} is not a known kubelet flag; kubelet does not start with unknown flags.${hint}`
    : `${quoted(key.text)} must begin with two dashes${dashes}.`;
  const remove = removalFix(`Remove ${key.text}`, text, holder, false);
  return problemOnString(key, 'contract/unknown-kubelet-flag', message, { fixes: [...fixes, ...remove] });
}

function* lifetimeOf(key: GivenString, flag: KnownName, minor: number | undefined): Generator<Problem> {
  const absence = absenceFrom(minor, flag);
  if (absence === undefined) return;
  const when =
    absence === 'no-longer'
      ? `was removed in Kubernetes ${flag.removedIn ?? ''}`
      : `exists since Kubernetes ${flag.since ?? ''}`;
  const instead = flag.instead === undefined ? '' : ` Use ${flag.instead} instead.`;
  const message = `${flag.name} ${when}; kubelet 1.${minor ?? ''} does not start with it.${instead}`;
  const extras = absence === 'no-longer' ? { deprecated: true as const } : {};
  yield problemOnString(key, 'contract/unsupported-kubelet-flag', message, extras);
}

/** Flags that set a field of the config file under a name of their own; for all others only underscores become dashes. */
const flagOfField: ReadonlyMap<string, string> = new Map([
  ['static_pod_path', '--pod-manifest-path'],
  ['server_tls_bootstrap', '--rotate-server-certificates'],
  ['event_record_qps', '--event-qps'],
  ['image_gc_high_threshold_percent', '--image-gc-high-threshold'],
  ['image_gc_low_threshold_percent', '--image-gc-low-threshold'],
  ['pod_pids_limit', '--pod-max-pids'],
  ['authentication.x509.client_ca_file', '--client-ca-file'],
  ['authentication.webhook.enabled', '--authentication-token-webhook'],
  ['authentication.webhook.cache_ttl', '--authentication-token-webhook-cache-ttl'],
  ['authentication.anonymous.enabled', '--anonymous-auth'],
  ['authorization.mode', '--authorization-mode'],
  ['authorization.webhook.cache_authorized_ttl', '--authorization-webhook-cache-authorized-ttl'],
  ['authorization.webhook.cache_unauthorized_ttl', '--authorization-webhook-cache-unauthorized-ttl'],
  // kubelet merges gates of the file and the flag.
  ['feature_gates', ''],
]);

/** Why a field of kubelet's config file has no effect: flags win over the file (Kubernetes' kubelet documentation). */
export function overriddenByFlag(
  { path, field }: Pick<ConfigField, 'field' | 'path'>,
  config: MessageValue,
): string | undefined {
  if (!path.startsWith(`${kubeletFile}.`)) return undefined;
  const flag = flagOfField.get(path.slice(kubeletFile.length + 1)) ?? `--${field.name.replaceAll('_', '-')}`;
  if (!textMapAt(config, 'kubelet_config.kubelet_flags').has(flag)) return undefined;
  return `${field.name} has no effect, because kubelet_flags has ${flag}, which overrides the config file.`;
}

/** Fields of kubelet's config file that a flag overrides. */
export const flagOverFile: Rule<NodeConfigInput> = {
  name: 'node-config/flag-over-file',
  *check({ fields, reading }): Generator<Problem> {
    for (const given of fields) {
      const message = overriddenByFlag(given, reading.value);
      if (message !== undefined) yield problemOnKey(given, 'contract/no-effect', message, { unnecessary: true });
    }
  },
};
