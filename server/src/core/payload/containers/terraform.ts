import type { AbsentField, Child, FieldRole, JsonChild, LayerName, Payload } from '../../document/payload.js';
import { placeholderOf } from '../../text/placeholder.js';
import { parseHcl } from '../../formats/hcl/parse.js';
import type { HclAttribute, HclBlock, HclCall, HclObject, HclTemplate, HclValue } from '../../formats/hcl/syntax.js';
import { canonicalName } from '../../formats/tree/node.js';
import { limits } from '../../limits.js';
import { pointerOf } from '../../formats/tree/paths.js';
import type { ProblemCode } from '../../problems/codes.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Budget } from '../../text/budget.js';
import { composeMaps, opaqueMap } from '../../text/positionMap.js';
import { failure } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { type Content, textContent } from '../content.js';
import { isPlanText } from '../recogniseTerraform.js';
import { type Findings, type Opening, type Surroundings, tooMany } from './container.js';
import { type HclFile, HclFiles } from './hclFiles.js';
import { hclHolder } from './hclString.js';
import { mayBeJson } from './machineField.js';
import { providerFields } from './providerFields.js';
import { fileHolder, FilesOfSource, nameOfFile } from './sourceFiles.js';
import { absenceOf, isUserData, mayBeUserData, openingOfRole, providerRole, settingsNames } from './userDataText.js';
import { tooLongCustomData } from './tooLongCustomData.js';
import { encoders } from './terraformJson.js';

/** Finds the payloads in documents of Terraform: states, plans, source and values of variables. */
export function terraformPayloads(surroundings: Surroundings): Findings {
  const { tree, format } = surroundings.payload;
  return tree === undefined
    ? new HclWalk(surroundings).run()
    : providerFields(surroundings, { node: tree.root, path: [], isSource: !format.startsWith('terraform-') });
}

/** Terraform source, or a printed plan, as read. */
export function hclOf(text: string, budget?: Budget): HclObject {
  return parseHcl(text, { budget, isPlan: isPlanText(text) });
}

/** The position of a value. */
interface Place {
  /** A pointer into Terraform's JSON syntax; `A#B` leads into the JSON that the value at A is encoded to. */
  readonly pointer: string;
  readonly settings: { readonly protected: boolean } | undefined;
  readonly role: FieldRole | undefined;
  /** The type of a part of `cloudinit_config`. */
  readonly partType?: string | undefined;
  /** Whether the provider accepts nothing but base64. */
  readonly needsBase64?: boolean;
  /** Whether it is the value before a change. */
  readonly overridden?: boolean;
  /** The references that lead to the value, the first of which is written in its place; empty if the value is. */
  readonly references?: readonly HclValue[];
}

