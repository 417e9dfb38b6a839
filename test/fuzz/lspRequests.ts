import type { Position, Range } from 'vscode-languageserver/node';
import { documentKinds, refactoringNames } from '../../server/src/core/index.js';
import { type RequestMethod, requests, serverCommands } from '../../server/src/protocol.js';
import { previewKinds, viewToUriText, type VirtualView } from '../../server/src/virtualDocuments.js';
import type { Random } from './random.js';

/** What a request can be about. */
export interface Asking {
  readonly random: Random;
  readonly uri: string;
  /** Another open document. */
  readonly other: string;
  readonly text: string;
  readonly position: () => Position;
  readonly range: () => Range;
  /** The path of a payload, from the last answer to `decode`. */
  readonly steps: () => readonly string[];
  /** An item of the last answer that can be resolved. */
  readonly item: () => object;
}

type Parameters = (asking: Asking) => object;

const inDocument = ({ uri }: Asking): object => ({ textDocument: { uri } });
const atPosition = (asking: Asking): object => ({ ...inDocument(asking), position: asking.position() });
const inRange = (asking: Asking): object => ({ ...inDocument(asking), range: asking.range() });
const options = { tabSize: 2, insertSpaces: true };

/** The requests of each capability; null for those that are tried as notifications. */
export const capabilityRequests: Readonly<Record<string, Readonly<Record<string, Parameters>> | null>> = {
  textDocumentSync: null,
  hoverProvider: { 'textDocument/hover': atPosition },
  completionProvider: {
    'textDocument/completion': atPosition,
    'completionItem/resolve': ({ item }) => ({ label: 'a', ...item() }),
  },
  documentSymbolProvider: { 'textDocument/documentSymbol': inDocument },
  foldingRangeProvider: { 'textDocument/foldingRange': inDocument },
  selectionRangeProvider: {
    'textDocument/selectionRange': (asking) => ({
      ...inDocument(asking),
      positions: [asking.position(), asking.position()],
    }),
  },
  documentLinkProvider: { 'textDocument/documentLink': inDocument },
  inlayHintProvider: { 'textDocument/inlayHint': inRange },
  definitionProvider: { 'textDocument/definition': atPosition },
  referencesProvider: {
    'textDocument/references': (asking) => ({
      ...atPosition(asking),
      context: { includeDeclaration: asking.random.oneIn(2) },
    }),
  },
  codeLensProvider: { 'textDocument/codeLens': inDocument },
  diagnosticProvider: { 'textDocument/diagnostic': inDocument },
  codeActionProvider: {
    'textDocument/codeAction': (asking) => ({
      ...inRange(asking),
      context: {
        diagnostics: [],
        ...(asking.random.oneIn(2) ? { only: [asking.random.pick(['quickfix', 'source.fixAll', 'refactor'])] } : {}),
      },
    }),
    'codeAction/resolve': ({ item, uri, random }) => ({
      title: 'a',
      data: { uri, name: random.pick(refactoringNames), scope: 'file' },
      ...item(),
    }),
  },
  executeCommandProvider: {
    'workspace/executeCommand': ({ uri, steps, random }) => ({
      command: random.pick(Object.values(serverCommands)),
      arguments: [{ uri, ...(random.oneIn(2) ? { steps: steps() } : {}) }],
    }),
  },
  documentFormattingProvider: { 'textDocument/formatting': (asking) => ({ ...inDocument(asking), options }) },
  documentRangeFormattingProvider: { 'textDocument/rangeFormatting': (asking) => ({ ...inRange(asking), options }) },
  workspace: {
    'workspace/textDocumentContent': (asking) => ({ uri: viewToUriText(viewFor(asking), 'shown.txt') }),
  },
};

