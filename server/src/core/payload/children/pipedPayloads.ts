import { limits } from '../../limits.js';
import type { Problem } from '../../problems/problem.js';
import type { ShellCommand } from '../../shell/commands.js';
import type { ShellWord } from '../../shell/word.js';
import { composeMaps, fragmentMap, opaqueMap } from '../../text/positionMap.js';
import type { DecodeContext } from '../context.js';
import { type Content, textContent } from '../decoders.js';
import type { Child, LayerName } from '../payload.js';
import { applyFilter, type Filter, filtersOf } from './filters.js';
import { childStep, type Findings, type Surroundings, tooMany } from './finder.js';

/**
 * Finds what a script prints into decoders, such as `echo H4sI… | base64 -d | gunzip | bash` or `base64 -d <<< … >/file`:
 * a file where the last command writes one, else a script.
 */
export function pipedPayloads(
  surroundings: Surroundings,
  commands: readonly ShellCommand[],
  context: DecodeContext,
): Pick<Findings, 'children' | 'problems'> {
  const children: Child[] = [];
  const taken = new Set<string>();
  for (let first = 0; first < commands.length;) {
    let end = first + 1;
    while (commands[end]?.piped === true) end++;
    const found = readPipeline(commands.slice(first, end));
    if (found !== undefined) {
      if (children.length >= limits.childrenPerPayload)
        return { children, problems: [tooMany('pipelines', surroundings.origin)] };
      children.push(openPiped(surroundings, found, taken, context));
    }
    first = end;
  }
  return { children, problems: [] };
}

/** A pipeline that decodes a text of its own. */
interface Pipeline {
  readonly source: ShellWord;
  readonly filters: readonly Filter[];
  readonly target: { readonly path: string; readonly append: boolean } | undefined;
}

function readPipeline(pipeline: readonly ShellCommand[]): Pipeline | undefined {
  const source = sourceOf(pipeline[0]);
  if (source === undefined || source.dynamic) return undefined;
  const filters = pipeline.flatMap((command) => filtersOf(command.words.map(({ value }) => value).join(' ')));
  return filters.length === 0 ? undefined : { source, filters, target: targetOf(pipeline.at(-1)) };
}

/** What the first command of a pipeline prints or is given. */
function sourceOf(command: ShellCommand | undefined): ShellWord | undefined {
  const [name, ...words] = command?.words ?? [];
  if (/^(?:\/usr)?(?:\/bin\/)?(?:echo|printf)$/.test(name?.value ?? '')) {
    const printed = words.filter(({ value }) => !/^-[enE]+$/.test(value) && !/^%s(?:\\n)?$/.test(value));
    return printed.length === 1 ? printed[0] : undefined;
  }
  return command?.redirections.find(({ operator }) => operator === '<<<')?.target;
}

function targetOf(command: ShellCommand | undefined): Pipeline['target'] {
  const redirection = command?.redirections.findLast(({ operator }) => /^(?:>>?|>\|)$/.test(operator));
  const words = command?.words.map(({ value }) => value) ?? [];
  const tee = words.indexOf('tee');
  const path = tee < 0 ? redirection?.target.value : words.slice(tee + 1).find((word) => !word.startsWith('-'));
  if (path === undefined || path === '/dev/null') return undefined;
  return { path, append: tee < 0 ? redirection?.operator === '>>' : words.includes('-a') };
}

function openPiped(
  surroundings: Surroundings,
  { source, filters, target }: Pipeline,
  taken: Set<string>,
  context: DecodeContext,
): Child {
  const { payload, text } = surroundings;
  const span = payload.map.toOuter(source.span);
  const at = text.slice(source.span.start, source.span.end).indexOf(source.value);
  const map = at < 0 ? opaqueMap(span) : composeMaps(payload.map, fragmentMap(source.span.start + at));
  let content: Content = textContent(source.value, map, span);
  const problems: Problem[] = [];
  const layers: LayerName[] = [];
  for (const filter of filters) {
    content = applyFilter(filter, content, context, 'The printed text', problems);
    layers.push(filter);
  }
  const opened = surroundings.open({
    content,
    name: target?.path ?? 'script',
    steps: [...payload.steps, childStep(target === undefined ? 'script' : `file:${target.path}`, taken)],
    outerLayers: layers,
    transport: 'none',
    problems,
  });
  if (target === undefined) return { is: 'script', span, payload: opened };
  const attributes = { mode: undefined, owner: undefined, encoding: undefined, defer: false };
  return { is: 'file', ...target, ...attributes, span, payload: opened };
}
