import type { DecodeResult, PayloadEntry, ResourceEntry } from '../../../server/src/protocol.js';
import type { ShownDocument } from './shownDocuments.js';

/** A document, a scale set, VM or extension in it, or a payload. */
export type TreeNode = DocumentNode | InnerNode;
export type InnerNode = ResourceNode | PayloadNode;

export type ProblemCounts = Pick<PayloadEntry, 'errors' | 'warnings'>;

abstract class NodeWithProblems {
  readonly children: InnerNode[] = [];
  /** The problems of the node without those inside it. */
  readonly own: ProblemCounts;
  #all: ProblemCounts | undefined;

  constructor({ errors, warnings }: ProblemCounts) {
    this.own = { errors, warnings };
  }

  /** The problems inside the node. */
  get inside(): ProblemCounts {
    return { errors: this.all.errors - this.own.errors, warnings: this.all.warnings - this.own.warnings };
  }

  /** The problems of the node and inside it. Asked for when the tree is complete. */
  get all(): ProblemCounts {
    return (this.#all ??= this.children.reduce((sum, { all }) => {
      return { errors: sum.errors + all.errors, warnings: sum.warnings + all.warnings };
    }, this.own));
  }
}

export class DocumentNode extends NodeWithProblems {
  readonly is = 'document';
  readonly document: ShownDocument;
  readonly result: DecodeResult;

  constructor(document: ShownDocument, result: DecodeResult) {
    super(result);
    this.document = document;
    this.result = result;
  }

  get id(): string {
    return this.document.uri;
  }
}

abstract class NodeInDocument extends NodeWithProblems {
  /** URI of the document. */
  readonly source: string;
  readonly parent: TreeNode;
  /** What a filter searches, in lower case: words about the node and those around it. */
  readonly words: string;

  constructor(source: string, parent: TreeNode, words: readonly string[], own: ProblemCounts) {
    super(own);
    this.source = source;
    this.parent = parent;
    this.words = [...(parent.is === 'document' ? [] : [parent.words]), ...words.map((one) => one.toLowerCase())].join(
      '\n',
    );
  }
}

/** A scale set, VM or extension. */
export class ResourceNode extends NodeInDocument {
  readonly is = 'resource';
  readonly resource: ResourceEntry;
  readonly id: string;

  constructor(source: string, parent: TreeNode, resource: ResourceEntry, index: number) {
    super(source, parent, [resource.name, resource.is, ...resource.codes], resource);
    this.resource = resource;
    this.id = JSON.stringify([source, index, resource.name]);
  }
}

export class PayloadNode extends NodeInDocument {
  readonly is = 'payload';
  readonly entry: PayloadEntry;
  readonly id: string;

  constructor(source: string, parent: TreeNode, entry: PayloadEntry) {
    const { label, title, kind, layers, codes } = entry;
    super(source, parent, [label, title, kind, ...layers, ...codes], entry);
    this.entry = entry;
    this.id = JSON.stringify([source, entry.steps]);
  }
}

/** The tree of a document: its payloads in the scale sets, VMs and extensions that they belong to. */
export function documentNode(document: ShownDocument, result: DecodeResult): DocumentNode {
  const root = new DocumentNode(document, result);
  const resources = new Map<number, ResourceNode>();
  const resourceAt = (index: number, outer: TreeNode): TreeNode => {
    const resource = result.resources[index];
    const known = resources.get(index);
    if (known !== undefined || resource === undefined) return known ?? outer;
    const parent = resource.around === undefined ? outer : resourceAt(resource.around, outer);
    const node = new ResourceNode(document.uri, parent, resource, index);
    parent.children.push(node);
    resources.set(index, node);
    return node;
  };
  const add = (entry: PayloadEntry, around: DocumentNode | PayloadNode): void => {
    const isInSame = around.is === 'payload' && around.entry.resource === entry.resource;
    const parent = isInSame || entry.resource === undefined ? around : resourceAt(entry.resource, around);
    const node = new PayloadNode(document.uri, parent, entry);
    parent.children.push(node);
    for (const child of entry.children) add(child, node);
  };
  for (const entry of result.payloads) add(entry, root);
  // One without payloads is shown only because of its problems.
  for (const [index, { errors, warnings }] of result.resources.entries())
    if (errors + warnings > 0) resourceAt(index, root);
  return root;
}

/** All nodes in trees, outer ones first. */
export function* nodesIn(roots: readonly TreeNode[]): Generator<TreeNode> {
  const open = roots.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    open.push(...node.children.toReversed());
  }
}
