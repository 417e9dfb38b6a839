import {
  type Analysis,
  type cseOf,
  type customDataOf,
  decodeReport,
  type environmentOf,
  type FileProblem,
  inflatingOn,
  type karpenterScriptOf,
  maskSecrets,
  maskVariable,
  type nodeFilesOf,
  type Payload,
  type Position,
  type ProblemCode,
  problemHref,
  type Rendered,
  type Severity,
} from './core/index.js';

/** A problem as JSON results have it. Positions are zero-based lines and UTF-16 columns of the file. */
interface ProblemResult {
  readonly severity: Severity;
  readonly code: ProblemCode;
  readonly message: string;
  /** JSON Pointer in the document that the problem is in. */
  readonly pointer: string;
  readonly range: { readonly start: Position; readonly end: Position };
  /** The way from the file to that document; empty for the file itself. */
  readonly layers: readonly string[];
  readonly deprecated?: true;
  readonly href: string;
}

export function problemResult(analysis: Analysis, found: FileProblem, showSecrets: boolean): ProblemResult {
  return {
    severity: found.severity,
    code: found.code,
    message: showSecrets ? found.message : maskSecrets(found.message).text,
    pointer: found.pointer,
    range: { start: analysis.lines.positionAt(found.span.start), end: analysis.lines.positionAt(found.span.end) },
    layers: found.layers,
    ...(found.deprecated === true ? { deprecated: true as const } : {}),
    href: problemHref(found.code),
  };
}

/** The `validate` result of one file, as the machine-readable formats take it. */
export interface ValidationResult {
  readonly file: string;
  /** Absent for a file that could not be read. */
  readonly kind?: string;
  readonly problems: readonly ProblemResult[];
  /** Problems that comments of the file leave out; absent where there are none. */
  readonly ignored?: readonly ProblemResult[];
}

/** Every problem of a file, and what the readers on the node make of it. */
export function validationResult(file: string, analysis: Analysis, showSecrets: boolean): ValidationResult {
  const contract = analysis.contractVerdict(showSecrets);
  const cloudInit = analysis.cloudInitVerdict(showSecrets);
  const results = (problems: readonly FileProblem[]): ProblemResult[] =>
    problems.map((found) => problemResult(analysis, found, showSecrets));
  return {
    file,
    kind: analysis.kind,
    problems: results(analysis.problems),
    ...(analysis.ignoredProblems.length === 0 ? {} : { ignored: results(analysis.ignoredProblems) }),
    ...(contract === undefined ? {} : { contract }),
    ...(cloudInit === undefined ? {} : { cloudInit }),
  };
}

/** How many files there were, and how many problems of the two kinds that count. */
export function validationSummary(results: readonly ValidationResult[]): {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
} {
  const all: readonly ProblemResult[] = results.flatMap((result) => result.problems);
  return {
    files: results.length,
    errors: all.filter((found) => found.severity === 'error').length,
    warnings: all.filter((found) => found.severity === 'warning').length,
  };
}

/** The one object that every machine-readable answer is: of the command line with `--format json`, and of the tools. */
export function answer(results: readonly object[], more: object = {}): object {
  return { version: 1, results, ...more };
}

/** What a function of the core renders where nothing is in its way. */
type Value<T extends (...args: never[]) => Rendered<unknown>> = Extract<ReturnType<T>, { ok: true }>['value'];

/** The members of a rendering's result beside its file. */
export const renderingFields = {
  cse: (cse: Value<typeof cseOf>) => ({ cse }),
  customData: ({ customData, decoded, config }: Value<typeof customDataOf>) => ({ customData, decoded, config }),
  environment: ({ variables }: Value<typeof environmentOf>) => ({
    env: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
  }),
  nodeFiles: ({ files }: Value<typeof nodeFilesOf>) => ({ files }),
  karpenter: ({ script, containerdConfig }: Value<typeof karpenterScriptOf>) => ({ script, containerdConfig }),
};

/** The result of a rendering for a file, or the reason why there is none. */
export function renderingResult<T>(file: string, rendered: Rendered<T>, toFields: (value: T) => object): object {
  return rendered.ok ? { file, ...toFields(rendered.value) } : { file, error: rendered.error };
}

/** The text of a payload, with its secrets masked unless they are asked for. */
export function shownTextOf(analysis: Analysis, showSecrets: boolean): (payload: Payload) => string | undefined {
  const inflate = inflatingOn(analysis.platform);
  return ({ text }) => (text === undefined || showSecrets ? text : maskSecrets(text, inflate).text);
}

/** Every payload inside a file, with their texts where these are asked for. */
export function decodingResult(
  file: string,
  analysis: Analysis,
  { withText, showSecrets }: { readonly withText: boolean; readonly showSecrets: boolean },
): object {
  const inflate = inflatingOn(analysis.platform);
  const report = decodeReport(analysis, {
    ...(withText ? { text: shownTextOf(analysis, showSecrets) } : {}),
    ...(showSecrets ? {} : { value: (name: string, written: string) => maskVariable(name, written, inflate) }),
  });
  return {
    file,
    ...report,
    problems: analysis.problems.map((found) => problemResult(analysis, found, showSecrets)),
  };
}
