import {
  type ArrayNode,
  type Member,
  memberIgnoringCase,
  type ObjectNode,
  resolved,
  stringValue,
  type SyntaxNode,
} from '../formats/tree/node.js';
import { limits } from '../limits.js';
import { words } from '../text/table.js';

/** Members that the service sets, or that repeat the ID of the resource around them, in lower case. */
const serviceMembers = lowerCased(`
  etag provisioningState timeCreated uniqueId vmId instanceId instanceView resourceGroup resourceGuid systemData
  latestModelApplied modelDefinitionApplied
`);

/** Members of a managed identity that follow from its resource ID, in lower case. */
const identityMembers = lowerCased('principalId clientId tenantId');

/** Members of a machine itself that say where it is, and those of a template's resource, in lower case. */
const ownMembers = lowerCased('id name type apiVersion dependsOn');

/** Members whose values may differ in letter case, in lower case; IDs and sizes may anywhere. */
const namesOfAzure = lowerCased('vmSize adminUsername');

function lowerCased(text: string): ReadonlySet<string> {
  return new Set(words(text.toLowerCase()));
}

/**
 * Models of machines as trees that are compared like any JSON, whether `az`, the REST API or a template wrote them: without
 * `properties`, null, empty lists and the members of the service; entries of lists by their names; names, IDs and regions
 * in one spelling. Two trees that are compared have to come from one `ModelTrees`, which keeps the spellings.
 */
export class ModelTrees {
  /** The members that were left out, as they are written. */
  readonly leftOut = new Set<string>();
  readonly #spellings = new Map<string, string>();
  readonly #isOmitted: (member: Member) => boolean;
  readonly #isFolded: boolean;

  /**
   * The members that `isOmitted` chooses are left out without being listed. With `folded`, what may differ in case is in
   * lower case, so that trees of any `ModelTrees` can be compared.
   */
  constructor(isOmitted: (member: Member) => boolean, { folded = false } = {}) {
    this.#isOmitted = isOmitted;
    this.#isFolded = folded;
  }

  treeOf(machine: ObjectNode): ObjectNode {
    const own = {
      name: stringValue(memberIgnoringCase(machine, 'name')?.value)?.toLowerCase(),
      id: stringValue(memberIgnoringCase(machine, 'id')?.value)?.toLowerCase(),
    };
    return this.#object(machine, { own, depth: 0, holder: '' });
  }

  #node(node: SyntaxNode, place: Place): SyntaxNode {
    // What is nested deeper than any model is compared as it is.
    if (place.depth > limits.modelDepth) return node;
    if (node.kind === 'object') return this.#object(node, place);
    if (node.kind === 'array') return this.#list(node, place);
    return node.kind === 'string' ? { ...node, value: this.#spelled(node.value, place.holder) } : node;
  }

  #object(node: ObjectNode, place: Place): ObjectNode {
    const members = new Map<string, Member>();
    for (const member of place.holder === 'tags' ? node.members : flattened(node)) {
      const { key } = member;
      const value = resolved(member.value);
      const name = this.#nameOf(key.name, place);
      // Of equal names the last one counts.
      members.delete(name);
      if (value === undefined || value.kind === 'null' || this.#isOmitted(member)) continue;
      if (isOfService(key.name.toLowerCase(), value, node, place)) {
        this.leftOut.add(place.depth === 0 && ownMembers.has(key.name.toLowerCase()) ? `own ${key.name}` : key.name);
        continue;
      }
      const inner = this.#member(value, name, place);
      if (!isEmpty(inner, key.name)) members.set(name, { ...member, key: { ...key, name }, value: inner });
    }
    return { kind: 'object', span: node.span, members: [...members.values()] };
  }

