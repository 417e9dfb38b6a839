import { failuresIn } from '../../failure/failures.js';
import { isArmExpression } from '../../formats/arm/parse.js';
import { type ArmScope, isTemplate, scopeOf } from '../../formats/arm/scope.js';
import {
  canonicalMember,
  canonicalName,
  itemsOf,
  type Member,
  type ObjectNode,
  resolved,
  type StringNode,
  stringValue,
  type SyntaxNode,
} from '../../formats/tree/node.js';
import { pointerOf, stepsOfTrail, type Trail } from '../../formats/tree/paths.js';
import { isBootstrappingAnswer } from '../../karpenter/script/provisioning.js';
import type { Problem } from '../../problems/problem.js';
import { composeMaps } from '../../text/positionMap.js';
import { append } from '../../text/strings.js';
import { textContent } from '../content.js';
import { isEncodedPayload } from '../layers/base64.js';
import { roleOfColumn } from '../recognise.js';
import { resourceOf } from '../../document/machineModel.js';
import type { AbsentField, Child, FieldRole, JsonChild, PayloadDetails, Resource } from '../../document/payload.js';
import { childStep, type Findings, type Surroundings, type TakenSteps, tooMany, verbatimHolder } from './container.js';
import { repeatedMembers, uniqueNames } from './repeated.js';
import { expressionHolder, openingOfExpression } from './armExpression.js';
import {
  jsonInString,
  keyVaultField,
  mayBeJson,
  mayBePayload,
  openField,
  printedDocument,
  speechlessFailure,
  statusMessage,
  type StatusMessage,
  unnamedPayload,
} from './machineField.js';

/**
 * Finds the payload fields of VM, scale set, template, activity log and CSE settings JSON, in any
 * casing and at any depth: Azure's tools flatten, list and nest these documents differently. With `unnamed`, also user data
 * in base64 under other names.
 */
export function machineFields(surroundings: Surroundings, { unnamed = true } = {}): Findings {
  return new MachineWalk(surroundings, unnamed).run();
}

type Settings = 'none' | 'public' | 'protected';

interface Visit {
  readonly node: SyntaxNode;
  readonly steps: Trail | undefined;
  /** Whether the node is the settings object of an extension. */
  readonly settings: Settings;
  /** Whether the node is about the custom script extension. */
  readonly ofScript: boolean;
  /** Whether a later member of the same name takes the place of the node or of one around it. */
  readonly overridden: boolean;
  /** What expressions refer to, inside a template. */
  readonly scope: ArmScope | undefined;
  /** The innermost resource around the node. */
  readonly resource: Resource | undefined;
}

class MachineWalk {
  readonly #surroundings: Surroundings;
  readonly #withUnnamed: boolean;
  /** The cells of tables, which the names of their columns describe. */
  readonly #cells = new Set<SyntaxNode>();
  readonly #children: Child[] = [];
  readonly #absent: AbsentField[] = [];
  readonly #problems: Problem[] = [];
  readonly #userDataNulls = new Set<Problem>();
  readonly #fileUris: string[] = [];
  readonly #open: Visit[] = [];

  constructor(surroundings: Surroundings, unnamed: boolean) {
    this.#surroundings = surroundings;
    this.#withUnnamed = unnamed;
  }

