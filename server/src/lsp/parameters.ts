import { customDataDialects } from '../core/names.js';
import {
  type CommandTarget,
  type DocumentParams,
  type PreviewTarget,
  type RequestMethod,
  type Requests,
  requests,
  serverCommands,
  type TextPosition,
  type TextRange,
  type ComparedImages,
  type ComparedNames,
} from '../protocol.js';
import { previewKinds } from '../virtualDocuments.js';
import {
  anything,
  either,
  finite,
  flag,
  integer,
  listOf,
  nothing,
  nullable,
  objectOf,
  objectWith,
  oneOf,
  optional,
  type Shape,
  single,
  text,
  uinteger,
} from './shapes.js';

const position: Shape<TextPosition> = objectOf<TextPosition>({ line: uinteger, character: uinteger });
const range: Shape<TextRange> = objectOf<TextRange>({ start: position, end: position });
const document = objectOf<DocumentParams>({ uri: text });
const onDocument = objectWith({ textDocument: document });
const atPosition = objectWith({ textDocument: document, position });
const inRange = objectWith({ textDocument: document, range });
const token = either(text, integer);
const formatting = objectWith({ tabSize: uinteger, insertSpaces: flag });
const sources = { sources: listOf(text), failure: optional(uinteger) };

/** The parameters of requests that read none. */
const unread: Shape<object> = () => undefined;

const comparedNames = objectOf<ComparedNames>({ before: optional(text), after: optional(text) });

const target = {
  what: oneOf(...previewKinds),
  dialect: optional(oneOf(...customDataDialects)),
  part: optional(listOf(text)),
  file: optional(text),
  pool: optional(text),
};

/** The parameters of our own requests. */
const own: { readonly [Method in RequestMethod]: Shape<Requests[Method][0]> } = {
  [requests.ping]: unread,
  [requests.render]: objectOf<Requests[typeof requests.render][0]>({
    uri: text,
    ...target,
    showSecrets: optional(flag),
  }),
  [requests.previews]: objectOf<Requests[typeof requests.previews][0]>({ uri: text, selection: optional(range) }),
  [requests.secrets]: document,
  [requests.trace]: objectOf<Requests[typeof requests.trace][0]>({ uri: text, position, previews: listOf(text) }),
  [requests.nodeView]: document,
  [requests.reveal]: objectOf<Requests[typeof requests.reveal][0]>({
    uri: text,
    pointer: text,
    revealed: flag,
    preview: optional(objectOf<PreviewTarget>(target)),
  }),
  [requests.compare]: objectOf<Requests[typeof requests.compare][0]>({
    before: text,
    after: text,
    images: optional(objectOf<ComparedImages>({ before: text, after: text })),
    pools: optional(comparedNames),
    machines: optional(comparedNames),
  }),
  [requests.karpenterSettings]: objectOf<Requests[typeof requests.karpenterSettings][0]>({
    uri: text,
    pool: optional(text),
  }),
  [requests.karpenterSettingsFiles]: document,
  [requests.comparable]: unread,
  [requests.nodeImages]: unread,
  [requests.decode]: objectOf<Requests[typeof requests.decode][0]>({
    uri: text,
    range: optional(range),
    position: optional(position),
  }),
  [requests.layerText]: objectOf<Requests[typeof requests.layerText][0]>({
    uri: text,
    steps: listOf(text),
    showSecrets: optional(flag),
    forEditing: optional(flag),
  }),
  [requests.extract]: objectOf<Requests[typeof requests.extract][0]>({
    uri: text,
    payloads: optional(listOf(listOf(text))),
    showSecrets: optional(flag),
  }),
  [requests.payloadPlace]: objectOf<Requests[typeof requests.payloadPlace][0]>({
    uri: text,
    steps: listOf(text),
    within: optional(listOf(text)),
    position: optional(position),
  }),
  [requests.replaceLayerText]: objectOf<Requests[typeof requests.replaceLayerText][0]>({
    uri: text,
    steps: listOf(text),
    text,
    base: optional(text),
    version: optional(integer),
  }),
  [requests.tabs]: objectOf<Requests[typeof requests.tabs][0]>({ uris: listOf(text) }),
  [requests.explain]: objectOf<Requests[typeof requests.explain][0]>({
    uri: text,
    failure: optional(uinteger),
    position: optional(position),
    table: optional(text),
    showSecrets: optional(flag),
  }),
  [requests.caseFile]: objectOf<Requests[typeof requests.caseFile][0]>({
    case: text,
    name: text,
    uri: optional(text),
    content: optional(text),
    unread: optional(oneOf('link', 'too-large', 'too-many', 'unreadable')),
  }),
  [requests.caseReport]: objectOf<Requests[typeof requests.caseReport][0]>({ case: text, name: text }),
  [requests.fleetFile]: objectOf<Requests[typeof requests.fleetFile][0]>({
    fleet: text,
    name: text,
    uri: optional(text),
    content: optional(text),
    unread: optional(oneOf('link', 'too-large', 'too-many', 'unreadable')),
    field: optional(text),
    where: optional(text),
  }),
  [requests.fleetReport]: objectOf<Requests[typeof requests.fleetReport][0]>({
    fleet: text,
    name: text,
    field: optional(text),
  }),
  [requests.fixes]: document,
  [requests.fixEverywhere]: objectOf<Requests[typeof requests.fixEverywhere][0]>({ uri: text, fix: text }),
  [requests.timeline]: objectOf<Requests[typeof requests.timeline][0]>({
    ...sources,
    zoom: optional(finite),
    divisions: optional(finite),
  }),
  [requests.timelineExport]: objectOf<Requests[typeof requests.timelineExport][0]>({
    ...sources,
    as: oneOf('svg', 'markdown'),
  }),
  [requests.failureTables]: unread,
  [requests.setKind]: objectOf<Requests[typeof requests.setKind][0]>({
    uri: text,
    kind: either(text, nothing),
  }),
  [requests.kinds]: unread,
  [requests.tool]: objectOf<Requests[typeof requests.tool][0]>({
    tool: oneOf('validate', 'decode', 'preview', 'explain'),
    uri: text,
    file: text,
    text,
    withText: optional(flag),
    what: optional(oneOf('custom-data', 'cse', 'env', 'node-files', 'karpenter')),
    table: optional(text),
  }),
  [requests.summary]: document,
  [requests.exampleValues]: document,
  [requests.redact]: objectOf<Requests[typeof requests.redact][0]>({ uri: text, pseudonyms: flag }),
  [requests.recognise]: objectOf<Requests[typeof requests.recognise][0]>({
    uri: text,
    text: optional(text),
    fields: optional(listOf(text)),
  }),
};

