import type { Span } from '../../text/span.js';
import { scriptVariable } from './table.js';
import type { ScriptVariable } from './variable.js';

/** A line of a script that sets a variable. */
export interface Assignment {
  readonly name: string;
  /** Without the double quotes around it; nothing is expanded. */
  readonly value: string;
  readonly span: Span;
  /** How Karpenter makes the variable; undefined if its current script doesn't have it. */
  readonly variable: ScriptVariable | undefined;
}

/** A script that Karpenter's Azure provider rendered. */
export interface RecognisedScript {
  /** In the order of the script; a variable that is set twice is there twice. */
  readonly assignments: readonly Assignment[];
  /** All other lines: the commands. */
  readonly rest: readonly string[];
}

/** Variables that every version of the script sets. */
const required = ['KUBERNETES_VERSION', 'KUBELET_FLAGS', 'KUBELET_NODE_LABELS', 'TLS_BOOTSTRAP_TOKEN'];

/**
 * Parses Karpenter's bootstrap script: bash that sets one variable on each line, exports all, and starts the node image's
 * provisioning script itself. Undefined for any other text. Takes time linear in the text's length.
 */
export function recogniseScript(text: string): RecognisedScript | undefined {
  if (!text.startsWith('#!') || !text.includes('\nset -o allexport') || !text.includes('provision_start.sh')) {
    return undefined;
  }
  const assignments: Assignment[] = [];
  const rest: string[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const equals = line.indexOf('=');
    const name = equals < 0 ? '' : line.slice(0, equals);
    if (/^[A-Z_][A-Z0-9_]*$/.test(name)) {
      const variable = scriptVariable(name);
      assignments.push({ name, value: unquoted(line.slice(equals + 1)), span: { start, end }, variable });
    } else rest.push(line);
    start = end + 1;
  }
  const names = new Set(assignments.map(({ name }) => name));
  return required.every((name) => names.has(name)) ? { assignments, rest } : undefined;
}

function unquoted(value: string): string {
  const trimmed = value.endsWith('\r') ? value.slice(0, -1) : value;
  return trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"') ? trimmed.slice(1, -1) : trimmed;
}
