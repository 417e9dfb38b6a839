import type { Span } from '../text/span.js';

/**
 * The forms that texts in a node config have beyond being text. A form says what a reader of the value on the node
 * (kubelet, containerd, the provisioning scripts, Azure) accepts; the empty text is never checked.
 */
export type FormatName =
  | 'absolute-path'
  | 'base64'
  | 'base64-certificates'
  | 'base64-private-key'
  | 'bootstrap-token'
  | 'cidr'
  | 'dns-name'
  | 'dns-suffix'
  | 'dns-zone'
  | 'duration'
  | 'eviction-threshold'
  | 'feature-name'
  | 'host'
  | 'image-reference'
  | 'ip-address'
  | 'json-object'
  | 'kubernetes-version'
  | 'label-key'
  | 'label-value'
  | 'linux-user-name'
  | 'location'
  | 'no-proxy-entry'
  | 'percentage'
  | 'port-range'
  | 'proxy-url'
  | 'quantity'
  | 'registry-host'
  | 'resource-group-name'
  | 'resource-name'
  | 'semantic-version'
  | 'sysctl-pattern'
  | 'systemd-limit'
  | 'taint-list'
  | 'url'
  | 'uuid'
  | 'vm-size';

/** Why a text does not have a form. */
export interface FormatFault {
  /** A clause without subject and full stop that follows the field's name: `has no unit: a duration is written like 30s`. */
  readonly reason: string;
  /** The part of the text that is at fault, where it is not all of it. */
  readonly part?: Span;
  /** The text that was most likely meant, where that is certain enough for a quick fix. */
  readonly suggestion?: string;
}

/** Says why a text does not have one form; undefined where it has. Takes time linear in the text's length. */
export type FormatCheck = (text: string) => FormatFault | undefined;

/**
 * What people write where a producer is to fill in a value: `<token>`, `${TOKEN}`, `{{ token }}`, `%TOKEN%`, stars,
 * dots, and words such as `changeme`.
 */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

/** Whether a part of a text is still to be filled in, so that nothing can be said of its form. */
export function holdsPlaceholder(text: string): boolean {
  return isPlaceholder(text) || (text.includes('{') && variable.test(text));
}

const placeholder =
  /^\s*(?:<[^<>]*>|\$\{[^{}]*\}|\{\{[^{}]*\}\}|%[\w-]+%|\*+(?:#\d+#?)?|x+|\.{3}|(?:change-?me|placeholder|redacted|todo|dummy|example)[\w-]*)\s*$/i;

const variable = /\$\{[^{}]{0,200}\}|\{\{[^{}]{0,200}\}\}/;

/** Characters of a text that a reason repeats. */
const longest = 40;

/** A piece of a text in quotes, shortened to what a clause can carry. Never for pieces of secrets. */
export function quoted(piece: string): string {
  return JSON.stringify(piece.length > longest ? `${piece.slice(0, longest)}…` : piece);
}
