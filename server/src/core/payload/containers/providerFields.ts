import type { AbsentField, Child, FieldChild, FieldRole } from '../../document/payload.js';
import {
  canonicalName,
  memberOf,
  type ObjectNode,
  resolved,
  type StringNode,
  stringValue,
  type SyntaxNode,
} from '../../formats/tree/node.js';
import { type NodePath, pointerOf, stepsOfTrail, type Trail } from '../../formats/tree/paths.js';
import type { Problem } from '../../problems/problem.js';
import type { Span } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { type Findings, type Opening, type Surroundings, tooMany } from './container.js';
import { jsonInString, mayBeJson } from './machineField.js';
import { repeatedMembers, uniqueNames } from './repeated.js';
import { openString } from './strings.js';
import { openTemplate } from './terraformJson.js';
import { absenceOf, isUserData, mayBeUserData, openingOfRole, providerRole, settingsNames } from './userDataText.js';

/** A resource, or a document of many. */
interface Start {
  /** Members that are not looked into, by their canonical names. */
  readonly skipped?: ReadonlySet<string>;
  /** Whether strings are templates of Terraform, which evaluates what is in `${…}`. */
  readonly isSource?: boolean;
  readonly node: SyntaxNode | undefined;
  readonly path: NodePath;
}

/**
 * Finds the payload fields in resources that are written for providers: JSON of Terraform, and resources of Kubernetes. There,
 * null and other values say nothing, and text is as good as base64. User data also counts under other names.
 */
export function providerFields(surroundings: Surroundings, start: Start): Findings {
  return new ProviderWalk(surroundings).run(start);
}

interface Visit {
  readonly node: SyntaxNode;
  readonly trail: Trail | undefined;
  /** Whether the node is in settings of an extension, and whether these are protected. */
  readonly settings: { readonly protected: boolean } | undefined;
  /** The role of an object whose `value` is that of a variable, an output or an expression. */
  readonly role: FieldRole | undefined;
  /** Whether a later member of the same name takes its place. */
  readonly overridden: boolean;
}

/** Members that only say which values are secret or unknown, or that repeat others. */
const mirrors: ReadonlySet<string> = new Set([
  'sensitivevalues',
  'sensitiveattributes',
  'beforesensitive',
  'aftersensitive',
  'afterunknown',
  'managedfields',
]);

/** Members that hold the value of what is named around them. */
const values: ReadonlySet<string> = new Set(['value', 'constantvalue', 'default']);