class HclWalk {
  readonly #surroundings: Surroundings;
  readonly #root: HclObject;
  readonly #children: Child[] = [];
  readonly #absent: AbsentField[] = [];
  readonly #problems: Problem[] = [];
  readonly #files: FilesOfSource;
  readonly #reader: HclFiles;
  /** Values of locals that were opened where they are used. */
  readonly #used = new Set<HclValue>();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#files = new FilesOfSource(surroundings);
    this.#root = hclOf(surroundings.text, surroundings.context.budget);
    this.#reader = new HclFiles(this.#root, surroundings.text, this.#files);
  }

  run(): Findings {
    const { context } = this.#surroundings;
    this.#body(this.#root, { pointer: '', settings: undefined, role: undefined });
    const byPosition = (a: Child | AbsentField, b: Child | AbsentField): number => a.span.start - b.span.start;
    const most = context.limits.childrenPerPayload;
    const children = this.#children.sort(byPosition);
    const problems = [...this.#problems, ...this.#files.problems];
    return {
      children: children.slice(0, most),
      problems: children.length > most ? [...problems, tooMany('payloads', this.#surroundings)] : problems,
      absent: this.#absent.sort(byPosition),
      details: { files: this.#files.named },
    };
  }

  /** The attributes and blocks of a body, or the members of an object. */
  #body(body: HclObject, place: Place): void {
    for (const attribute of body.attributes) this.#attribute(attribute, body, place);
    const counts = new Map<string, number>();
    for (const { type } of body.blocks) counts.set(type, (counts.get(type) ?? 0) + 1);
    const indexes = new Map<string, number>();
    // What is used elsewhere is opened there.
    const isLocals = ({ type }: HclBlock): number => (type === 'locals' ? 1 : 0);
    for (const block of body.blocks.toSorted((a, b) => isLocals(a) - isLocals(b))) {
      const { type, labels } = block;
      const index = indexes.get(type) ?? 0;
      indexes.set(type, index + 1);
      // In JSON, one block is an object, and several ones are a list. Those of locals are merged.
      const isListed = labels.length === 0 && type !== 'locals' && counts.get(type) !== 1;
      const own = pointerOf([type, ...labels, ...(isListed ? [index] : [])]);
      this.#body(block.body, { ...placeOfBlock(block, place), pointer: place.pointer + own });
    }
  }

  #attribute({ name, value, before }: HclAttribute, body: HclObject, place: Place): void {
    const folded = canonicalName(name);
    const isProtected = settingsNames.get(folded);
    const settings = isProtected === undefined ? place.settings : { protected: isProtected };
    const role =
      providerRole(folded, place.settings !== undefined) ??
      (name === 'default' || name === 'value' || name === 'content' ? place.role : undefined);
    const partType = name === 'content' && place.role !== undefined ? contentTypeOf(body) : undefined;
    const next: Place = { ...place, pointer: place.pointer + pointerOf([name]), settings, role, partType };
    if (name === 'template' && value.kind === 'call' && value.name === 'file') {
      // data.template_file reads a template, whose variables are beside it.
      const variables = body.attributes.find((one) => one.name === 'vars')?.value;
      const read = {
        ...value,
        name: 'templatefile',
        arguments: [...value.arguments, ...(variables ? [variables] : [])],
      };
      this.#value(read, next);
      return;
    }
    if (before !== undefined) this.#value(before, { ...next, pointer: `${next.pointer}#1`, overridden: true });
    this.#value(value, next);
  }

  #value(value: HclValue, place: Place): void {
    switch (value.kind) {
      case 'object':
        this.#body(value, { ...place, role: undefined });
        break;
      case 'tuple':
        for (const [index, item] of value.items.entries())
          this.#value(item, { ...place, pointer: place.pointer + pointerOf([index]), role: undefined });
        break;
      default:
        this.#encoded(value, place, []);
    }
  }

  /** A string, maybe inside of functions that encode it. */
  #encoded(value: HclValue, place: Place, layers: readonly LayerName[]): void {
    if (this.#used.has(value) && place.references === undefined) return;
    if (value.kind === 'template') this.#template(value, place, layers);
    else if (value.kind === 'call') {
      const [only, ...others] = value.arguments;
      const encoder = encoders.get(value.name);
      const file = this.#reader.read(value, place.role !== undefined);
      if (encoder !== undefined && only !== undefined && others.length === 0)
        this.#encoded(only, place, [...layers, ...encoder]);
      else if (file !== undefined) this.#file(file, value, place, layers);
      else if (
        value.name === 'jsonencode' &&
        layers.length === 0 &&
        only?.kind === 'object' &&
        place.role === undefined
      )
        this.#body(only, { ...place, pointer: `${place.pointer}#` });
      else this.#symbol(value, place, layers);
    } else {
      const local = this.#reader.local(value);
      const { role, references = [] } = place;
      const isKnown = local?.kind === 'call' || local?.kind === 'template';
      const isFurther = !references.includes(value) && references.length < limits.payloadDepth;
      // What is used more than once is opened where it is written, unless that is in another file.
      if (
        isKnown &&
        role !== undefined &&
        isFurther &&
        (this.#reader.isOnlyUse(value) || this.#reader.mayReadFile(local))
      ) {
        this.#used.add(local);
        this.#encoded(local, { ...place, references: [...references, value] }, layers);
      } else this.#symbol(value, place, layers);
    }
  }

  /**
   * Opens the content of a file that a function reads. Without a role, or with `computedBy`, only its content shows that it is
   * user data, as for strings.
   */
  #file(
    { file, content, isBase64, unresolved: unknown }: HclFile,
    call: HclCall,
    place: Place,
    layers: readonly LayerName[],
    computedBy?: readonly string[],
  ): void {
    const unresolved = [...(computedBy ?? []), ...unknown];
    const { payload, open } = this.#surroundings;
    const { pointer, partType, role = 'userData' } = place;
    const outerLayers: LayerName[] = [...layers, ...(isBase64 ? (['base64'] as const) : []), 'file'];
    const whole = this.#files.contentOf(file, content);
    const { transport, ...opening } = openingOfRole(role, whole.content.text ?? '');
    const isPartial = unknown.length > 0;
    const opened = open({
      content: whole.content,
      name: nameOfFile(file.path),
      steps: [...payload.steps, pointer, ...outerLayers],
      outerLayers,
      ...opening,
      ...(isPartial ? { transport: 'none' } : transport === undefined ? {} : { transport }),
      ...(isPartial && role === 'commandToExecute' ? { format: 'shell-command' } : {}),
      ...(partType === undefined ? {} : { partType }),
      ...this.#unresolved(unresolved),
      problems: [
        ...whole.problems,
        ...tooLongCustomData(place.role, whole.content, outerLayers, this.#surroundings.context),
        ...this.#missingBase64(file.span, place, isPartial || outerLayers.length > 1 || transport !== undefined),
      ],
    });
    if ((place.role === undefined || computedBy !== undefined) && !isUserData(opened)) return;
    this.#add({ ...place, role }, call, opened, () => fileHolder(file), { file: file.path });
  }

  #template(template: HclTemplate, place: Place, layers: readonly LayerName[]): void {
    const { text } = template;
    if (text.trim() === '') return;
    const { pointer, role } = place;
    const mayBe = mayBeUserData(text);
    if (role === undefined && layers.length === 0 && !mayBe && mayBeJson({ value: text })) this.#json(template, place);
    else if (role !== undefined) {
      const absence = absenceOf(text, { pointer, role, span: this.#surroundings.payload.map.toOuter(template.span) });
      if (absence === undefined) this.#field({ template, layers }, { ...place, role });
      else {
        this.#absent.push(absence.absent);
        this.#problems.push(absence.problem);
      }
    } else if (mayBe) this.#field({ template, layers }, { ...place, role: 'userData' }, []);
  }

  /**
   * Opens a string with a role. `computedBy` is given if it has the role only because of its content, with expressions that
   * may change it; what turns out to be something else is left out then.
   */
  #field(
    { template, layers }: { readonly template: HclTemplate; readonly layers: readonly LayerName[] },
    place: Place & { readonly role: FieldRole },
    computedBy?: readonly string[],
  ): void {
    const { payload, text: document, context, open } = this.#surroundings;
    const { role, pointer, partType } = place;
    const content = this.#content(template);
    const opening = openingOfRole(role, template.text);
    const hasSymbols = template.symbols.length > 0;
    const opened = open({
      name: role,
      steps: [...payload.steps, pointer, ...layers],
      content,
      outerLayers: layers,
      ...opening,
      // What is only partly known isn't decoded, and a command isn't parsed.
      ...(hasSymbols ? { transport: 'none' } : {}),
      ...(hasSymbols && role === 'commandToExecute' ? { format: 'shell-command' } : {}),
      ...(partType === undefined ? {} : { partType }),
      ...this.#unresolved([...(computedBy ?? []), ...template.symbols.map(({ expression }) => expression)]),
      problems: [
        ...tooLongCustomData(role, content, layers, context),
        ...this.#missingBase64(
          payload.map.toOuter(template.span),
          place,
          hasSymbols || layers.length > 0 || opening.transport !== undefined || template.form.is === 'printed',
        ),
      ],
    });
    if (computedBy !== undefined && !isUserData(opened)) return;
    const own = opened.encodings.slice(layers.length);
    const isShown = layers.length > 0 && own.length === 0;
    this.#add(place, template, opened, () => hclHolder(document, template, own), isShown ? { isShown } : {});
  }

  #add(
    place: Place & { readonly role: FieldRole },
    { span }: HclValue,
    payload: Payload,
    holder: Child['holder'],
    facts: Pick<Child, 'isShown' | 'file'> = {},
  ): void {
    const { pointer, role, settings, overridden, references } = place;
    this.#children.push({
      is: 'field',
      pointer,
      role,
      protected: settings?.protected === true,
      ...(overridden === true ? { overridden: true as const } : {}),
      ...facts,
      span: this.#surroundings.payload.map.toOuter(references?.[0]?.span ?? span),
      payload,
      holder,
    });
  }

  #unresolved(expressions: readonly string[]): Pick<Opening, 'details'> {
    const most = this.#surroundings.context.limits.quotedExpression;
    if (expressions.length === 0) return {};
    const unresolved = expressions.map((one) => (one.length > most ? `${one.slice(0, most)}…` : one));
    return { details: { unresolved } };
  }

  /** The problem of text at a span of the file for which the provider accepts only base64, unless it may be base64. */
  #missingBase64(span: Span, { role, needsBase64 }: Place, mayBeBase64: boolean): Problem[] {
    if (needsBase64 !== true || mayBeBase64) return [];
    if (role !== 'customData' && role !== 'userData') return [];
    const message = `${role} must be base64; this is plain text. Write it as base64encode(…).`;
    return [problem('payload/base64-invalid', span, message)];
  }

  #json(template: HclTemplate, { pointer }: Place): void {
    const { payload, text, open } = this.#surroundings;
    const opened = open({
      name: pointer.split('/').at(-1) ?? 'JSON',
      steps: [...payload.steps, pointer],
      content: this.#content(template),
      transport: 'none',
      format: 'json-string',
      ...this.#unresolved(template.symbols.map(({ expression }) => expression)),
    });
    if (opened.children.length === 0 && opened.absent.length === 0) return;
    const span = payload.map.toOuter(template.span);
    const child: JsonChild = {
      is: 'json',
      pointer,
      span,
      payload: opened,
      holder: () => hclHolder(text, template, []),
    };
    this.#children.push(child);
  }

  #content({ text, map, span }: HclTemplate): Content {
    const { payload } = this.#surroundings;
    return textContent(text, composeMaps(payload.map, map), payload.map.toOuter(span));
  }

  /** A value that only Terraform can compute. User data that is written out in it counts nevertheless. */
  #symbol(value: HclValue, place: Place, layers: readonly LayerName[]): void {
    const { span } = value;
    const { payload, text, open } = this.#surroundings;
    const { role, pointer } = place;
    const before = this.#children.length;
    const expression = text.slice(span.start, span.end);
    const own = { ...place, role: role ?? 'userData', needsBase64: false };
    for (const { source, layers: around, isComputed } of sourcesIn(value, layers)) {
      const computedBy = isComputed ? [expression] : [];
      if (source.kind === 'template') {
        if (mayBeUserData(source.text)) this.#field({ template: source, layers: around }, own, computedBy);
        continue;
      }
      const file = this.#reader.read(source, role !== undefined);
      if (file !== undefined) this.#file(file, source, own, around, computedBy);
    }
    const isConstant = /^(?:null|true|false|[\d.+-]*)$/.test(expression);
    if (role === undefined || isConstant || this.#children.length > before) return;
    const outer = payload.map.toOuter(span);
    const why = unknownInPlans.get(expression);
    if (why !== undefined) {
      const { code, message } = why;
      this.#absent.push({ pointer, role, code, span: outer });
      this.#problems.push(problem(code, outer, `${role} ${message}`, { pointer }));
      return;
    }
    const opened = open({
      name: role,
      steps: [...payload.steps, pointer, ...layers],
      content: textContent(placeholderOf(0, 'TF'), opaqueMap(outer), outer),
      outerLayers: layers,
      transport: 'none',
      ...this.#unresolved([expression]),
    });
    this.#add({ ...place, role }, value, opened, () => failure('Terraform computes this text; change its source.'));
  }
}

