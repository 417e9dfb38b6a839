import type { Rendered } from '../document/rendered.js';
import type { cseOf, customDataOf, environmentOf, karpenterScriptOf, nodeFilesOf } from '../rendering.js';

/** What a function of the core renders if it succeeds. */
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