  run(): Findings {
    const root = this.#surroundings.payload.tree?.root;
    if (root !== undefined) {
      const scope = this.#scopeOf(root, undefined);
      this.#open.push({
        node: root,
        steps: undefined,
        settings: settingsAtRoot(root),
        ofScript: false,
        overridden: false,
        scope,
        resource: undefined,
      });
    }
    for (let visit = this.#open.pop(); visit !== undefined; visit = this.#open.pop()) {
      if (this.#children.length >= this.#surroundings.context.limits.childrenPerPayload) {
        this.#problems.push(tooMany('payloads', this.#surroundings));
        break;
      }
      this.#visit(visit);
    }
    const isAbout = (wanted: FieldRole): boolean =>
      this.#absent.some(({ role }) => role === wanted) ||
      this.#children.some((child) => child.is === 'field' && child.role === wanted);
    // Azure's answers have both members, and nodes of AKS have no user data.
    const asksForUserData = !isAbout('customData');
    const problems = this.#problems.filter((found) => asksForUserData || !this.#userDataNulls.has(found));
    this.#children.sort((a, b) => a.span.start - b.span.start);
    this.#absent.sort((a, b) => a.span.start - b.span.start);
    const details: PayloadDetails = this.#fileUris.length === 0 ? {} : { fileUris: this.#fileUris };
    return { children: this.#children, problems, absent: this.#absent, details };
  }

  /** The first is opened first, so that at a limit the end is missing. */
  #openLater(visits: readonly Visit[]): void {
    append(this.#open, visits.toReversed());
  }

  #visit(visit: Visit): void {
    const { node, steps } = visit;
    if (node.kind === 'array') {
      const items = [...node.items.entries()].filter(([, item]) => mayHold(item));
      this.#openLater(
        items.map(([step, item]) => ({ ...visit, node: item, steps: { before: steps, step }, settings: 'none' })),
      );
    } else if (node.kind === 'object') this.#visitMembers(node, visit);
    else if (node.kind === 'string') this.#addString(node, visit);
  }

  #visitMembers(node: ObjectNode, visit: Visit): void {
    const { settings } = visit;
    const ofScript = visit.ofScript || isStatusOfScript(node);
    // Deployments with templates of their own are only inside a template.
    const scope = visit.scope !== undefined && isDeployment(node) ? this.#scopeOf(node, visit.scope) : visit.scope;
    const resource = resourceOf(node, visit.resource) ?? visit.resource;
    const below: Visit[] = [];
    const names = uniqueNames(node.members);
    const around = nameOf(visit.steps);
    const changed = changedRole(node);
    for (const [index, written] of node.members.entries()) {
      // In YAML, a string can be written elsewhere. Collections are visited where they are written.
      const target = resolved(written.value);
      const member = target?.kind === 'string' ? { ...written, value: target } : written;
      const folded = canonicalName(member.key.name);
      const name = names?.[index] ?? member.key.name;
      const overridden = visit.overridden || name !== member.key.name;
      if (folded === 'fileuris' && settings !== 'none') append(this.#fileUris, textsOf(member.value));
      if (folded === 'protectedsettingsfromkeyvault' && member.value?.kind === 'object') {
        this.#addAbsent(keyVaultField(member, pointerOf(stepsOfTrail({ before: visit.steps, step: name }))), resource);
      }
      const role =
        folded === 'cse' && isBootstrappingAnswer(node)
          ? 'commandToExecute'
          : changed !== undefined && (folded === 'before' || folded === 'after')
            ? changed
            : around === 'source' && folded === 'script'
              ? 'script'
              : roleOf(folded, settings);
      if (role !== undefined && !(declaring.has(around) && isDeclaration(role, member.value))) {
        const pointer = pointerOf(stepsOfTrail({ before: visit.steps, step: name }));
        const isProtected = settings === 'protected';
        const place = {
          pointer,
          role,
          protected: isProtected,
          overridden,
          inProfile: around === 'osprofile',
          isPlain: around === 'source',
          scope,
        };
        const found = openField(this.#surroundings, member, place);
        if (found !== undefined && 'child' in found) this.#children.push({ ...found.child, resource });
        else if (found !== undefined) this.#addAbsent(found, resource);
      } else if (member.value?.kind === 'string' && isOutput(folded, member.value, node)) {
        const path = stepsOfTrail({ before: visit.steps, step: name });
        const output = printedDocument(this.#surroundings, member.value, path, overridden);
        if (output !== undefined) this.#children.push({ ...output, resource });
        else if (folded === 'message') this.#addStatus({ node: member.value, path, ofScript }, node, resource);
      } else if (member.value !== undefined && mayHold(member.value) && folded !== 'tags') {
        const steps = { before: visit.steps, step: name };
        below.push({
          node: member.value,
          steps,
          settings: settingsBelow(folded, settings),
          ofScript,
          overridden,
          scope,
          resource,
        });
      }
    }
    this.#addCells(node, visit);
    append(this.#problems, this.#repetitions(node.members, visit));
    this.#openLater(below);
  }

  /** The payloads in the rows of Log Analytics, whose columns are described beside them. */
  #addCells(node: ObjectNode, { steps, overridden }: Visit): void {
    const rows = canonicalMember(node, 'rows');
    const columns = itemsOf(canonicalMember(node, 'columns')?.value).map(
      (column) => stringValue(canonicalMember(resolved(column), 'name')?.value) ?? '',
    );
    if (rows === undefined || !columns.some(roleOfColumn)) return;
    for (const [row, cells] of itemsOf(rows.value).entries()) {
      for (const [column, value] of itemsOf(cells).entries()) {
        const name = columns[column] ?? '';
        const role = roleOfColumn(name);
        if (role === undefined || value.kind !== 'string') continue;
        const pointer = pointerOf([...stepsOfTrail({ before: steps, step: rows.key.name }), row, column]);
        const member = { key: { name, span: value.span, quoted: true }, value, span: value.span };
        const place = {
          pointer,
          role,
          protected: false,
          overridden,
          inProfile: false,
          isPlain: false,
          scope: undefined,
        };
        this.#cells.add(value);
        const found = openField(this.#surroundings, member, place);
        if (found !== undefined && 'child' in found) this.#children.push(found.child);
      }
    }
  }

  /** The problems of members that occur more than once, if there may be payloads in them. */
  #repetitions(members: readonly Member[], { steps }: Visit): Problem[] {
    return repeatedMembers(members, () => stepsOfTrail(steps), this.#surroundings, {
      nameOf: (name) => (isFieldName(name) ? name.toLowerCase() : name),
      isReported: (same) =>
        isFieldName(same[0].key.name) || same.some(({ value }) => value !== undefined && mayHold(value)),
    });
  }

  #addAbsent(
    { absent, problem: why }: { readonly absent: AbsentField; readonly problem: Problem },
    resource: Resource | undefined,
  ): void {
    const { map } = this.#surroundings.payload;
    this.#absent.push({ ...absent, span: map.toOuter(absent.span), resource });
    const found = { ...why, span: map.toOuter(why.span) };
    this.#problems.push(found);
    if (absent.role === 'userData' && absent.code === 'vmss/payload-null') this.#userDataNulls.add(found);
  }

  #addStatus(message: StatusMessage, holder: ObjectNode, resource: Resource | undefined): void {
    const child = statusMessage(this.#surroundings, message);
    if (child === undefined) return;
    this.#children.push({ ...child, resource });
    const found = speechlessFailure(child, holder);
    if (found !== undefined) this.#problems.push(found);
  }

  #addString(node: StringNode, { steps, scope, overridden, resource }: Visit): void {
    const path = stepsOfTrail(steps);
    // Where an expression uses the string of a template, it is opened there.
    const child = mayBeJson(node)
      ? jsonInString(this.#surroundings, node, path)
      : scope === undefined && this.#withUnnamed && !this.#cells.has(node)
        ? unnamedPayload(this.#surroundings, node, path, overridden)
        : undefined;
    if (child !== undefined) this.#children.push({ ...child, resource });
  }

  /** The scope of a document or deployment that holds a template; else the scope around it. */
  #scopeOf(node: SyntaxNode, outer: ArmScope | undefined): ArmScope | undefined {
    const { text, payload } = this.#surroundings;
    const { parameters, choices } = this.#surroundings.context.templates;
    const request = canonicalMember(node, 'properties')?.value ?? node;
    const held = resolved(canonicalMember(request, 'template')?.value);
    const template = held !== undefined && isTemplate(held) ? held : isTemplate(node) ? node : undefined;
    if (template === undefined) return outer;
    const values = template === held ? canonicalMember(request, 'parameters')?.value : undefined;
    const given = [...(outer === undefined ? parameters : []), { node: resolved(values), scope: outer }];
    return scopeOf(template, { text, map: payload.map }, given, choices);
  }
}