class ProviderWalk {
  readonly #surroundings: Surroundings;
  readonly #children: Child[] = [];
  readonly #absent: AbsentField[] = [];
  readonly #problems: Problem[] = [];
  readonly #open: Visit[] = [];
  #skipped: ReadonlySet<string> = new Set();
  #isSource = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  run({ node, path, skipped = new Set(), isSource = false }: Start): Findings {
    this.#skipped = skipped;
    this.#isSource = isSource;
    let trail: Trail | undefined;
    for (const step of path) trail = { before: trail, step };
    if (node !== undefined) this.#open.push({ node, trail, settings: undefined, role: undefined, overridden: false });
    for (let visit = this.#open.pop(); visit !== undefined; visit = this.#open.pop()) {
      if (this.#children.length >= this.#surroundings.context.limits.childrenPerPayload) {
        this.#problems.push(tooMany('payloads', this.#surroundings));
        break;
      }
      this.#visit(visit);
    }
    const byPosition = (a: { readonly span: Span }, b: { readonly span: Span }): number => a.span.start - b.span.start;
    return {
      children: this.#children.sort(byPosition),
      problems: this.#problems,
      absent: this.#absent.sort(byPosition),
    };
  }

  #visit(visit: Visit): void {
    const node = resolved(visit.node);
    if (node?.kind === 'array') {
      const items = node.items.map((item, step) => ({ ...visit, node: item, trail: { before: visit.trail, step } }));
      append(this.#open, items.reverse());
    } else if (node?.kind === 'object') this.#visitMembers(node, visit);
    else if (node?.kind === 'string') this.#string(node, visit, visit.role, undefined);
  }

  #visitMembers(node: ObjectNode, visit: Visit): void {
    const names = uniqueNames(node.members);
    const below: Visit[] = [];
    const { settings } = visit;
    const isPart = canonicalName(stepBefore(visit.trail)) === 'part';
    // The parts are also in what is rendered from them.
    const isRendered = stringValue(memberOf(node, 'rendered')?.value) !== undefined;
    for (const [index, { key, value: written }] of node.members.entries()) {
      // States of Terraform before 0.12 have paths as names.
      const name = canonicalName(key.name.slice(key.name.lastIndexOf('.') + 1));
      const value = resolved(written);
      if (value === undefined || mirrors.has(name) || this.#skipped.has(name)) continue;
      if (isRendered && name === 'part') continue;
      const step = names?.[index] ?? key.name;
      const isProtected = settingsNames.get(name);
      const role =
        providerRole(name, settings !== undefined) ??
        (values.has(name) ? visit.role : undefined) ??
        (isPart && name === 'content' ? 'userData' : undefined);
      const next: Visit = {
        node: value,
        trail: { before: visit.trail, step },
        settings: isProtected === undefined ? settings : { protected: isProtected },
        role,
        overridden: visit.overridden || step !== key.name,
      };
      if (value.kind !== 'string') below.push(next);
      else this.#string(value, next, role, isPart ? stringValue(memberOf(node, 'content_type')?.value) : undefined);
    }
    append(
      this.#problems,
      repeatedMembers(node.members, () => stepsOfTrail(visit.trail), this.#surroundings, {
        isReported: (same) => same.some(({ key }) => providerRole(canonicalName(key.name), true) !== undefined),
      }),
    );
    append(this.#open, below.reverse());
  }

  #string(node: StringNode, visit: Visit, role: FieldRole | undefined, partType: string | undefined): void {
    const path = stepsOfTrail(visit.trail);
    const { value } = node;
    if (role === undefined && mayBeJson(node) && !mayBeUserData(value)) {
      const child = jsonInString(this.#surroundings, node, path);
      if (child !== undefined) this.#children.push(child);
    } else if (role !== undefined ? value.trim() !== '' : mayBeUserData(value))
      this.#field(node, visit, role, partType);
  }

  #field(node: StringNode, visit: Visit, role: FieldRole | undefined, partType: string | undefined): void {
    const pointer = pointerOf(stepsOfTrail(visit.trail));
    const { payload, context } = this.#surroundings;
    if (role !== undefined) {
      const absence = absenceOf(node.value, { pointer, role, span: payload.map.toOuter(node.span) });
      if (absence !== undefined) {
        this.#absent.push(absence.absent);
        this.#problems.push(absence.problem);
        return;
      }
    }
    const known = role ?? 'userData';
    const opening = {
      name: known,
      steps: [...payload.steps, pointer],
      ...(partType === undefined ? {} : { partType }),
    };
    const isTemplate = this.#isSource && /[$%]\{/.test(node.value);
    const openingOf = (text: string): Partial<Opening> => openingOfRole(known, text);
    const found =
      (isTemplate ? openTemplate(this.#surroundings, node, opening, openingOf) : undefined) ??
      openString(this.#surroundings, node, {
        ...opening,
        ...openingOf(node.value),
        ...(isTemplate
          ? { transport: 'none', details: { unresolved: [node.value.slice(0, context.limits.quotedExpression)] } }
          : {}),
      });
    if (role === undefined && !isUserData(found.payload)) return;
    const child: FieldChild = {
      is: 'field',
      pointer,
      role: known,
      protected: visit.settings?.protected === true,
      ...(visit.overridden ? { overridden: true as const } : {}),
      ...found,
    };
    this.#children.push(child);
  }
}

/** The name of the list or object that holds an item. */
function stepBefore(trail: Trail | undefined): string {
  const step = typeof trail?.step === 'number' ? trail.before?.step : trail?.step;
  return typeof step === 'string' ? step : '';
}
