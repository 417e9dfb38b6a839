import { type Assignment, environmentOf, type ShellCommand, type ShellScript } from '../../formats/shell/commands.js';
import { isWindowsCommandLine, readWindowsCommand } from '../../formats/shell/windows.js';
import { ShellLexer, type ShellWord } from '../../formats/shell/lexer.js';
import { type Problem, problem } from '../../problems/problem.js';
import { decodeBase64 } from '../../text/base64.js';
import { composeMaps, fragmentMap, opaqueMap, type Replacement } from '../../text/positionMap.js';
import { failure, type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { type Content, textContent } from '../content.js';
import { couldBeBase64, worthDecoding } from '../layers/base64.js';
import type { Child, Holder, LayerName, PayloadDetails, VariableChild } from '../../document/payload.js';
import {
  childStep,
  excerpt,
  type Findings,
  plainFile,
  type Surroundings,
  tooMany,
  verbatimHolder,
  type TakenSteps,
} from './container.js';
import { applyFilter, type Filter, filterOf, hereDocuments, type Target, targetOf } from './hereDocuments.js';

/**
 * Finds what a script prints into decoders, such as `echo H4sI… | base64 -d | gunzip | bash` or `base64 -d <<< … >/file`:
 * a file where the last command writes one, else a script.
 */
function pipedPayloads(surroundings: Surroundings, commands: readonly ShellCommand[]): Findings {
  const children: Child[] = [];
  const taken: TakenSteps = new Map();
  for (let first = 0; first < commands.length;) {
    let end = first + 1;
    while (commands[end]?.piped === true) end++;
    const found = readPipeline(commands.slice(first, end));
    if (found !== undefined) {
      if (children.length >= surroundings.context.limits.childrenPerPayload)
        return { children, problems: [tooMany('pipelines', surroundings)] };
      children.push(openPiped(surroundings, found, taken));
    }
    first = end;
  }
  return { children, problems: [] };
}

/** A pipeline that decodes a text in the script. */
interface Pipeline {
  readonly source: ShellWord;
  readonly filters: readonly Filter[];
  readonly target: Target | undefined;
}

function readPipeline(pipeline: readonly ShellCommand[]): Pipeline | undefined {
  const source = sourceOf(pipeline[0]);
  if (source === undefined || source.dynamic) return undefined;
  const filters = pipeline.map(filterOf).filter((filter) => filter !== undefined);
  return filters.length === 0 ? undefined : { source, filters, target: targetOf(pipeline.slice(-1)) };
}

/** The text that the first command of a pipeline prints or reads. */
function sourceOf(command: ShellCommand | undefined): ShellWord | undefined {
  const [name, ...words] = command?.words ?? [];
  if (/^(?:\/usr)?(?:\/bin\/)?(?:echo|printf)$/.test(name?.value ?? '')) {
    const printed = words.filter(({ value }) => !/^-[enE]+$/.test(value) && !/^%s(?:\\n)?$/.test(value));
    return printed.length === 1 ? printed[0] : undefined;
  }
  return command?.redirections.find(({ operator }) => operator === '<<<')?.target;
}

function openPiped(surroundings: Surroundings, { source, filters, target }: Pipeline, taken: TakenSteps): Child {
  const { payload, text } = surroundings;
  let content = wordContent(surroundings, source);
  const span = content.origin;
  const problems: Problem[] = [];
  const layers: LayerName[] = [];
  for (const filter of filters) {
    content = applyFilter(filter, content, surroundings.context, 'The printed text', problems);
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
  const holder = (): Result<Holder> => wordHolder(text, source.span);
  if (target === undefined) return { is: 'script', span, payload: opened, holder };
  return { ...plainFile, ...target, span, payload: opened, holder };
}

/** The value of a word; positions in it are known unless the word has escapes. */
function wordContent({ payload, text }: Surroundings, { span, value }: ShellWord): Content {
  const origin = payload.map.toOuter(span);
  const at = text.slice(span.start, span.end).indexOf(value);
  const map = at < 0 ? opaqueMap(origin) : composeMaps(payload.map, fragmentMap(span.start + at));
  return textContent(value, map, origin);
}

/** The environment of a script: for results, and the variables themselves. */
function environmentDetails(script: ShellScript): {
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

/** Opens the files that are base64 in the variables of an environment. */
function variableFiles(surroundings: Surroundings, given: ReadonlyMap<string, Assignment>): Findings {
  const children: VariableChild[] = [];
  for (const { name, value } of given.values()) {
    if (!holdsFile(name, value.value)) continue;
    if (children.length >= surroundings.context.limits.childrenPerPayload)
      return { children, problems: [tooMany('variables', surroundings)] };
    const { payload, text } = surroundings;
    const content = wordContent(surroundings, value);
    children.push({
      is: 'variable',
      name,
      span: content.origin,
      holder: () => wordHolder(text, value.span),
      payload: surroundings.open({
        content,
        name,
        steps: [...payload.steps, `env:${name}`],
        transport: 'base64-expected',
      }),
    });
  }
  return { children, problems: [] };
}

/**
 * Names of variables with files in AgentBaker's templates (v20260626, `cse_cmd.sh`): their values are base64, however
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

/**
 * Finds the files that a script writes, and the environment of one that exports it as a whole, as the bootstrap scripts
 * of Karpenter do.
 */
export function shellScript(surroundings: Surroundings): Findings {
  const { text, payload } = surroundings;
  // Parsing a script costs more than searching for the few words that payloads need.
  const exportsAll = /^[ \t]*set[ \t]+(?:-a|-o[ \t]+allexport)\b/m.test(text);
  const isShell = payload.format === 'shell-script' || payload.format === 'cloud-boothook';
  const isPiped = isShell && (exportsAll || /\bbase64\b/.test(text));
  if (!isPiped && !text.includes('<<')) return { children: [], problems: [] };
  const script = surroundings.context.shell(text);
  const documents = hereDocuments(surroundings, script);
  if (!isPiped) return documents;
  const { details, given } = environmentDetails(script);
  const found = [pipedPayloads(surroundings, script.commands), documents];
  return exportsAll ? { ...inOrder([variableFiles(surroundings, given), ...found]), details } : inOrder(found);
}

/** Finds the payloads of a command line of the custom script extension: variables with files, scripts, here-documents. */
export function commandLine(surroundings: Surroundings): Findings {
  return isWindowsCommandLine(surroundings.text) ? windowsCommand(surroundings) : shellCommand(surroundings);
}

function windowsCommand({ payload, text, open }: Surroundings): Findings {
  const { program, parameters, encoded } = readWindowsCommand(text);
  const details: PayloadDetails = { command: [program], ...(parameters.size === 0 ? {} : { parameters }) };
  if (encoded === undefined) return { children: [], problems: [], details };
  const content = excerpt({ payload, text }, encoded);
  const script = open({
    content,
    name: 'encoded-command.ps1',
    steps: [...payload.steps, 'encoded-command'],
    transport: 'base64-expected',
    format: 'powershell',
  });
  const holder = (): Result<Holder> => verbatimHolder(text, encoded);
  return { children: [{ is: 'script', span: content.origin, payload: script, holder }], problems: [], details };
}

function shellCommand(surroundings: Surroundings): Findings {
  const { payload, text } = surroundings;
  const script = surroundings.context.shell(text);
  const { details, given } = environmentDetails(script);
  const problems: Problem[] = script.redirectedValues.map((span) =>
    problem(
      'cse/redirection-in-assignment',
      payload.map.toOuter(span),
      `${text.slice(span.start, span.end)} without quotes is a redirection to the shell, not a value; the variable stays empty.`,
    ),
  );
  if (script.unclosed !== undefined && script.unclosed.what !== 'here-document') {
    const span = payload.map.toOuter(script.unclosed.span);
    problems.push(
      problem('cse/unterminated-quote', span, 'What is opened here is never closed; the shell rejects the command.'),
    );
  }
  const found = inOrder([
    variableFiles(surroundings, given),
    pipedPayloads(surroundings, script.commands),
    hereDocuments(surroundings, script),
  ]);
  return { children: found.children, problems: [...problems, ...found.problems], details };
}

function inOrder(found: readonly Findings[]): Findings {
  const children = found.flatMap((one) => one.children).sort((a, b) => a.span.start - b.span.start);
  return { children, problems: found.flatMap(({ problems }) => problems) };
}

/** A word of a shell command; its quotes stay if they are enough. */
function wordHolder(text: string, span: Span): Result<Holder> {
  const word = wordAt(text, span.start);
  if (word?.span.end !== span.end || word.dynamic)
    return failure('The shell substitutes something in this word when it runs.');
  const written = text.slice(span.start, span.end);
  const at = written.indexOf(word.value);
  return success({
    value: word.value,
    write(value) {
      const within: Replacement[] =
        at < 0 ? [] : [{ span, newText: written.slice(0, at) + value + written.slice(at + word.value.length) }];
      const quoted = { span, newText: `'${value.replaceAll("'", "'\\''")}'` };
      return success([...within, quoted].filter(({ newText }) => wordAt(newText, 0)?.value === value));
    },
  });
}

function wordAt(text: string, start: number): ShellWord | undefined {
  return new ShellLexer(text, start).readWord();
}