/**
 * Whether a member can be what a command printed: the message of an extension, or the output of a managed run command or of
 * `az aks command invoke`. `name` is canonical.
 */
function isOutput(name: string, value: StringNode, holder: ObjectNode): boolean {
  if (name === 'message') return !mayBeJson(value);
  return (name === 'output' || name === 'logs') && canonicalMember(holder, 'exitCode') !== undefined;
}

/** The role of the values in an entry of `delta` in the result of what-if, which names the changed property. */
function changedRole(node: ObjectNode): FieldRole | undefined {
  if (canonicalMember(node, 'propertyChangeType') === undefined) return undefined;
  const path = stringValue(canonicalMember(node, 'path')?.value) ?? '';
  const settings = /\bprotectedSettings\b/i.test(path) ? 'protected' : /\bsettings\b/i.test(path) ? 'public' : 'none';
  return roleOf(canonicalName(path.slice(path.lastIndexOf('.') + 1)), settings);
}

/** The canonical name of the member that holds a node; empty for items of lists and for the root. */
function nameOf(steps: Trail | undefined): string {
  return typeof steps?.step === 'string' ? canonicalName(steps.step) : '';
}

/** Members of a template whose own members have names that its author chose. */
const declaring: ReadonlySet<string> = new Set(['parameters', 'variables', 'outputs', 'resources']);

