import { append } from '../append.js';
import type { DocumentKind } from '../document/kinds.js';
import { hereDocumentsIn } from '../payload/children/hereDocuments.js';
import type { Child, FieldRole, FileChild, Payload } from '../payload/payload.js';
import { type Member, memberOf, resolved, type SyntaxNode } from '../syntax/node.js';

/** One document that cannot be opened further, with what is taken out of it because it is a piece of its own. */
export interface ComparedPart {
  /** What people call it: a path on the node, a file name, or its format. */
  readonly title: string;
  /** The field of a machine that it came in; absent for a document that is no machine. */
  readonly role: FieldRole | undefined;
  readonly payload: Payload;
  /** Members whose content is a piece of its own, or that only say how it is encoded. */
  readonly omitted: ReadonlySet<Member>;
  /** The text without here-documents that are pieces of their own; undefined for what is no text. */
  readonly text: string | undefined;
}

/** Everything that a document is made of, in order; titles are unique within one role. */
export function comparedPartsOf(payload: Payload, role: FieldRole | undefined, names: PartNames): ComparedPart[] {
  const pieces: ComparedPart[] = [];
  const open: { payload: Payload; title: string | undefined }[] = [{ payload, title: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { children } = next.payload;
    append(open, children.map((child) => ({ payload: child.payload, title: titleOf(child) })).reverse());
    if (next.payload.kind === 'mime' && children.length > 0) continue;
    const title = next.title ?? next.payload.format;
    const files = children.filter((child) => child.is === 'file');
    pieces.push({
      title: names.unique(title, role),
      role,
      payload: next.payload,
      omitted: omittedMembers(next.payload, files),
      text: files.length > 0 ? withoutHereDocuments(next.payload) : next.payload.text,
    });
  }
  return pieces;
}

/** A part without a name is called by its format, which the surest of its two descriptions is. */
function titleOf(child: Child): string | undefined {
  if (child.is === 'file') return child.path;
  return child.is === 'part' ? child.filename : undefined;
}

/** The names of the pieces that a node is given, so that no two of one role are called alike. */
export class PartNames {
  readonly #copies = new Map<string, number>();

  unique(title: string, role: FieldRole | undefined): string {
    const key = (name: string): string => `${role ?? ''}\n${name}`;
    let copy = (this.#copies.get(key(title)) ?? 0) + 1;
    let name = copy === 1 ? title : `${title} (${copy})`;
    for (; copy > 1 && this.#copies.has(key(name)); name = `${title} (${copy})`) copy++;
    this.#copies.set(key(title), copy);
    if (copy > 1) this.#copies.set(key(name), 1);
    return name;
  }
}

/** Where documents keep files: the way to the list, and what in an entry is content or says how it is encoded. */
const fileLists: Partial<
  Record<DocumentKind, { readonly way: readonly string[]; readonly content: readonly string[] }>
> = {
  'cloud-config': { way: ['write_files'], content: ['content', 'encoding'] },
  ignition: { way: ['storage', 'files'], content: ['contents'] },
};

function omittedMembers({ kind, tree }: Payload, files: readonly FileChild[]): ReadonlySet<Member> {
  const where = fileLists[kind];
  if (where === undefined || files.length === 0) return new Set();
  let list: SyntaxNode | undefined = resolved(tree?.root);
  for (const step of where.way) list = resolved(memberOf(list, step)?.value);
  if (list?.kind !== 'array') return new Set();
  return new Set(list.items.flatMap((item) => where.content.flatMap((name) => memberOf(resolved(item), name) ?? [])));
}

function withoutHereDocuments({ kind, text }: Payload): string | undefined {
  if (text === undefined || kind !== 'user-data') return text;
  let [rest, at] = ['', 0];
  for (const { path, bodyStart, end } of hereDocumentsIn(text)) {
    if (path === undefined) continue;
    rest += text.slice(at, bodyStart);
    at = end ?? text.length;
  }
  return rest + text.slice(at);
}
