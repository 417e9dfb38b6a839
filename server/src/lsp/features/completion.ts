import {
  type CompletionItem,
  CompletionRequest,
  CompletionResolveRequest,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { complete, maskingOf, visibleLine } from '../../core/index.js';
import { toCompletionItem, toDocumentation } from '../convert.js';
import type { Session } from '../session.js';
import { type Shown, shownBefore } from '../shown.js';

/** Completion in two steps: the list, and the documentation of the item that the user looks at. */
export const completionCapabilities = {
  completionProvider: {
    triggerCharacters: ['"', ':', ' '],
    resolveProvider: true,
    completionItem: { labelDetailsSupport: true },
  },
} satisfies ServerCapabilities;

/** Identifies the completion of an item, without the text of the document. */
interface Origin {
  readonly uri: string;
  readonly version: number;
  readonly offset: number;
  /** Its index in the list. */
  readonly index: number;
}

/** Answers with completions, and with their documentation if the editor requests it separately. */
export function registerCompletion(session: Session): void {
  session.answer(CompletionRequest.type, async (params) => {
    const { uri } = params.textDocument;
    const document = await session.configured(uri);
    if (document === undefined) return [];
    const { analysis, version } = document;
    const abilities = session.client.textDocument?.completion?.completionItem;
    const later = abilities?.resolveSupport?.properties.includes('documentation') === true;
    const offset = analysis.lines.offsetAt(params.position);
    const masking = maskingOf([analysis]);
    const supported = {
      snippets: abilities?.snippetSupport === true,
      insertReplace: abilities?.insertReplaceSupport === true,
      labelDetails: abilities?.labelDetailsSupport === true,
      suggestCommand: session.options.suggestCommand,
    };
    return complete(analysis, offset).map((completion, index): Shown<CompletionItem> => {
      const origin: Origin = { uri, version, offset, index };
      return {
        ...toCompletionItem(analysis.lines, completion, supported, masking),
        ...(later ? { data: origin } : toDocumentation(completion, masking, abilities?.documentationFormat)),
      };
    });
  });

  session.answer(CompletionResolveRequest.type, async (sent) => {
    const item = shownBefore(sent);
    const origin = readOrigin(item.data);
    const document = origin && (await session.configured(origin.uri));
    // The completions may differ if the text or the kind of the document has changed.
    if (origin === undefined || document?.version !== origin.version) return item;
    const completion = complete(document.analysis, origin.offset)[origin.index];
    if (completion === undefined) return item;
    const masking = maskingOf([document.analysis]);
    const formats = session.client.textDocument?.completion?.completionItem?.documentationFormat;
    return visibleLine(masking.text(completion.label)) === item.label
      ? { ...item, ...toDocumentation(completion, masking, formats) }
      : item;
  });
}

/** Checks the data of an item that an editor sent back. */
function readOrigin(data: unknown): Origin | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { uri, version, offset, index } = data as Partial<Record<keyof Origin, unknown>>;
  const isComplete =
    typeof uri === 'string' && typeof version === 'number' && typeof offset === 'number' && typeof index === 'number';
  return isComplete ? { uri, version, offset, index } : undefined;
}