  #member(value: SyntaxNode, name: string, place: Place): SyntaxNode {
    const holder = name.toLowerCase();
    // The settings of an extension are its own: Azure reads none of them.
    if (holder === 'settings' || holder === 'protectedsettings') return this.#settings(value);
    return this.#node(value, { ...place, depth: place.depth + 1, holder });
  }

  #settings(node: SyntaxNode): SyntaxNode {
    if (node.kind !== 'object') return node;
    return { ...node, members: node.members.filter((member) => !this.#isOmitted(member)) };
  }

  #list(node: ArrayNode, place: Place): SyntaxNode {
    const items = node.items.flatMap((item) => resolved(item) ?? []);
    const named = items.flatMap((item) => {
      const [member, name] = nameIn(item) ?? [];
      return member === undefined || name === undefined ? [] : [{ item, member, name }];
    });
    const isKeyed =
      named.length === items.length && new Set(named.map(({ name }) => name.toLowerCase())).size === items.length;
    if (!isKeyed || items.length === 0) {
      const inner = items.map((item) => this.#node(item, { ...place, depth: place.depth + 1 }));
      return { ...node, items: inner.every(isScalar) ? inner.toSorted(byText) : inner };
    }
    const members = named.map(({ item, member, name }): Member => {
      // An interface is often called like its scale set.
      const key = name.toLowerCase() === place.own.name ? '(own name)' : this.#nameOf(name, place);
      const inner = this.#node(item, { ...place, depth: place.depth + 1 });
      const rest = inner.kind === 'object' ? inner.members.filter((one) => one.key.span !== member.key.span) : [];
      return {
        key: { ...member.key, name: key },
        value: { kind: 'object', span: item.span, members: rest },
        span: item.span,
      };
    });
    return { kind: 'object', span: node.span, members };
  }

  /** The name of a member or entry as it was first written. */
  #nameOf(name: string, { holder }: Place): string {
    const written = name === 'typePropertiesType' ? 'type' : name;
    return this.#firstSpelling(written, `${holder}.`);
  }

  #spelled(value: string, holder: string): string {
    if (holder === 'location') return this.#firstSpelling(value, '=', value.replace(/\s/g, ''));
    const isName = namesOfAzure.has(holder) || /^(?:\/subscriptions\/|Standard_\w+$)/i.test(value);
    return isName ? this.#firstSpelling(value, '=') : value;
  }

  /** Texts of one scope get the same spelling if what counts of them differs only in case. */
  #firstSpelling(text: string, scope: string, counted = text): string {
    const folded = counted.toLowerCase();
    if (this.#isFolded) return folded;
    const key = scope.toLowerCase() + folded;
    const known = this.#spellings.get(key);
    if (known === undefined) this.#spellings.set(key, text);
    return known ?? text;
  }
}

interface Place {
  /** Name and ID of the machine, in lower case. */
  readonly own: { readonly name: string | undefined; readonly id: string | undefined };
  readonly depth: number;
  /** The member that has the value, or the list that it is in, in lower case. */
  readonly holder: string;
}

/** The members of an object and of `properties` in it; the type of an extension is in there, or `typePropertiesType`. */
function flattened(node: ObjectNode): readonly Member[] {
  const members = node.members.flatMap((member): readonly Member[] => {
    const value = resolved(member.value);
    const isWrapper = member.key.name.toLowerCase() === 'properties' && value?.kind === 'object';
    return isWrapper ? value.members : [member];
  });
  const isType = ({ key }: Member): boolean => /^type(?:PropertiesType)?$/i.test(key.name);
  const types = members.filter(isType).filter(({ value }) => resolved(value)?.kind === 'string');
  const ofResource = types.length < 2 ? undefined : types.find(({ value }) => stringValue(value)?.includes('/'));
  return members.filter((member) => !isType(member) || (types.includes(member) && member !== ofResource));
}

function isOfService(name: string, value: SyntaxNode, around: ObjectNode, { own, depth, holder }: Place): boolean {
  if (holder === 'tags') return false;
  if (serviceMembers.has(name) || (depth === 0 && ownMembers.has(name))) return true;
  if (identityMembers.has(name)) return holder === 'identity' || holder.startsWith('/');
  if (name !== 'id') return false;
  const id = stringValue(value)?.toLowerCase() ?? '';
  const [, entry] = nameIn(around) ?? [];
  // The ID of an entry, such as an extension, follows from its name; other IDs refer to something.
  return (
    (own.id !== undefined && id.startsWith(own.id)) || (entry !== undefined && id.endsWith(`/${entry.toLowerCase()}`))
  );
}

/** Whether a value says as much as none; of identities, the names say everything. */
function isEmpty(node: SyntaxNode, name: string): boolean {
  if (node.kind === 'array') return node.items.length === 0;
  return node.kind === 'object' && node.members.length === 0 && !name.startsWith('/');
}

function nameIn(item: SyntaxNode): readonly [Member, string] | undefined {
  const member = memberIgnoringCase(item, 'name');
  const name = stringValue(member?.value);
  return member === undefined || name === undefined || name === '' ? undefined : [member, name];
}

function isScalar(node: SyntaxNode): boolean {
  return node.kind !== 'object' && node.kind !== 'array';
}

function byText(a: SyntaxNode, b: SyntaxNode): number {
  const [first, second] = [stringValue(a) ?? '', stringValue(b) ?? ''];
  return first < second ? -1 : first > second ? 1 : 0;
}