/**
 * What the server reads of the parameters of each message that it handles, by method. What editors send beyond that may
 * be anything.
 */
export const parameters: ReadonlyMap<string, Shape<unknown>> = new Map<string, Shape<unknown>>([
  ...Object.entries(own),
  [
    'initialize',
    objectWith({
      capabilities: objectWith({}),
      processId: nullable(integer),
      workspaceFolders: nullable(listOf(document)),
      initializationOptions: nullable(objectWith({ suggestCommand: nullable(text) })),
    }),
  ],
  ['shutdown', anything],
  ['exit', anything],
  ['initialized', anything],
  ['$/cancelRequest', objectWith({ id: token })],
  ['$/setTrace', objectWith({ value: text })],
  ['$/progress', objectWith({ token })],
  ['window/workDoneProgress/cancel', objectWith({ token })],
  ['workspace/didChangeConfiguration', objectWith({ settings: anything })],
  ['workspace/didChangeWatchedFiles', objectWith({ changes: listOf(document) })],
  [
    'workspace/didChangeWorkspaceFolders',
    objectWith({ event: objectWith({ added: listOf(document), removed: listOf(document) }) }),
  ],
  [
    'textDocument/didOpen',
    objectWith({ textDocument: objectWith({ uri: text, languageId: text, version: integer, text }) }),
  ],
  [
    'textDocument/didChange',
    objectWith({
      textDocument: objectWith({ uri: text, version: integer }),
      contentChanges: listOf(objectWith({ range: optional(range), text })),
    }),
  ],
  ['textDocument/didClose', onDocument],
  ['textDocument/diagnostic', onDocument],
  ['textDocument/hover', atPosition],
  ['textDocument/completion', atPosition],
  ['completionItem/resolve', objectWith({ label: text })],
  [
    'textDocument/codeAction',
    objectWith({ textDocument: document, range, context: objectWith({ only: nullable(listOf(text)) }) }),
  ],
  ['codeAction/resolve', objectWith({ title: text })],
  ['textDocument/codeLens', onDocument],
  ['textDocument/documentSymbol', onDocument],
  ['textDocument/foldingRange', onDocument],
  ['textDocument/selectionRange', objectWith({ textDocument: document, positions: listOf(position) })],
  ['textDocument/documentLink', onDocument],
  ['textDocument/inlayHint', inRange],
  ['textDocument/formatting', objectWith({ textDocument: document, options: formatting })],
  ['textDocument/rangeFormatting', objectWith({ textDocument: document, range, options: formatting })],
  ['textDocument/definition', atPosition],
  [
    'textDocument/references',
    objectWith({ textDocument: document, position, context: objectWith({ includeDeclaration: flag }) }),
  ],
  ['workspace/textDocumentContent', document],
  [
    'workspace/executeCommand',
    objectWith({
      command: oneOf(...Object.values(serverCommands)),
      arguments: single(objectOf<CommandTarget>({ uri: text, steps: optional(listOf(text)) })),
    }),
  ],
]);

/** The token with which an editor shows the progress of any request. */
export const progress = objectWith({ workDoneToken: nullable(token) });
