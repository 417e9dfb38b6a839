import { quoted } from '../../../contract/explain.js';
import { elementsOf, type GivenElement, type GivenField } from '../../../contract/walk.js';
import { type Fix, problem, type Problem } from '../../../problems/problem.js';
import type { ProblemCode } from '../../../problems/codes.js';
import type { KeyNode, StringNode } from '../../../syntax/node.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Span } from '../../../text/span.js';
import type { FormatFault, FormatName } from '../../../values/format.js';
import { holdsPlaceholder } from '../../../values/placeholder.js';
import { formatNouns } from '../../../values/nouns.js';

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

/** A text of a config that a value rule looks at. */
export interface GivenText {
  readonly node: StringNode | KeyNode;
  readonly text: string;
  readonly pointer: string;
  /** How a sentence about it begins, such as `An entry of no_proxy_entries`. */
  readonly subject: string;
  readonly secret: boolean;
  readonly given: GivenField;
  /** The key of a map that the text is the value of. */
  readonly key: string | undefined;
}

/** The texts that a field gives, itself or in its elements, but for empty ones and those that are still to be filled in. */
export function textsOf(given: GivenField): GivenText[] {
  const { field } = given;
  if (field.type.kind !== 'scalar' || field.type.scalar !== 'string') return [];
  return elementsOf(given).flatMap((element) => {
    const { node } = element;
    if (node.kind !== 'string' || node.value === '' || holdsPlaceholder(node.value)) return [];
    return [{ ...partOf(given, element), node, text: node.value, subject: subjectOf(given, element) }];
  });
}

/** The keys of a map field. */
export function keysOf(given: GivenField): GivenText[] {
  if (given.field.label !== 'map') return [];
  return elementsOf(given).flatMap((element) => {
    const node = element.entry?.key;
    if (node === undefined) return [];
    return [
      {
        ...partOf(given, element),
        node,
        text: node.name,
        subject: `The key ${quoted(node.name)} of ${given.field.name}`,
      },
    ];
  });
}

function partOf(
  given: GivenField,
  { step, entry }: GivenElement,
): Pick<GivenText, 'pointer' | 'secret' | 'given' | 'key'> {
  return {
    pointer: pointerOf([...given.steps, ...step]),
    secret: given.field.secret === true,
    given,
    key: entry?.key.name,
  };
}

function subjectOf({ field }: GivenField, { entry }: GivenElement): string {
  if (entry !== undefined) return `${entry.key.name} in ${field.name}`;
  return field.label === 'repeated' ? `An entry of ${field.name}` : field.name;
}

/** A text as its reader sees it, without what the node takes off it. */
export function strippedText({ text, given }: GivenText): string {
  switch (given.field.strips) {
    case 'blanks-around':
      return text.trim();
    case 'line-ends':
      return text.replace(/[\r\n]/g, '');
    default:
      return text;
  }
}

/** A problem about a text that has not the form it should have. */
export function formatProblem(source: string, given: GivenText, format: FormatName, fault: FormatFault): Problem {
  const code = formatCodes[format];
  const { node, pointer, subject, secret } = given;
  // A reason may quote what is wrong, which must not happen to a secret.
  if (secret) return problem(code, node.span, `${subject} does not look like ${formatNouns[format]}.`, { pointer });
  return problem(code, placeOf(source, given, fault.part), `${subject} ${fault.reason}.`, {
    pointer,
    fixes: fault.suggestion === undefined ? [] : [replaceFix(node.span, fault.suggestion)],
  });
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