/** A string that a value is computed from, or a call that may read a file. */
interface SourceInside {
  readonly source: HclTemplate | HclCall;
  readonly layers: readonly LayerName[];
  /** Whether the value may be another one than the encoded string. */
  readonly isComputed: boolean;
}

/** Functions that only remove white space at the ends of a string. */
const trimming: ReadonlySet<string> = new Set(['chomp', 'trimspace']);

function* sourcesIn(value: HclValue, layers: readonly LayerName[]): Generator<SourceInside> {
  const open = [{ value, layers, isComputed: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: inner, layers: around } = next;
    if (inner.kind === 'template') yield { source: inner, layers: around, isComputed: next.isComputed };
    else if (inner.kind === 'call') {
      yield { source: inner, layers: around, isComputed: next.isComputed };
      const encoder = encoders.get(inner.name);
      const isComputed = next.isComputed || (encoder === undefined && !trimming.has(inner.name));
      for (const argument of inner.arguments)
        open.push({ value: argument, layers: encoder === undefined ? around : [...around, ...encoder], isComputed });
    } else if (inner.kind === 'expression')
      // An item of a list is only a part of what the list is joined to.
      for (const operand of inner.operands) open.push({ value: operand, layers: around, isComputed: true });
  }
}

/** What a plan prints instead of a value. */
const unknownInPlans: ReadonlyMap<string, { readonly code: ProblemCode; readonly message: string }> = new Map([
  [
    'sensitive value',
    {
      code: 'vmss/payload-redacted',
      message: 'is sensitive, so Terraform does not print it. terraform show -json does.',
    },
  ],
  ['known after apply', { code: 'vmss/payload-null', message: 'is only known after the plan is applied.' }],
]);

function placeOfBlock({ type, labels }: HclBlock, place: Place): Place {
  const [first = ''] = labels;
  switch (type) {
    case 'resource':
      return { ...place, needsBase64: /^azurerm_(?:linux|windows|orchestrated)_virtual_machine/.test(first) };
    case 'variable':
    case 'output':
      return { ...place, role: providerRole(canonicalName(first), false) };
    case 'part':
      return { ...place, role: 'userData' };
    default:
      return { ...place, role: undefined };
  }
}

/** The type of a part of `cloudinit_config`. */
function contentTypeOf({ attributes }: HclObject): string | undefined {
  const value = attributes.find(({ name }) => name === 'content_type')?.value;
  return value?.kind === 'template' && value.symbols.length === 0 ? value.text : undefined;
}
