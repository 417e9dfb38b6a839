import type { ObjectNode, SyntaxNode } from '../formats/tree/node.js';

/** One entry of `write_files`, as cloud-init 26.2 reads it when it writes files. */
export interface WriteFileEntry {
  readonly index: number;
  readonly node: ObjectNode;
  /** The path of the file; undefined if the entry is skipped, or fails, because it has none. */
  readonly path: string | undefined;
  readonly pathNode: SyntaxNode | undefined;
  readonly content: SyntaxNode | undefined;
  readonly encoding: Encoding;
  readonly encodingNode: SyntaxNode | undefined;
  readonly permissions: Permissions;
  readonly permissionsNode: SyntaxNode | undefined;
  /** Undefined if cloud-init fails. */
  readonly owner: Owner | undefined;
  readonly ownerNode: SyntaxNode | undefined;
  readonly append: boolean;
  /** Whether the file is written in the last stage, after users and packages. */
  readonly defer: boolean;
  /** The address that the content is downloaded from; `content` is written if that fails. */
  readonly uri: string | undefined;
  /** Whether cloud-init passes over the entry: it has no path, or nothing but an address that isn't a string. */
  readonly skipped: boolean;
  /** Why cloud-init fails at the entry before it looks at the content. */
  readonly fault: EntryFault | undefined;
}

/** Values that cloud-init can't work with: those of a type that its schema refuses too, and halves of characters. */
export type EntryFault = 'path' | 'source' | 'encoding' | 'content' | 'owner' | 'permissions';

/** One step of decoding. */
export type EncodingStep = 'base64' | 'gzip';

/** How the content of a file is decoded: the steps in their order, or why there are none. */
export type Encoding =
  | { readonly is: 'known'; readonly steps: readonly EncodingStep[] }
  /** A name that cloud-init does not know: it warns and writes the content as it is. */
  | { readonly is: 'unknown' }
  /** Not a string: cloud-init fails. */
  | { readonly is: 'no-text' };

/** What cloud-init makes of `permissions`. */
export type Permissions =
  /** `mode` has the bits of `chmod` only. 0 leaves a file as it was made. */
  | { readonly is: 'mode'; readonly mode: number }
  /** cloud-init warns and uses the default. */
  | { readonly is: 'unreadable' }
  /** cloud-init fails: the number is out of the range of modes. */
  | { readonly is: 'fault' };

/** User and group of a file; undefined leaves it to root. */
export interface Owner {
  readonly user: string | undefined;
  readonly group: string | undefined;
}
