import { type Masked, type MaskedStrings, maskingOf } from '../core/index.js';

/**
 * An answer or message to the editor. All text in it is masked, so that a feature which forgets to mask a text of a
 * document doesn't compile. Exceptions are the members in {@link Unshown}, and literals, which are words of ours.
 */
export type Shown<T> = MaskedStrings<T, Unshown>;

/** The members whose text stays as it is. */
type Unshown =
  /** Text that the editor writes into documents, and words by which it finds and sorts completions. */
  | 'newText'
  | 'insertText'
  | 'filterText'
  | 'sortText'
  /** The string of a document that the user wants to open as a document of its own. */
  | 'content'
  /** Addresses of documents, payloads and fields, which have to lead there. Links with secrets aren't offered. */
  | 'uri'
  | 'targetUri'
  | 'target'
  | 'source'
  | 'missing'
  | 'steps'
  | 'pointer'
  | 'part'
  | 'file'
  | 'pool'
  /** Words of ours: identifiers, titles of kinds, names of layers, links to the documentation. */
  | 'command'
  | 'code'
  | 'href'
  | 'kind'
  | 'family'
  | 'languageId'
  | 'icon'
  | 'layers';

/** A message about no particular document, masked by the format and the names of secrets. */
export function maskedMessage(text: string): Masked {
  return maskingOf([]).text(text);
}

/** What the editor sends back, such as an item to resolve, is what the server has sent before. */
export function shownBefore<T>(sent: T): Shown<T> {
  return sent as Shown<T>;
}
