import { type Member, memberOf, resolved, type SyntaxNode } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { describeExpected, describeNode, rangeText } from '../../record/explain.js';
import { elementsOf } from '../../record/given.js';
import { type Field, fieldAt, type RecordType } from '../../record/model.js';
import type { ProblemCode } from '../../problems/codes.js';
import { enumerated, quoted } from '../../text/strings.js';
import { Suggestions } from '../../text/suggest.js';
import { checkFormat } from '../../values/check.js';
import { type GivenOption, type OptionNote, readPart } from '../options/read.js';
import type { OptionsBuilder } from './builder.js';
import { resourceDescriptions } from './description.js';
import { nodeAtPath, type Resource, textAt } from './model.js';
import { isIn, unreleased } from './release.js';

/** The versions of an API that the provider's releases serve (their CRDs from v1.4.0 on), the current one first. */
const served: Readonly<Partial<Record<Resource['kind'], readonly string[]>>> = {
  NodePool: ['karpenter.sh/v1'],
  NodeClaim: ['karpenter.sh/v1'],
  AKSNodeClass: ['karpenter.azure.com/v1beta1', 'karpenter.azure.com/v1alpha2'],
};

const crds: Readonly<Partial<Record<Resource['kind'], string>>> = {
  NodePool: 'pkg/apis/crds/karpenter.sh_nodepools.yaml',
  NodeClaim: 'pkg/apis/crds/karpenter.sh_nodeclaims.yaml',
  AKSNodeClass: 'pkg/apis/crds/karpenter.azure.com_aksnodeclasses.yaml',
};

const size = /^\d+[EPTGMK]i?$/;

/** Numbers, each with its unit; repetitions of groups would need stack space. */
const isDuration = (text: string): boolean => /^\d[\dsmh]*[smh]$/.test(text) && !/[smh][smh]/.test(text);
const isDurationOrNever = (text: string): boolean => text === 'Never' || isDuration(text);

/** Formats of strings, by field, with an example. */
const formats: Readonly<Record<string, readonly [accepts: (text: string) => boolean, example: string]>> = {
  expireAfter: [isDurationOrNever, '720h or Never'],
  consolidateAfter: [isDurationOrNever, '5m or Never'],
  terminationGracePeriod: [isDuration, '1h'],
  cacheDuration: [isDuration, '1h'],
  serveStaleDuration: [isDuration, '1h'],
  swapFileSize: [(text) => size.test(text), '1500Mi'],
  nodes: [(text) => /^(?:(?:100|\d{1,2})%|\d+)$/.test(text), '10%'],
  netIPv4IPLocalPortRange: [(text) => /^\d+ \d+$/.test(text), '32768 60999'],
};

/** Reports what the API server rejects by the types of a resource: versions, unknown and missing fields, and values. */
export function refuseFields(builder: OptionsBuilder, resource: Resource): void {
  const versions = served[resource.kind];
  if (versions === undefined) return;
  new FieldCheck(builder, resource, versions).run();
}

class FieldCheck {
  readonly #builder: OptionsBuilder;
  readonly #resource: Resource;
  readonly #versions: readonly string[];
  readonly #code: ProblemCode;
  readonly #suggestions = new Suggestions();

  constructor(builder: OptionsBuilder, resource: Resource, versions: readonly string[]) {
    this.#builder = builder;
    this.#resource = resource;
    this.#versions = versions;
    this.#code = resource.kind === 'AKSNodeClass' ? 'karpenter/refused-node-class' : 'karpenter/refused-pool';
  }

  run(): void {
    const { node, path, kind } = this.#resource;
    this.#checkVersion();
    const spec = memberOf(node, 'spec');
    const field = fieldAt(resourceDescriptions[kind], 'spec');
    if (spec?.value === undefined || field.type.kind !== 'object') return;
    const steps = [...path, 'spec'];
    const { notes, given } = readPart(spec.value, { owner: field.type.of, steps, names: [] });
    for (const note of notes) if (!isOption(note.steps)) this.#checkNote(note);
    for (const each of given) this.#checkValue(each);
    this.#checkMissing(resolved(spec.value), field.type.of, steps);
  }

