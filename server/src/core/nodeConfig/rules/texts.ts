import type { FieldDescriptor } from '../contract/descriptor.js';
import { quoted } from '../contract/explain.js';
import type { GivenField } from '../value.js';
import { type Fix, problem, type Problem } from '../../problems/problem.js';
import type { ProblemCode } from '../../problems/codes.js';
import type { KeyNode, StringNode } from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import type { Span } from '../../text/span.js';
import { type FormatFault, type FormatName, holdsPlaceholder } from '../../values/format.js';
import { base64EncodeFix } from '../../validation/fixes/base64Encode.js';
import { formatNouns } from '../../values/check.js';

/** The codes of texts that lack a form of `values/format.ts`; forms that a reader treats alike share one. */
const formatCodes: Readonly<Record<FormatName, ProblemCode>> = {
  'absolute-path': 'contract/invalid-path',
  base64: 'contract/invalid-base64',
  'base64-certificates': 'contract/invalid-certificate',
  'base64-private-key': 'contract/invalid-base64',
  'bootstrap-token': 'contract/invalid-token',
  cidr: 'contract/invalid-ip-address',
  'dns-name': 'contract/invalid-host-name',
  'dns-suffix': 'contract/invalid-host-name',
  'dns-zone': 'contract/invalid-host-name',
  duration: 'contract/invalid-duration',
  'eviction-threshold': 'contract/invalid-quantity',
  'feature-name': 'contract/dropped-feature',
  host: 'contract/invalid-host-name',
  'image-reference': 'contract/invalid-image-reference',
  'ip-address': 'contract/invalid-ip-address',
  'json-object': 'contract/invalid-json-text',
  'kubernetes-version': 'contract/invalid-version',
  'label-key': 'contract/invalid-label',
  'label-value': 'contract/invalid-label',
  'linux-user-name': 'contract/invalid-name',
  location: 'contract/invalid-name',
  'no-proxy-entry': 'contract/invalid-host-name',
  percentage: 'contract/invalid-quantity',
  'port-range': 'contract/invalid-port-range',
  'proxy-url': 'contract/invalid-url',
  quantity: 'contract/invalid-quantity',
  'registry-host': 'contract/invalid-host-name',
  'resource-group-name': 'contract/invalid-name',
  'resource-name': 'contract/invalid-name',
  'semantic-version': 'contract/invalid-version',
  'sysctl-pattern': 'contract/invalid-sysctl',
  'systemd-limit': 'contract/invalid-limit',
  'taint-list': 'contract/invalid-taint',
  url: 'contract/invalid-url',
  uuid: 'contract/invalid-uuid',
  'vm-size': 'contract/invalid-name',
};

/** A text of a config that a value rule has something to say about, or might have. */
export class GivenText {
  readonly node: StringNode | KeyNode;
  readonly text: string;
  readonly given: GivenField;
  /** The index in a list, or the key of a map; undefined for the value of a field that is neither. */
  readonly step: string | number | undefined;

  constructor(node: StringNode | KeyNode, text: string, given: GivenField, step: string | number | undefined) {
    this.node = node;
    this.text = text;
    this.given = given;
    this.step = step;
  }

  /** The key of a map that the text is the value of, or is itself. */
  get key(): string | undefined {
    return typeof this.step === 'string' ? this.step : undefined;
  }

  get path(): NodePath {
    return this.step === undefined ? this.given.steps : [...this.given.steps, this.step];
  }

  get pointer(): string {
    return pointerOf(this.path);
  }

  /** Whether a part of it is still to be filled in, so that nothing can be said of it. */
  get isUnfinished(): boolean {
    return holdsPlaceholder(this.text);
  }

  get secret(): boolean {
    return this.given.field.secret === true;
  }

  /** How a sentence about it begins, such as `An entry of no_proxy_entries`. */
  get subject(): string {
    const { name, label } = this.given.field;
    if (!('kind' in this.node)) return `The key ${quoted(this.text)} of ${name}`;
    if (this.key !== undefined) return `${this.key} in ${name}`;
    return label === 'repeated' ? `An entry of ${name}` : name;
  }
}

