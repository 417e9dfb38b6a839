import type { ObjectNode, SyntaxNode } from '../formats/tree/node.js';

/** One entry of `write_files`, as cloud-init 26.2 reads it when it writes files. Places are those of the nodes. */
export interface WriteFileEntry {
  readonly index: number;
  readonly node: ObjectNode;
  /** Where the file goes; undefined where the entry is passed over, or fails, for want of a path. */
  readonly path: string | undefined;
  readonly pathNode: SyntaxNode | undefined;
  readonly content: SyntaxNode | undefined;
  readonly encoding: Encoding;
  readonly encodingNode: SyntaxNode | undefined;
  readonly permissions: Permissions;
  readonly permissionsNode: SyntaxNode | undefined;
  /** Undefined where cloud-init fails. */
  readonly owner: Owner | undefined;
  readonly ownerNode: SyntaxNode | undefined;
  readonly append: boolean;
  /** Whether the file is written in the last stage, behind users and packages. */
  readonly defer: boolean;
  /** Where the content is fetched from; `content` is what is written where that fails. */
  readonly uri: string | undefined;
  /** Why cloud-init fails at the entry before it looks at the content. */
  readonly fault: EntryFault | undefined;
}

/** Values of a type that cloud-init cannot work with; its schema refuses each of them too. */
export type EntryFault = 'path' | 'source' | 'encoding' | 'content' | 'owner' | 'permissions';

/** One step of decoding that an encoding stands for. */
export type EncodingStep = 'base64' | 'gzip';

/** How the content of a file is decoded: the steps in their order, or why there are none. */
export type Encoding =
  | { readonly is: 'known'; readonly steps: readonly EncodingStep[] }
  /** A name that cloud-init does not know: it warns and writes the content as it stands. */
  | { readonly is: 'unknown' }
  /** No name at all: cloud-init fails. */
  | { readonly is: 'no-text' };

/** What cloud-init makes of `permissions`. */
export type Permissions =
  /** `mode` has the bits of `chmod` only. 0 leaves a file as it was made. */
  | { readonly is: 'mode'; readonly mode: number }
  /** cloud-init warns and takes the default. */
  | { readonly is: 'unreadable' }
  /** cloud-init fails: the number is none that a computer can use as a mode. */
  | { readonly is: 'fault' };

/** User and group that a file is given to; undefined leaves it to root. */
export interface Owner {
  readonly user: string | undefined;
  readonly group: string | undefined;
}