  #checkVersion(): void {
    const { node, path, kind } = this.#resource;
    const version = textAt(node, 'apiVersion') ?? '';
    const [current = '', ...older] = this.#versions;
    if (version === current) return;
    const isOld = older.includes(version);
    this.#builder.refuse(
      isOld ? 'karpenter/deprecated-version' : this.#code,
      { member: memberOf(node, 'apiVersion'), path: [...path, 'apiVersion'] },
      isOld
        ? `${version} of ${kind} is deprecated: write ${current}.`
        : `No release of Karpenter's Azure provider since v1.4.0 has ${kind} in ${version}: write ${current}.`,
      crds[kind] ?? '',
    );
  }

  #refuse(at: SyntaxNode | undefined, steps: NodePath, message: string, own?: Member): void {
    const name = String(steps.at(-1) ?? '');
    const span = at?.span;
    const member = own?.value === at ? own : span && { key: { name, span, quoted: false }, value: at, span };
    const { kind } = this.#resource;
    const consequence = `The API server rejects the ${kind}.`;
    this.#builder.refuse(this.#code, { member, path: steps }, `${message} ${consequence}`, crds[kind] ?? '');
  }

  #checkNote(note: OptionNote): void {
    const { error, node, key, owner, field, element, steps } = note;
    if (error === 'unknown-option') {
      const name = key?.name ?? '';
      // The settings that older NodePools had are reported by themselves.
      if (key === undefined || (name === 'kubelet' && owner.name === 'spec of a node')) return;
      const meant = this.#suggestions.nearestField(name, owner.fields)?.name;
      const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
      const { kind } = this.#resource;
      const member = { key, value: undefined, span: key.span };
      this.#builder.refuse(
        this.#code,
        { member, path: steps, unknown: { note, meant } },
        `${owner.name} has no field ${quoted(name)}.${hint} kubectl rejects the ${kind}; other clients drop the field.`,
        crds[kind] ?? '',
      );
      return;
    }
    // An amount of resources may be a number, and requirements have sentences of their own.
    if (field === undefined || field.format === 'quantity' || steps.includes('requirements')) return;
    if (error === 'wrong-type' || error === 'number-out-of-range')
      this.#refuse(
        node,
        steps,
        `${field.name} must be ${describeExpected(field, element)}, not ${describeNode(node, false)}.`,
      );
  }

  #checkValue(given: GivenOption): void {
    const { field, member, steps } = given;
    const { kind } = this.#resource;
    if (!isIn(field, this.#builder.release)) {
      const { since = '' } = field;
      const addedBy = since === unreleased ? 'no release has yet' : `${since} adds`;
      this.#builder.refuse(
        this.#code,
        { member: { ...member, value: undefined }, path: steps },
        `${this.#builder.release ?? ''} has no field ${field.name}, which ${addedBy}. kubectl rejects the ${kind}; other clients drop the field.`,
        crds[kind] ?? '',
      );
      return;
    }
    // Requirements and references to other providers have sentences of their own.
    if (steps.includes('requirements') || steps.includes('nodeClassRef')) return;
    for (const { node, step } of elementsOf(given)) {
      const fault = isOption(steps) ? sizeFault(field, node) : valueFault(field, node);
      if (fault !== undefined) this.#refuse(node, [...steps, ...step], `${field.name} must be ${fault}.`, member);
    }
  }

  /** Required fields of the objects that are there. */
  #checkMissing(node: SyntaxNode | undefined, type: RecordType, steps: NodePath): void {
    if (node?.kind !== 'object') return;
    const missing = type.fields.filter(({ name, required }) => required === true && memberOf(node, name) === undefined);
    if (missing.length > 0) {
      const names = enumerated(
        missing.map(({ name }) => name),
        'and',
      );
      this.#refuse(node, steps, `${String(steps.at(-1))} needs ${names}.`);
    }
    for (const field of type.fields) {
      const value = resolved(nodeAtPath(node, field.name));
      if (field.type.kind !== 'object' || value === undefined) continue;
      if (field.label === 'single') this.#checkMissing(value, field.type.of, [...steps, field.name]);
      if (field.label === 'list' && value.kind === 'array')
        for (const [index, item] of value.items.entries())
          this.#checkMissing(resolved(item), field.type.of, [...steps, field.name, index]);
    }
  }
}

/** Whether a field is read as an option, about which other rules speak. */
function isOption(steps: NodePath): boolean {
  return ['labels', 'taints', 'startupTaints', 'kubelet', 'maxPods', 'gpu'].some((name) => steps.includes(name));
}

/** What a value must be, and what it is instead; undefined if nothing is wrong with it. */
function valueFault({ name, oneOf, range }: Field, node: SyntaxNode): string | undefined {
  if (node.kind === 'string') {
    const not = `not ${quoted(node.value)}`;
    const format = formats[name];
    if (oneOf?.includes(node.value) === false) return `${enumerated(oneOf, 'or')}, ${not}`;
    return format?.[0](node.value) === false ? `written like ${format[1]}, ${not}` : undefined;
  }
  if (node.kind !== 'number' || range === undefined) return undefined;
  const { min = -Infinity, max = Infinity } = range;
  return node.value < min || node.value > max ? `${rangeText(range)}, not ${node.raw}` : undefined;
}

/** A size of logs that the kubelet accepts, and the API server doesn't. */
function sizeFault({ name, format }: Field, node: SyntaxNode): string | undefined {
  if (name !== 'containerLogMaxSize' || node.kind !== 'string' || format === undefined) return undefined;
  return checkFormat(format, node.value) === undefined && !size.test(node.value)
    ? `written like 50Mi, not ${quoted(node.value)}`
    : undefined;
}