/** Whether such a member is only called like a field: it is described, or holds text that is encoded elsewhere. */
function isDeclaration(role: FieldRole, value: SyntaxNode | undefined): boolean {
  if (role !== 'customData' && role !== 'userData') return false;
  if (value?.kind !== 'string') return true;
  const { value: text } = value;
  return !isArmExpression(text) && !isEncodedPayload(text);
}

/** Whether an object is the custom script extension in an instance view. */
function isStatusOfScript(node: ObjectNode): boolean {
  if (canonicalMember(node, 'statuses') === undefined) return false;
  return /\bCustomScript/i.test(stringValue(canonicalMember(node, 'type')?.value) ?? '');
}

/** Whether a value may contain a payload. */
function mayHold(node: SyntaxNode): boolean {
  return (
    node.kind === 'object' ||
    node.kind === 'array' ||
    (node.kind === 'string' && (mayBeJson(node) || mayBePayload(node)))
  );
}

/** A nested deployment uses its own names only if it says so: by default those of the template around it count. */
function isDeployment(node: ObjectNode): boolean {
  if (!/\/deployments$/i.test(stringValue(canonicalMember(node, 'type')?.value) ?? '')) return false;
  const properties = resolved(canonicalMember(node, 'properties')?.value);
  const options = resolved(canonicalMember(properties, 'expressionEvaluationOptions')?.value);
  return /^inner$/i.test(stringValue(canonicalMember(options, 'scope')?.value) ?? '');
}

function textsOf(node: SyntaxNode | undefined): string[] {
  const list = resolved(node);
  return list?.kind === 'array' ? list.items.flatMap((item) => stringValue(item) ?? []) : [];
}

/** A bare settings document has the settings at its root. */
function settingsAtRoot(root: SyntaxNode): Settings {
  const names = ['commandToExecute', 'fileUris', 'script'];
  return names.some((name) => canonicalMember(root, name) !== undefined) ? 'public' : 'none';
}

/** Whether a member with this name can hold a payload. */
function isFieldName(name: string): boolean {
  return roleOf(canonicalName(name), 'public') !== undefined;
}

/** `name` is canonical. */
export function settingsBelow(name: string, settings: Settings): Settings {
  if (name === 'settings' || name === 'publicsettings') return 'public';
  return name === 'protectedsettings' ? 'protected' : settings;
}

/** `name` is canonical. */
export function roleOf(name: string, settings: Settings): FieldRole | undefined {
  switch (name) {
    case 'customdata':
      return 'customData';
    case 'userdata':
      return 'userData';
    case 'commandtoexecute':
      return settings === 'none' ? undefined : 'commandToExecute';
    case 'script':
      return settings === 'none' ? undefined : 'script';
    default:
      return undefined;
  }
}

/** A template, or an expression alone that was copied out of one. */
export function templatePayloads(surroundings: Surroundings): Findings {
  const { payload, text, origin } = surroundings;
  if (!isArmExpression(text)) return machineFields(surroundings);
  const place = {
    name: 'customData',
    steps: [...payload.steps, 'expression'],
    role: 'customData',
    scope: undefined,
  } as const;
  const opening = openingOfExpression({ text, map: payload.map }, origin, place, surroundings.context);
  // The document is the expression already.
  const opened = surroundings.open({ ...opening, outerLayers: opening.outerLayers?.slice(1) ?? [] });
  const child = {
    is: 'field',
    pointer: '',
    role: 'customData',
    protected: false,
    span: origin,
    payload: opened,
    holder: () => expressionHolder(text, opened),
  } as const;
  return { children: [child], problems: [] };
}

/** Finds the provision statuses that the scripts printed, in the message of the extension. */
export function statusText({ payload, text, open, context }: Surroundings): Findings {
  const { failures } = failuresIn(text, context.budget);
  const taken: TakenSteps = new Map();
  const children = failures.flatMap(({ statusText: status }): JsonChild[] => {
    if (status === undefined) return [];
    const map = composeMaps(payload.map, status.map);
    const span = map.toOuter({ start: 0, end: status.text.length });
    const opened = open({
      content: textContent(status.text, map, span),
      name: 'provision status',
      steps: [...payload.steps, childStep('provision-status', taken)],
      // Its failures have been read from the document around it.
      kind: 'unknown',
      transport: 'none',
      format: 'json',
    });
    return [{ is: 'json', pointer: '', span, payload: opened, holder: () => verbatimHolder(text, span) }];
  });
  const [told] = failures;
  return { children, problems: [], ...(told === undefined ? {} : { details: { told } }) };
}