/** Our own requests. */
export const ownRequests: Readonly<Record<RequestMethod, Parameters>> = {
  [requests.render]: ({ uri, random }) => ({ uri, what: random.pick(previewKinds), showSecrets: random.oneIn(2) }),
  [requests.previews]: ({ uri, random, range }) => ({ uri, ...(random.oneIn(2) ? { selection: range() } : {}) }),
  [requests.secrets]: ({ uri }) => ({ uri }),
  [requests.reveal]: ({ uri, random }) => ({
    uri,
    pointer: random.pick(['', '/bootstrapping_config/tls_bootstrapping_token', '/nothing']),
    revealed: random.oneIn(2),
  }),
  [requests.trace]: ({ uri, random, position }) => ({
    uri,
    position: position(),
    previews: [
      viewToUriText({ source: uri, view: 'preview', target: { what: random.pick(previewKinds) } }, 'shown.txt'),
    ],
  }),
  [requests.nodeView]: ({ uri }) => ({ uri }),
  [requests.karpenterSettings]: ({ uri, random }) => ({ uri, ...random.pick([{}, { pool: 'general' }]) }),
  [requests.compare]: ({ uri, other, random }) => ({
    before: uri,
    after: other,
    ...random.pick([
      {},
      { images: { before: '202601.13.0', after: '202608.20.0' } },
      { pools: { before: 'general', after: 'gpu' } },
      { machines: { before: '/0', after: 'pool2' } },
    ]),
  }),
  [requests.comparable]: () => ({}),
  [requests.nodeImages]: () => ({}),
  [requests.decode]: ({ uri, random, range, position }) => ({
    uri,
    ...random.pick([{}, { range: range() }, { position: position() }]),
  }),
  [requests.extract]: ({ uri, steps, random }) => ({ uri, ...random.pick([{}, { payloads: [steps()] }]) }),
  [requests.layerText]: ({ uri, steps, random }) => ({ uri, steps: steps(), forEditing: random.oneIn(2) }),
  [requests.payloadPlace]: ({ uri, steps, position }) => ({ uri, steps: steps(), position: position() }),
  [requests.replaceLayerText]: ({ uri, steps, text }) => ({ uri, steps: steps(), text: text.slice(0, 200) }),
  [requests.explain]: ({ uri, random, position }) => ({
    uri,
    ...random.pick([{}, { failure: random.below(3) }, { position: position() }, { table: 'windows' }]),
  }),
  [requests.caseFile]: ({ random, text }) => ({
    case: String(random.below(6)),
    name: random.pick(['a/x.log', 'b/x.log', 'provision.json', '../x', '']),
    ...(random.oneIn(5)
      ? { unread: random.pick(['link', 'too-large', 'too-many', 'unreadable']) }
      : { content: Buffer.from(text).toString('base64') }),
  }),
  [requests.caseReport]: ({ random }) => ({ case: String(random.below(6)), name: 'case' }),
  [requests.fleetFile]: ({ random, text }) => ({
    fleet: String(random.below(6)),
    name: random.pick(['a.json', 'b.yaml', '../x', '']),
    content: Buffer.from(text).toString('base64'),
    ...random.pick([{}, { field: '*' }, { field: 'machine.*', where: random.pick(['*', 'machine.image=2*', '=']) }]),
  }),
  [requests.fleetReport]: ({ random }) => ({
    fleet: String(random.below(6)),
    name: 'fleet',
    ...random.pick([{}, { field: '*' }]),
  }),
  [requests.fixes]: ({ uri }) => ({ uri }),
  [requests.fixEverywhere]: ({ uri, random }) => ({ uri, fix: random.pick(['', 'a']) }),
  [requests.timeline]: ({ uri, other, random }) => ({ sources: [uri, other], zoom: random.pick([1, 7]) }),
  [requests.timelineExport]: ({ uri, random }) => ({ sources: [uri], as: random.pick(['svg', 'markdown']) }),
  [requests.failureTables]: () => ({}),
  [requests.tabs]: ({ uri, random }) => ({ uris: random.pick([[], [uri]]) }),
  [requests.setKind]: ({ uri, random }) => ({ uri, kind: random.pick([null, null, ...documentKinds]) }),
  [requests.kinds]: () => ({}),
  [requests.tool]: ({ uri, text, random }) => ({
    tool: random.pick(['validate', 'decode', 'preview', 'explain']),
    uri,
    file: 'a.json',
    text,
    withText: random.oneIn(2),
    what: random.pick(['custom-data', 'cse', 'env', 'node-files', 'karpenter']),
  }),
  [requests.karpenterSettingsFiles]: ({ uri }) => ({ uri }),
  [requests.summary]: ({ uri }) => ({ uri }),
  [requests.exampleValues]: ({ uri }) => ({ uri }),
  [requests.redact]: ({ uri, random }) => ({ uri, pseudonyms: random.oneIn(2) }),
  [requests.recognise]: ({ uri, random }) => ({ uri, ...(random.oneIn(2) ? { text: 'exit code 50' } : {}) }),
  [requests.ping]: () => ({}),
};

function viewFor({ uri: source, other, steps, random }: Asking): VirtualView {
  return random.pick<VirtualView>([
    { source, view: 'layer', steps: steps() },
    { source, view: 'failure' },
    { source, view: 'comparison', after: other, side: 'before' },
    { source, view: 'preview', target: { what: random.pick(previewKinds) } },
  ]);
}

/** All requests, by their methods. */
export const allRequests: readonly (readonly [string, Parameters])[] = [
  ...Object.values(capabilityRequests).flatMap((methods) => Object.entries(methods ?? {})),
  ...Object.entries(ownRequests),
];
