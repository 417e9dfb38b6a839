import { memberIgnoringCase, type MemberIndex, resolved, stringValue, type SyntaxNode } from '../tree/node.js';
import type { PositionMap } from '../../text/positionMap.js';

/** Values that parameters are given, and the scope that expressions in them belong to. */
export interface GivenParameters {
  readonly node: SyntaxNode | undefined;
  readonly scope: ArmScope | undefined;
}

/** A string with expressions or the text of a template, and its position in the file. */
export interface ExpressionSource {
  readonly text: string;
  readonly map: PositionMap;
}

/** What `variables()` and `parameters()` of one template refer to. */
export interface ArmScope {
  readonly source: ExpressionSource;
  readonly variables: SyntaxNode | undefined;
  /** The declared parameters, with their defaults. */
  readonly declared: SyntaxNode | undefined;
  /** The sources of values; the first one that has a value counts. */
  readonly given: readonly GivenParameters[];
  readonly choices: TemplateChoices;
}

/** How far a template is evaluated. */
export interface TemplateChoices {
  /** Whether defaults replace missing values. */
  readonly useDefaults: boolean;
  /**
   * Whether numbers and lists are computed, too. They are counts, offsets and addresses of a template's loops, so the
   * values of a machine are known only if the user names the deployed resource.
   */
  readonly compute: boolean;
}

/** Whether an object is a template: it declares a schema of one, or resources beside parameters or variables. */
export function isTemplate(node: SyntaxNode | undefined): boolean {
  const target = resolved(node);
  if (target?.kind !== 'object') return false;
  if (/deploymentTemplate\.json/i.test(stringValue(memberIgnoringCase(target, '$schema')?.value) ?? '')) return true;
  const has = (name: string): boolean => memberIgnoringCase(target, name) !== undefined;
  return has('resources') && (has('parameters') || has('variables') || has('contentVersion'));
}

/** The scope of a template. */
export function scopeOf(
  template: SyntaxNode | undefined,
  source: ExpressionSource,
  given: readonly GivenParameters[],
  choices: TemplateChoices,
): ArmScope {
  return {
    source,
    variables: resolved(memberIgnoringCase(resolved(template), 'variables')?.value),
    declared: resolved(memberIgnoringCase(resolved(template), 'parameters')?.value),
    given,
    choices,
  };
}

/** The node of a variable, by its name in any casing. */
export function variableNode({ variables }: ArmScope, name: string, index: MemberIndex): SyntaxNode | undefined {
  return resolved((index.memberOf(variables, name) ?? index.memberIgnoringCase(variables, name))?.value);
}

/** A variable that a loop makes: how often, and of what. */
export interface VariableLoop {
  /** In lower case. */
  readonly name: string;
  readonly count: SyntaxNode;
  readonly input: SyntaxNode;
}

/** The loops of `variables.copy` that make variables, by the names of these in lower case. */
export function variableLoops(scope: ArmScope): ReadonlyMap<string, VariableLoop> {
  const found = new Map<string, VariableLoop>();
  const loops = resolved(memberIgnoringCase(scope.variables, 'copy')?.value);
  for (const loop of loops?.kind === 'array' ? loops.items : []) {
    const name = stringValue(memberIgnoringCase(resolved(loop), 'name')?.value)?.toLowerCase();
    const count = resolved(memberIgnoringCase(resolved(loop), 'count')?.value);
    const input = resolved(memberIgnoringCase(resolved(loop), 'input')?.value);
    if (name !== undefined && count !== undefined && input !== undefined && !found.has(name))
      found.set(name, { name, count, input });
  }
  return found;
}

/** A parameter's value with the scope that it was given in; a reference into a key vault is no value. */
export function parameterNode(
  scope: ArmScope,
  name: string,
  index: MemberIndex,
): { readonly node: SyntaxNode; readonly scope: ArmScope } | undefined {
  for (const { node, scope: givenIn } of scope.given) {
    const entry = resolved(index.memberIgnoringCase(resolved(node), name)?.value);
    const value = resolved(memberIgnoringCase(entry, 'value')?.value);
    if (value !== undefined) return { node: value, scope: givenIn ?? scope };
  }
  if (!scope.choices.useDefaults) return undefined;
  const declared = resolved(index.memberIgnoringCase(scope.declared, name)?.value);
  const value = resolved(memberIgnoringCase(declared, 'defaultValue')?.value);
  return value === undefined ? undefined : { node: value, scope };
}
