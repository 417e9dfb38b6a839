import type { MissingInput, Rendered } from '../document/rendered.js';
import type {
  bootCommandOf,
  cseOf,
  customDataOf,
  environmentOf,
  karpenterScriptOf,
  nodeFilesOf,
} from '../rendering.js';

/** What a function of the core renders if it succeeds. */
type Value<T extends (...args: never[]) => Rendered<unknown>> = Extract<ReturnType<T>, { ok: true }>['value'];

/** The members of a rendering's result beside its file. */
export const renderingFields = {
  cse: (cse: Value<typeof cseOf>) => ({ cse }),
  customData: ({ customData, decoded, config }: Value<typeof customDataOf>) => ({ customData, decoded, config }),
  environment: ({ variables, incomplete }: Value<typeof environmentOf>) => ({
    env: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
    ...(incomplete !== undefined && { incomplete }),
  }),
  bootCommand: ({ argv, incomplete }: Value<typeof bootCommandOf>) => ({
    argv,
    ...(incomplete !== undefined && { incomplete }),
  }),
  nodeFiles: ({ files, incomplete }: Value<typeof nodeFilesOf>) => ({
    files,
    ...(incomplete !== undefined && { incomplete }),
  }),
  karpenter: ({ script, containerdConfig, missing }: Value<typeof karpenterScriptOf>) => ({
    script,
    containerdConfig,
    missing: missing.map(missingResult),
  }),
};

/** A missing value as a member of JSON results; null if no command finds it out. */
export function missingResult({ name, about, decidedBy, command, blocks }: MissingInput): object {
  return { name, about, decidedBy, command: command ?? null, blocks };
}

/** The result of a rendering for a file, or the reason why there is none. */
export function renderingResult<T>(file: string, rendered: Rendered<T>, toFields: (value: T) => object): object {
  if (rendered.ok) return { file, ...toFields(rendered.value) };
  const { code, message, missing } = rendered.error;
  return { file, error: { code, message }, ...(missing && { missing: missing.map(missingResult) }) };
}
