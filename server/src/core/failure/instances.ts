import { parseJson } from '../formats/json/parse.js';
import { memberOf, resolved, stringValue, type SyntaxNode } from '../formats/tree/node.js';
import { limits } from '../limits.js';
import type { Budget } from '../text/budget.js';
import type { Span } from '../text/span.js';
import { append } from '../text/strings.js';
import type { Failure } from './failures.js';

/** What a text says about one of several VMs. */
export interface InstanceText {
  /** As the text gives it; the bare number for "instance 3". */
  readonly name: string;
  readonly span: Span;
}

/** The VMs or scale set instances that a text reports on, in order; none if there are fewer than two. */
export function instancesIn(text: string, failures: readonly Failure[], budget?: Budget): readonly InstanceText[] {
  const found = /^\s*[[{]/.test(text) ? viewedInstances(text, budget) : namedInstances(text, failures);
  return found.length < 2 ? [] : found.slice(0, limits.instances);
}

/** The entries of a list of VMs with instance views, as `az vmss list-instances --expand instanceView` prints it. */
function viewedInstances(text: string, budget: Budget | undefined): InstanceText[] {
  const found: InstanceText[] = [];
  const root = resolved(parseJson(text, budget).root);
  const open: (SyntaxNode | undefined)[] = [root];
  for (let depth = 0; open.length > 0 && depth < 4; depth++) {
    for (const node of open.splice(0)) {
      const value = resolved(node);
      if (value?.kind === 'array') {
        for (const item of value.items) {
          const name = instanceName(resolved(item));
          if (name === undefined) open.push(item);
          else found.push({ name, span: item.span });
        }
      } else if (value?.kind === 'object')
        append(
          open,
          value.members.map((member) => member.value),
        );
    }
  }
  return found;
}

function instanceName(node: SyntaxNode | undefined): string | undefined {
  if (node?.kind !== 'object') return undefined;
  const properties = resolved(memberOf(node, 'properties')?.value);
  const holders = properties?.kind === 'object' ? [node, properties] : [node];
  const isViewed = holders.some(
    (one) => memberOf(one, 'instanceView') !== undefined || memberOf(one, 'vmAgent') !== undefined,
  );
  if (!isViewed) return undefined;
  return stringValue(memberOf(node, 'name')?.value) ?? stringValue(memberOf(node, 'instanceId')?.value);
}

const vmName =
  /\binstance\s{1,3}['"]?(\d{1,5})\b|VM '([\w.-]{1,100})'|\b((?:aks|k8s)-[\w-]{1,60}-vmss(?:_\d{1,5}|[0-9a-zA-Z]{6}))\b/gi;

/** Characters before a failure in which the name of its VM is looked for. */
const nameDistance = 400;

/** The names of VMs before each failure in prose. Of several failures in one line, each has the part up to its code. */
function namedInstances(text: string, failures: readonly Failure[]): InstanceText[] {
  const found: InstanceText[] = [];
  let from = 0;
  for (const [index, { span, extent }] of failures.entries()) {
    const next = failures[index + 1]?.span;
    const isShared = next !== undefined && next.start < extent.end;
    const end = isShared || extent.start < from ? span.end : extent.end;
    const before = text.slice(Math.max(from, span.start - nameDistance), Math.max(from, end));
    const match = [...before.matchAll(vmName)].at(-1);
    const name = match?.[1] ?? match?.[2] ?? match?.[3];
    if (name !== undefined && !found.some((one) => one.name === name)) found.push({ name, span: { start: from, end } });
    from = end;
  }
  return found;
}
