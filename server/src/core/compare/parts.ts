import { type Member, memberOf, resolved, type SyntaxNode } from '../formats/tree/node.js';
import { readShell } from '../formats/shell/commands.js';
import { documentsIn } from '../payload/containers/hereDocuments.js';
import type { DocumentKind } from '../document/kinds.js';
import type { Child, FieldRole, FileChild, Payload } from '../document/payload.js';
import { append } from '../text/strings.js';

/** One document that cannot be opened further, without the content that is a part of its own. */
export interface ComparedPart {
  /** A path on the node, a file name, or its format. */
  readonly title: string;
  /** The field of a machine that it came in; absent for a document that is no machine. */
  readonly role: FieldRole | undefined;
  readonly payload: Payload;
  /** Members whose content is a part of its own, or that only describe its encoding. */
  readonly omitted: ReadonlySet<Member>;
  /** The text without here-documents that are parts of their own; undefined for binary content. */
  readonly text: string | undefined;
}

/** Everything that a document consists of, in order; titles are unique within one role. */
export function comparedPartsOf(payload: Payload, role: FieldRole | undefined, names: PartNames): ComparedPart[] {
  const parts: ComparedPart[] = [];
  const open: { payload: Payload; title: string | undefined }[] = [{ payload, title: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { children } = next.payload;
    append(open, children.map((child) => ({ payload: child.payload, title: titleOf(child) })).reverse());
    if (next.payload.kind === 'mime' && children.length > 0) continue;
    const title = next.title ?? next.payload.format;
    const files = children.filter((child) => child.is === 'file');
    parts.push({
      title: names.unique(title, role),
      role,
      payload: next.payload,
      omitted: omittedMembers(next.payload, files),
      text: files.length > 0 ? withoutHereDocuments(next.payload) : next.payload.text,
    });
  }
  return parts;
}

/** A MIME part without a file name is called by its format, which is more reliable than its content type. */
function titleOf(child: Child): string | undefined {
  if (child.is === 'file') return child.path;
  return child.is === 'part' ? child.filename : undefined;
}

/** Gives the parts of one role different names. */
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

/** The path of a document's list of files, and the members of an entry that are its content or describe its encoding. */
const fileLists: Partial<
  Record<DocumentKind, { readonly path: readonly string[]; readonly content: readonly string[] }>
> = {
  'cloud-config': { path: ['write_files'], content: ['content', 'encoding'] },
  ignition: { path: ['storage', 'files'], content: ['contents'] },
};

function omittedMembers({ kind, tree }: Payload, files: readonly FileChild[]): ReadonlySet<Member> {
  const where = fileLists[kind];
  if (where === undefined || files.length === 0) return new Set();
  let list: SyntaxNode | undefined = resolved(tree?.root);
  for (const step of where.path) list = resolved(memberOf(list, step)?.value);
  if (list?.kind !== 'array') return new Set();
  return new Set(list.items.flatMap((item) => where.content.flatMap((name) => memberOf(resolved(item), name) ?? [])));
}

function withoutHereDocuments({ kind, text }: Payload): string | undefined {
  if (text === undefined || kind !== 'user-data') return text;
  let [rest, at] = ['', 0];
  for (const { document, target } of documentsIn(readShell(text))) {
    if (target === undefined) continue;
    rest += text.slice(at, document.body.start);
    at = document.body.end;
  }
  return rest + text.slice(at);
}

/** Two parts that are compared, or one without a counterpart. */
export interface PartPair {
  readonly before: ComparedPart | undefined;
  readonly after: ComparedPart | undefined;
  /** The name in differences; undefined for the document that the whole comparison is about. */
  readonly name: string | undefined;
}

/**
 * Pairs the parts beside the node configs: those of the same name, and the only document of each side whatever it is
 * called. Commands and scripts of machines count if both sides have some, because Azure returns no protected settings.
 * `withConfigs` says whether the comparison is about node configs; else it is about the first document.
 */
export function partPairs(
  before: readonly ComparedPart[],
  after: readonly ComparedPart[],
  withConfigs: boolean,
): readonly PartPair[] {
  const groups = (parts: readonly ComparedPart[]): Set<string> => new Set(parts.map(groupOf));
  const [oldGroups, newGroups] = [groups(before), groups(after)];
  const counted = (part: ComparedPart): boolean => {
    const group = groupOf(part);
    return group === '' || (oldGroups.has(group) && newGroups.has(group));
  };
  const [old, now] = [before.filter(counted), after.filter(counted)];
  const [first, firstAfter] = [old[0], now[0]];
  if (!withConfigs && old.length === 1 && now.length === 1)
    return [{ before: first, after: firstAfter, name: undefined }];
  const byName = new Map(now.map((part) => [nameOf(part), part]));
  const pairs = old.map((part): PartPair => {
    const partner = byName.get(nameOf(part));
    byName.delete(nameOf(part));
    const isSubject = !withConfigs && part === first && partner === firstAfter;
    return { before: part, after: partner, name: isSubject ? undefined : part.title };
  });
  const added = [...byName.values()].map((part) => ({ before: undefined, after: part, name: part.title }));
  return [...pairs, ...added];
}

/** Custom data in a machine and custom data alone are compared with each other; other fields of a machine are not. */
function groupOf({ role }: ComparedPart): string {
  return role === undefined || role === 'customData' ? '' : role;
}

function nameOf(part: ComparedPart): string {
  return `${groupOf(part)}\n${part.title}`;
}