/**
 * Shows `visit` every text that a field gives, itself or in its elements, but for empty ones; `step` as in `GivenText`.
 * There are thousands in a large config and few of them are wrong, so a rule that looks at all of them makes a
 * `GivenText` only of those, and asks then whether it is finished.
 */
export function visitTexts(
  { field, member }: GivenField,
  visit: (node: StringNode, step: string | number | undefined) => void,
): void {
  const node = member.value;
  if (node === undefined || field.type.kind !== 'scalar' || field.type.scalar !== 'string') return;
  if (node.kind === 'array') {
    let index = 0;
    for (const item of node.items) {
      if (item.kind === 'string' && item.value !== '') visit(item, index);
      index++;
    }
  } else if (node.kind === 'object') {
    for (const { key, value } of node.members)
      if (value?.kind === 'string' && value.value !== '') visit(value, key.name);
  } else if (node.kind === 'string' && node.value !== '') visit(node, undefined);
}

/** The texts that a field gives, without those that are still to be filled in. */
export function textsOf(given: GivenField): GivenText[] {
  const texts: GivenText[] = [];
  visitTexts(given, (node, step) => {
    if (!holdsPlaceholder(node.value)) texts.push(new GivenText(node, node.value, given, step));
  });
  return texts;
}

/** The keys of a map field, as they stand in the text. */
export function keysOf({ field, member }: GivenField): readonly KeyNode[] {
  const node = member.value;
  return field.label === 'map' && node?.kind === 'object' ? node.members.map(({ key }) => key) : [];
}

/** A key of a map field, as `keysOf` gives it. */
export function givenKey(key: KeyNode, given: GivenField): GivenText {
  return new GivenText(key, key.name, given, key.name);
}

/** A text as its reader sees it, without what the node takes off it. */
export function stripped(text: string, { strips }: FieldDescriptor): string {
  switch (strips) {
    case 'blanks-around':
      return text.trim();
    case 'line-ends':
      return text.replaceAll('\r', '').replaceAll('\n', '');
    default:
      return text;
  }
}

/** A problem about a text that has not the form it should have. */
export function formatProblem(source: string, given: GivenText, format: FormatName, fault: FormatFault): Problem {
  const code = formatCodes[format];
  const { node, pointer, subject, secret } = given;
  const encode = 'kind' in node && encodable(format, given.text) ? [base64EncodeFix(node)] : [];
  // A reason may quote what is wrong, and a suggestion repeat it, which must not happen to a secret.
  if (secret)
    return problem(code, node.span, `${subject} does not look like ${formatNouns[format]}.`, {
      pointer,
      fixes: encode,
    });
  return problem(code, placeOf(source, given, fault.part), `${subject} ${fault.reason}.`, {
    pointer,
    fixes: fault.suggestion === undefined ? encode : [replaceFix(node.span, fault.suggestion)],
  });
}

/** Whether a text is what base64 of it was wanted of, rather than damaged base64. */
function encodable(format: FormatName, text: string): boolean {
  if (format === 'base64-private-key') return text.includes('-----BEGIN ');
  return format === 'base64' && /[^A-Za-z0-9+/=_-]/.test(text);
}

/** A fix that puts another text in the place of one. */
export function replaceFix(span: Span, text: string): Fix {
  return { title: `Change to ${quoted(text)}`, changes: [{ span, newText: JSON.stringify(text) }], safe: false };
}

/** The place of a part of a text; all of it where escapes keep the offsets from being told. */
function placeOf(source: string, { node, text, given }: GivenText, part: Span | undefined): Span {
  const { start, end } = node.span;
  if (given.field.strips !== undefined) return node.span;
  if (part === undefined || part.end <= part.start || source.slice(start + 1, end - 1) !== text) return node.span;
  return { start: start + 1 + part.start, end: start + 1 + part.end };
}
