import type { PlainValue } from '../formats/tree/expand.js';
import type { SyntaxTree } from '../formats/tree/node.js';
import type { ProblemCode } from '../problems/codes.js';
import type { Fix, Problem } from '../problems/problem.js';
import type { PositionMap, Replacement } from '../text/positionMap.js';
import type { Result } from '../text/result.js';
import { type Span, touches } from '../text/span.js';
import type { DocumentKind } from './kinds.js';
import type { WriteFileEntry } from './writeFile.js';

/** One step of encoding or format; results and the command line show these names. */
export type LayerName =
  | 'json'
  | 'jsonc'
  | 'jsonl'
  | 'csv'
  | 'json-array'
  | 'json-string'
  | 'escaped-json-text'
  | 'quoted-text'
  | 'ansi-colours'
  | 'html-entities'
  | 'typography'
  | 'python-repr'
  | 'line-prefixes'
  | 'hex-dump'
  | 'xml'
  | 'base64'
  | 'base64url'
  | 'gzip'
  | 'zlib'
  | 'bz2'
  | 'xz'
  | 'zip'
  | 'tar'
  | 'utf8-bom'
  | 'utf16le'
  | 'utf16be'
  | 'utf16le-bom'
  | 'utf16be-bom'
  | 'yaml-binary'
  | 'file'
  | 'data-url'
  | 'remote-url'
  | 'percent-encoding'
  | 'quoted-printable'
  | 'shell-heredoc'
  | 'arm-template'
  | 'arm-expression'
  | 'cloud-config'
  | 'json-in-yaml'
  | 'cloud-config-archive'
  | 'cloud-config-jsonp'
  | 'cloud-boothook'
  | 'jinja-template'
  | 'include'
  | 'part-handler'
  | 'mime-multipart'
  | 'mime-single'
  | 'ignition'
  | 'shell-script'
  | 'python'
  | 'powershell'
  | 'shell-command'
  | 'windows-command-line'
  | 'powershell-command'
  | 'systemd-unit'
  | 'cse-settings'
  | 'extensions-config'
  | 'vm-settings'
  | 'cse-status-text'
  | 'extension-status'
  | 'ovf-env'
  | 'deployment-parameters'
  | 'deployment-outputs'
  | 'run-command-output'
  | 'bicep'
  | 'yaml'
  | 'kubernetes-secret'
  | 'kubeadm-config'
  | 'terraform-state'
  | 'terraform-plan'
  | 'terraform-plan-text'
  | 'hcl'
  | 'text'
  | 'binary'
  | 'empty';

/** A problem of a document inside a file. `span` is always in the file. */
export interface FileProblem extends Problem {
  /** The document that the problem is in. */
  readonly document: Payload;
  /** Steps from the file to that document; empty for problems of the file's bytes. */
  readonly layers: readonly string[];
  /** The exact range in the document, if `span` can only be that of the payload around it. */
  readonly inner?: Span;
  /** Fixes of the document's text that have no exact position in the file: they have to be encoded and written back. */
  readonly encodedFixes?: readonly Fix[];
}

/**
 * A document, wherever it was found: the file itself, or something decoded out of it. `map` leads
 * from its text to the file.
 */
export interface Payload {
  /** Steps from the file to this document; empty for the file. */
  readonly steps: readonly string[];
  /** Encodings and the format, from the string that contained the payload inwards; no format if an encoding is damaged. */
  readonly layers: readonly LayerName[];
  /** The encodings alone. */
  readonly encodings: readonly LayerName[];
  /** The format of the decoded data, also if it is damaged. */
  readonly format: LayerName;
  readonly kind: DocumentKind;
  /** The type that cloud-init gives the document as a part of user data; undefined if it isn't one. */
  readonly partType: string | undefined;
  /** Whether the document is written on the node as a file, so that it isn't user data even if it looks like it. */
  readonly isFile: boolean;
  /** What a user calls the document, such as a file name; determines its language in an editor. */
  readonly name: string;
  /** The document after transport decoding, with its byte order mark. */
  readonly bytes: Uint8Array;
  /** What the machine receives: without the base64 of the transport, but before the machine unpacks anything. */
  readonly delivered: Uint8Array;
  /** The document as text; undefined for binary content. */
  readonly text: string | undefined;
  readonly map: PositionMap;
  /** The document read as JSON or YAML; undefined for other content. */
  readonly tree: SyntaxTree | undefined;
  /** What was found inside, in order of appearance. */
  readonly children: readonly Child[];
  /** The same by the step that follows those of this document. */
  readonly childrenByStep: ReadonlyMap<string, readonly Child[]>;
  /** Members for a payload that contain none. */
  readonly absent: readonly AbsentField[];
  /** What the document contains besides its children. */
  readonly details: PayloadDetails;
  /** Problems of decoding the document. */
  readonly problems: readonly FileProblem[];
}

