import type { CompletionItem, ServerCapabilities } from 'vscode-languageserver';
import { complete } from '../../core/index.js';
import { toCompletionItem, toDocumentation } from '../convert.js';
import { guarded } from '../scheduling.js';
import type { Session } from '../session.js';

/** Completion in two steps: the list, and the documentation of the item that a user looks at. */
export const completionCapabilities = {
  completionProvider: {
    triggerCharacters: ['"', ':', ' '],
    resolveProvider: true,
    completionItem: { labelDetailsSupport: true },
  },
} satisfies ServerCapabilities;

/** Which completion an item came from. It holds no text of the document. */
interface Origin {
  readonly uri: string;
  readonly version: number;
  readonly offset: number;
  /** Its place in the list. */
  readonly index: number;
}

/** Answers with completions, and with their documentation where the editor asks for it only then. */
export function registerCompletion({ connection, judged, log, client, options }: Session): void {
  connection.onCompletion((params, token) =>
    guarded(log, 'completion', token, async () => {
      const { uri } = params.textDocument;
      const document = await judged(uri);
      if (document === undefined) return [];
      const { analysis, version } = document;
      const abilities = client().textDocument?.completion?.completionItem;
      const later = abilities?.resolveSupport?.properties.includes('documentation') === true;
      const offset = analysis.lines.offsetAt(params.position);
      return complete(analysis, offset).map((completion, index): CompletionItem => {
        const origin: Origin = { uri, version, offset, index };
        return {
          ...toCompletionItem(analysis.lines, completion, {
            snippets: abilities?.snippetSupport === true,
            insertReplace: abilities?.insertReplaceSupport === true,
            labelDetails: abilities?.labelDetailsSupport === true,
            suggestCommand: options().suggestCommand,
          }),
          ...(later ? { data: origin } : toDocumentation(completion)),
        };
      });
    }),
  );

  connection.onCompletionResolve((item, token) =>
    guarded(log, 'completionItem/resolve', token, async () => {
      const origin = readOrigin(item.data);
      const document = origin && (await judged(origin.uri));
      // Another text has other completions, and so does another kind of document.
      if (origin === undefined || document?.version !== origin.version) return item;
      const completion = complete(document.analysis, origin.offset)[origin.index];
      return completion?.label === item.label ? { ...item, ...toDocumentation(completion) } : item;
    }),
  );
}

/** What an item carries may have been lost or changed on its way through the editor. */
function readOrigin(data: unknown): Origin | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { uri, version, offset, index } = data as Partial<Record<keyof Origin, unknown>>;
  const isComplete =
    typeof uri === 'string' && typeof version === 'number' && typeof offset === 'number' && typeof index === 'number';
  return isComplete ? { uri, version, offset, index } : undefined;
}
