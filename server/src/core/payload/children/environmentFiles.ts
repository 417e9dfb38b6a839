import { limits } from '../../limits.js';
import type { Assignment, ShellScript } from '../../shell/commands.js';
import { environmentOf } from '../../shell/environment.js';
import { decodeBase64 } from '../../text/base64.js';
import { composeMaps, fragmentMap, opaqueMap } from '../../text/positionMap.js';
import { textContent } from '../decoders.js';
import type { PayloadDetails, VariableChild } from '../payload.js';
import { couldBeBase64, worthDecoding } from '../peelers/base64.js';
import { type Findings, type Surroundings, tooMany } from './finder.js';

/** What a script says about its environment, and the variables themselves. */
export function environmentDetails(script: ShellScript): {
  readonly details: PayloadDetails;
  readonly given: ReadonlyMap<string, Assignment>;
} {
  const { given, repeated, shell, main } = environmentOf(script);
  const dynamic = [...given.values()].filter(({ value }) => value.dynamic).map(({ name }) => name);
  const details: PayloadDetails = {
    environment: values(given),
    ...(dynamic.length === 0 ? {} : { dynamic }),
    ...(repeated.length === 0 ? {} : { repeated }),
    ...(shell.size === 0 ? {} : { shellVariables: values(shell) }),
    ...(main === undefined || main.words.length === 0 ? {} : { command: main.words.map(({ value }) => value) }),
  };
  return { details, given };
}

function values(assignments: ReadonlyMap<string, Assignment>): ReadonlyMap<string, string> {
  return new Map([...assignments].map(([name, { value }]) => [name, value.value]));
}

/** Opens the files that travel as base64 in the variables of an environment. */
export function variableFiles(
  surroundings: Surroundings,
  given: ReadonlyMap<string, Assignment>,
): Pick<Findings, 'problems'> & { readonly children: readonly VariableChild[] } {
  const children: VariableChild[] = [];
  for (const { name, value } of given.values()) {
    if (!holdsFile(name, value.value)) continue;
    if (children.length >= limits.childrenPerPayload)
      return { children, problems: [tooMany('variables', surroundings.origin)] };
    const { payload, text } = surroundings;
    const written = text.slice(value.span.start, value.span.end);
    const at = written.indexOf(value.value);
    const span = payload.map.toOuter(value.span);
    const map = at < 0 ? opaqueMap(span) : composeMaps(payload.map, fragmentMap(value.span.start + at));
    children.push({
      is: 'variable',
      name,
      span,
      payload: surroundings.open({
        content: textContent(value.value, map, span),
        name,
        steps: [...payload.steps, `env:${name}`],
        transport: 'base64-expected',
      }),
    });
  }
  return { children, problems: [] };
}

/**
 * Names under which AgentBaker's templates hand files over (v20260626, `cse_cmd.sh`): their values are base64 however
 * short they are.
 */
const fileVariable = /(?:_CONTENT|_CRT|_CA|_CERT|_CERTIFICATE|_TEMPLATE|_JSON|_B64|_BASE64)(?:_\d+)?$/;

function holdsFile(name: string, value: string): boolean {
  if (value === '' || /[^A-Za-z0-9+/_=\s-]/.test(value)) return false;
  const isLong = couldBeBase64(value);
  if (!isLong && !fileVariable.test(name)) return false;
  const { bytes, fault, missingPadding } = decodeBase64(value);
  if (fault !== undefined) return false;
  return isLong ? worthDecoding(bytes) : !missingPadding;
}