/** What is read from a document besides its children and problems. */
export interface PayloadDetails {
  /** Variables of the main command of a command line, the last of equal names; never expanded. */
  readonly environment?: ReadonlyMap<string, string>;
  /** Variables of the environment that contain substitutions, which are kept as written. */
  readonly dynamic?: readonly string[];
  /** Variables of the environment that are set more than once. */
  readonly repeated?: readonly string[];
  /** Shell variables that are set before the main command. */
  readonly shellVariables?: ReadonlyMap<string, string>;
  /** The words of the main command; of a Windows command line its program alone. */
  readonly command?: readonly string[];
  /** Values that a Windows command line passes to the script in custom data. */
  readonly parameters?: ReadonlyMap<string, string>;
  /** Expressions of a template that stay as they are, in their order. */
  readonly unresolved?: readonly string[];
  /** The files that a source file reads, in the order of their names in it. */
  readonly files?: readonly NamedFile[];
  /** Variables of a template that refer to themselves. */
  readonly cyclic?: readonly string[];
  readonly ignitionVersion?: string;
  /** The addresses of files that a custom script extension downloads. */
  readonly fileUris?: readonly string[];
  /** Whether the document around it ends in it. */
  readonly isCut?: true;
  /** What the message of an extension reports about how its command ended. */
  readonly told?: ReportedEnd;
}

/** A file that a source file reads. */
export interface NamedFile {
  /** From the folder of the source file, or absolute. */
  readonly path: string;
  /** Where it is named, in the source file. */
  readonly span: Span;
}

/** How the command of an extension ended, as its message reports it. */
export interface ReportedEnd {
  /** The provision status of the node, as far as its members can be read. */
  readonly status: { readonly members: Readonly<Record<string, PlainValue>> } | undefined;
  /** The exit code that the extension itself reports. */
  readonly outerCode: number | undefined;
  readonly outputs: { readonly output: string | undefined; readonly errors: string | undefined };
}

/** A payload inside a document, with what the document says about it. */
export type Child =
  | FieldChild
  | JsonChild
  | StatusChild
  | PartChild
  | FileChild
  | VariableChild
  | ScriptChild
  | CommandChild
  | ConfigChild
  | OverriddenChild;

/** A named scale set, VM or extension in a document. */
export interface Resource {
  readonly is: 'scale set' | 'VM' | 'extension';
  readonly name: string;
  /** Its object, as a range in the document. */
  readonly span: Span;
  /** The machine that an extension is in, if the document contains it. */
  readonly around: Resource | undefined;
}

/** What all children have. */
interface FoundPayload {
  /** The string, element, word or part of the document that holds the payload, as a range in the file. */
  readonly span: Span;
  readonly payload: Payload;
  /** The same to write another value to, or why that isn't possible. Positions are in the document. */
  readonly holder: () => Result<Holder>;
  /** Set if the document shows the text although the payload has encodings: they are functions around it. */
  readonly isShown?: true;
  /** The file that the payload is read from, as the document names it. It can only be edited there. */
  readonly file?: string;
  /** The innermost resource that the payload belongs to. */
  readonly resource?: Resource | undefined;
}

/** The string, element, word or part of a document that holds a payload, to write another value to. */
export interface Holder {
  /** The value without the quotes, escapes and indentation of the document. */
  readonly value: string;
  /** Encodings between the value and the text of the payload, from the outside in; by default those of the payload. */
  readonly layers?: readonly LayerName[];
  /**
   * The replacements that could write another value, the one most like the current value first. The caller reads the
   * document with each of them, and uses the first one that gives that value.
   */
  readonly write: (value: string) => Result<readonly Replacement[]>;
}

/** JSON in a string of another document. */
export interface JsonChild extends FoundPayload {
  readonly is: 'json';
  /** The string in the document around it; empty if the document is only the string. */
  readonly pointer: string;
  /** The line of a log with one object on each, counted from 1. */
  readonly line?: number;
}

/** The message in which an extension reports how its command ended. */
export interface StatusChild extends FoundPayload {
  readonly is: 'status';
  /** The string in the document around it. */
  readonly pointer: string;
}

/** A file that travels in a variable of a command's environment. */
export interface VariableChild extends FoundPayload {
  readonly is: 'variable';
  readonly name: string;
}

/** A program inside a command line that passes it to an interpreter. */
interface ScriptChild extends FoundPayload {
  readonly is: 'script';
}

/** A command that a node runs, in a list of them. */
export interface CommandChild extends FoundPayload {
  readonly is: 'command';
  /** The string in the document around it. */
  readonly pointer: string;
}

/** A config that an Ignition config is replaced by or merged with. */
export interface ConfigChild extends FoundPayload {
  readonly is: 'config';
  readonly via: 'replace' | 'merge';
}

/** A file, part or config that readers never get, because a later member with the same name takes its place. */
export interface OverriddenChild extends FoundPayload {
  readonly is: 'overridden';
}

/** A member that should hold a payload: null, blank, removed, or of a wrong type. */
export interface AbsentField {
  readonly pointer: string;
  readonly role: FieldRole;
  readonly code: ProblemCode;
  readonly span: Span;
  readonly resource?: Resource | undefined;
}

/** Roles of JSON members that hold payloads. */
export type FieldRole = 'customData' | 'userData' | 'commandToExecute' | 'script' | 'output';

/** A payload in a member of a VM, scale set, template or settings document. */
export interface FieldChild extends FoundPayload {
  readonly is: 'field';
  readonly pointer: string;
  readonly role: FieldRole;
  /** Whether the member is in protected settings. */
  readonly protected: boolean;
  /** Whether a later member with the same name takes its place; then its pointer has a number, such as `/customData#1`. */
  readonly overridden?: true;
}

/** A part of a MIME message, or an entry of a cloud-config archive. */
export interface PartChild extends FoundPayload {
  readonly is: 'part';
  /** The type that the part declares; optional in archives. */
  readonly contentType: string | undefined;
  /** Undefined in archives, whose parts are not encoded. */
  readonly transferEncoding: string | undefined;
  readonly filename: string | undefined;
}

/** A file that the payload writes on the node. */
export interface FileChild extends FoundPayload {
  readonly is: 'file';
  readonly path: string | undefined;
  /** As written: a string such as `0644`, or a number if YAML reads one. */
  readonly mode: string | number | undefined;
  readonly owner: string | undefined;
  readonly encoding: string | undefined;
  readonly append: boolean;
  readonly defer: boolean;
  /** For files of a cloud-config: the entry, and whether cloud-init can decode its content. */
  readonly written?: { readonly entry: WriteFileEntry; readonly ok: boolean };
  /** The target of a link in an archive. */
  readonly target?: string;
  /** The address of content that cloud-init downloads; it is never downloaded here. */
  readonly source?: string;
  /** Whether the content depends on an expression that is not resolved. */
  readonly partial?: true;
}

/** What users call a payload: its role and the file that it is read from, its file name or type, or the path that it is written to. */
export function childTitle(child: Child): string {
  switch (child.is) {
    case 'field':
      return child.file === undefined ? child.role : `${child.role} (${child.file})`;
    case 'json':
      return child.line === undefined ? child.payload.name : `line ${child.line}`;
    case 'status':
    case 'command':
      return child.payload.name;
    case 'variable':
      return child.name;
    case 'script':
      return 'script';
    case 'config':
      return `${child.via} config`;
    case 'part':
      return child.filename ?? child.contentType ?? child.payload.partType ?? 'part';
    case 'file':
      return child.path ?? '(no path)';
    case 'overridden':
      return `${child.payload.name} (overridden)`;
  }
}

/** A shorter title: of a path its last name. */
export function childLabel(child: Child): string {
  const title = childTitle(child);
  return child.is === 'file' ? title.slice(title.lastIndexOf('/') + 1) || title : title;
}

/**
 * The children from a document to the payload with the given steps; undefined if there is no such payload. Takes the same time
 * however many other children there are: this is asked for each problem.
 */
export function wayTo(root: Payload, steps: readonly string[]): readonly Child[] | undefined {
  if (isSame(root.steps, steps)) return [];
  for (const child of root.childrenByStep.get(steps[root.steps.length] ?? '') ?? []) {
    if (!leadsTo(child.payload.steps, steps)) continue;
    const rest = wayTo(child.payload, steps);
    if (rest !== undefined) return [child, ...rest];
  }
  return undefined;
}

/** What users call the payloads that lead to a document, from the outside in; parts without a file name count only at the end. */
export function trailTo({ root }: { readonly root: Payload }, { steps }: Payload): readonly string[] {
  const way = wayTo(root, steps) ?? [];
  return [...namesOnWay(way.slice(0, -1)), ...way.slice(-1).map(childLabel)];
}

/** What users call payloads inside each other, from the outside in, without parts that have no file name. */
export function namesOnWay(way: readonly Child[]): readonly string[] {
  return way.filter((child) => child.is !== 'part' || child.filename !== undefined).map(childLabel);
}

/** The payload with the given steps. */
export function payloadAt(root: Payload, steps: readonly string[]): Payload | undefined {
  const children = wayTo(root, steps);
  return children && (children.at(-1)?.payload ?? root);
}

/** The innermost payload whose string is at an offset of the file. Positions inside encoded strings aren't known. */
export function childAround(root: Payload, offset: number): Child | undefined {
  let found: Child | undefined;
  for (let around = root; around.map.exact;) {
    const next = around.children.find(({ span }) => touches(span, offset));
    if (next === undefined) break;
    found = next;
    around = next.payload;
  }
  return found;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && leadsTo(a, b);
}

function leadsTo(part: readonly string[], whole: readonly string[]): boolean {
  return part.length <= whole.length && part.every((step, index) => step === whole[index]);
}
