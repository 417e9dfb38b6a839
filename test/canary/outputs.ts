import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Position, Range } from 'vscode-languageserver/node';
import type { Command } from '../../server/src/cli/command.js';
import { commands } from '../../server/src/cli/run.js';
import {
  type DecodeResult,
  type ExtractResult,
  type PayloadEntry,
  type PreviewsResult,
  type RequestMethod,
  requests,
  type ToolParams,
  type FixesResult,
  type FixEverywhereResult,
} from '../../server/src/protocol.js';
import { viewToUriText, type VirtualView } from '../../server/src/virtualDocuments.js';
import { call } from '../support/commandLine.js';
import { TestEditor } from '../support/lspConnection.js';

/** A document as files and as texts in an editor, with a second one that differs in its secrets and in a line. */
export interface OutputInput {
  readonly path: string;
  readonly twinPath: string;
  readonly name: string;
  readonly text: string;
  readonly twinText: string;
}

/** One output of a front end: everything that it shows of a document, as text. */
export interface Output {
  readonly name: string;
  readonly run: (input: OutputInput) => Promise<string>;
}

/** Commands that show nothing of a document, with the reason. */
export const commandsWithoutDocuments: Readonly<Record<string, string>> = {
  schema: 'prints our own schemas',
  completion: 'prints our own commands',
  doctor: 'shows what it runs on',
  lsp: 'starts the server, whose outputs are listed by themselves',
  mcp: 'answers as the server answers its request for assistants',
};

/** Options that are in no call, with the reason; further ones that need a value have one in `optionValues`. */
const optionsLeftOut: Readonly<Record<string, string>> = {
  help: 'prints the help',
  'show-secrets': 'shows secrets',
  contract: 'reads a checkout',
  config: 'reads a second document',
  'karpenter-settings': 'reads a second document',
  'instance-data': 'reads a second document',
  'gpu-components': 'reads a second document',
  parameters: 'reads a second document; a template with its parameters is a document of its own',
  release: 'chooses the same as node-image',
  image: 'chooses the same as node-image',
  'from-image': 'excludes node-image, and is in calls of its own',
  'to-image': 'excludes node-image, and is in calls of its own',
  color: 'prints the same with colours',
  'fail-on': 'chooses the exit status',
  'max-warnings': 'chooses the exit status',
  select: 'leaves problems out',
  machine: 'leaves machines out; a name that no machine has is in calls of its own',
  'other-machine': 'leaves machines out',
  baseline: 'leaves problems out',
  'write-baseline': 'writes hashes',
  ignore: 'leaves problems out',
  name: 'names standard input',
  kind: 'is for documents that are not recognised',
  code: 'explains a number',
  fix: 'writes what the documents contain into them',
  ndjson: 'reads standard input; the results are those of JSON',
  summary: 'only counts; the titles of groups are those of compare',
  diff: 'prints nothing else, and is in calls of its own',
};

/** Values of options that are neither a choice nor a folder. */
const optionValues: Readonly<Record<string, string>> = {
  'node-image': '202605.27.0',
  'cloud-init': '24.3.1',
  containerd: '2.0.0',
  karpenter: 'v1.6.3',
  'node-pool': 'general',
  'other-node-pool': 'general',
  'ignore-field': 'version',
  where: '*',
  jobs: '2',
  table: 'linux',
  severity: 'contract/*=hint',
};

/** Options whose output that of another option replaces, so that they are also in calls of their own. */
const alone: readonly string[] = ['case', 'group'];

/**
 * The calls of a command: in every format, without other options, with all of them together and with each of those in `alone`;
 * and with each value of an option that accepts one of several words.
 */
function callsOf(
  command: Command,
): readonly { readonly args: readonly string[]; readonly folders: readonly string[] }[] {
  const specs = Object.entries(command.options).filter(([name]) => !(name in optionsLeftOut) && name !== 'format');
  const choicesOf = (value = ''): readonly string[] => (value.includes('|') ? value.split('|') : []);
  const formats = choicesOf(command.options.format?.value);
  const folders = specs.filter(([, { value }]) => value === 'DIR').map(([name]) => name);
  const all = specs.flatMap(([name, { type, value }]) => {
    if (type === 'boolean') return [`--${name}`];
    if (value === 'DIR') return [];
    const [choice = optionValues[name]] = choicesOf(value);
    if (choice === undefined)
      throw new Error(`--${name} of ${command.name} needs a value in the list of the canary test`);
    return [`--${name}`, choice];
  });
  const choices = specs.flatMap(([name, { value }]) =>
    choicesOf(value)
      .slice(1)
      .map((choice) => ({ args: [`--${name}`, choice], folders: [] })),
  );
  const calls = formats.flatMap((format) => [
    { args: ['--format', format], folders: [] },
    ...(specs.length === 0 ? [] : [{ args: ['--format', format, ...all], folders }]),
    ...specs
      .filter(([name]) => alone.includes(name))
      .map(([name]) => ({ args: ['--format', format, `--${name}`], folders: [] })),
  ]);
  const images = formats.flatMap((format) =>
    'from-image' in command.options
      ? [{ args: ['--format', format, '--from-image', '202603.12.0', '--to-image', '202608.20.0'], folders: [] }]
      : [],
  );
  const machines = formats.flatMap((format) =>
    'machine' in command.options ? [{ args: ['--format', format, '--machine', 'none'], folders: [] }] : [],
  );
  const fixes = 'diff' in command.options ? [{ args: ['--diff'], folders: [] }] : [];
  return [...calls, ...choices, ...images, ...machines, ...fixes];
}

/**
 * The outputs of the command line: every call of every command, what it prints and what it writes. Without documents, those
 * that it prints and writes as they are are left out, but their names aren't.
 */
export function commandLineOutputs(
  workFolder: string,
  extra: readonly string[] = [],
  withDocuments = true,
): readonly Output[] {
  return commands
    .filter(({ name }) => !(name in commandsWithoutDocuments))
    .flatMap((command) =>
      callsOf(command).map(({ args, folders }): Output => ({
        name: [command.name, ...args, ...folders.map((folder) => `--${folder}`)].join(' '),
        async run({ path, twinPath }) {
          const written = join(workFolder, 'written');
          const into = folders.flatMap((folder) => [`--${folder}`, written]);
          const files = filesOf(command, args, path, twinPath);
          const {
            out,
            err,
            shown: only,
          } = await call([...command.name.split(' '), ...args, ...into, ...extra, ...files], '', true);
          const result = withDocuments ? `${out}${err}${contentsOf(written)}` : `${only}${namesOf(written)}`;
          rmSync(written, { recursive: true, force: true });
          // The path of the file is our own.
          return result.replaceAll(path, 'FILE').replaceAll(twinPath, 'TWIN');
        },
      })),
    );
}

/** The operands of a call. */
function filesOf(
  { name, operands }: Command,
  args: readonly string[],
  path: string,
  twinPath: string,
): readonly string[] {
  const isPair = operands === 'A B' || (name === 'compare' && !args.includes('--group'));
  if (isPair) return [path, twinPath];
  return operands.startsWith('FIELD ') ? ['*', path] : [path];
}

/** The names and contents of all files in a folder. */
function contentsOf(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `\n== ${relative(folder, path)}\n${entry.isFile() ? readFileSync(path).toString('latin1') : ''}`;
    })
    .join('');
}

function namesOf(folder: string): string {
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).join('\n') : '';
}

/** What the server answers about an open document. */
interface OpenInput extends OutputInput {
  readonly uri: string;
  readonly twinUri: string;
  readonly ask: (method: string, params: object) => Promise<unknown>;
}

type Answer = (input: OpenInput) => Promise<unknown>;

/** A reason why a request or capability shows nothing. */
type Reason = string;

/** Every request of our own: what it answers, or why it shows nothing. */
const ownRequests: Readonly<Record<RequestMethod, Answer | Reason>> = {
  [requests.ping]: 'answers nothing',
  [requests.render]: async ({ ask, uri }) => {
    const previews = (await ask(requests.previews, { uri })) as PreviewsResult;
    const entries = previews.ok
      ? previews.entries.map(({ target }) => target)
      : [{ what: 'custom-data' }, { what: 'env' }];
    return Promise.all(entries.map((target) => ask(requests.render, { uri, ...target })));
  },
  [requests.previews]: ({ ask, uri }) => ask(requests.previews, { uri }),
  [requests.secrets]: ({ ask, uri }) => ask(requests.secrets, { uri }),
  [requests.reveal]: 'answers nothing; it is for showing secrets',
  [requests.karpenterSettings]: ({ ask, uri }) => ask(requests.karpenterSettings, { uri }),
  [requests.trace]: 'shows only addresses and positions',
  [requests.nodeView]: ({ ask, uri }) => ask(requests.nodeView, { uri }),
  [requests.compare]: ({ ask, uri, twinUri }) =>
    Promise.all([
      ask(requests.compare, { before: uri, after: twinUri }),
      ask(requests.compare, { before: uri, after: uri, images: { before: '202603.12.0', after: '202608.20.0' } }),
      ask(requests.compare, { before: uri, after: uri, machines: { before: 'none' } }),
    ]),
  [requests.comparable]: ({ ask }) => ask(requests.comparable, {}),
  [requests.nodeImages]: 'lists our own images',
  [requests.decode]: ({ ask, uri }) => ask(requests.decode, { uri }),
  [requests.extract]: async ({ ask, uri }) => {
    const { files } = (await ask(requests.extract, { uri })) as NonNullable<ExtractResult>;
    return files.map(({ path, content }) => ({ path, content: Buffer.from(content, 'base64').toString('latin1') }));
  },
  [requests.layerText]: async (input) =>
    Promise.all(
      (await stepsOf(input)).map((steps) => input.ask(requests.layerText, { uri: input.uri, steps, forEditing: true })),
    ),
  [requests.payloadPlace]: async (input) =>
    Promise.all((await stepsOf(input)).map((steps) => input.ask(requests.payloadPlace, { uri: input.uri, steps }))),
  [requests.replaceLayerText]: 'answers with edits of the user’s own document, which put its secrets back',
  [requests.tabs]: 'answers nothing',
  [requests.explain]: ({ ask, uri }) =>
    Promise.all([undefined, 0, 1].map((failure) => ask(requests.explain, { uri, failure }))),
  [requests.caseFile]: 'answers nothing',
  [requests.caseReport]: async ({ ask, name, text, twinText }) => {
    for (const [folder, content] of [
      ['a', text],
      ['b', twinText],
    ])
      await ask(requests.caseFile, {
        case: '1',
        name: `${folder}/${name}`,
        content: Buffer.from(content ?? '').toString('base64'),
      });
    return ask(requests.caseReport, { case: '1', name: 'case' });
  },
  [requests.fleetFile]: 'answers nothing',
  [requests.fleetReport]: async ({ ask, name, text, twinText }) => {
    const reports = [];
    for (const field of [undefined, '*']) {
      for (const [folder, content] of Object.entries({ a: text, b: twinText }))
        await ask(requests.fleetFile, {
          fleet: '1',
          name: `${folder}/${name}`,
          content: Buffer.from(content).toString('base64'),
          field,
        });
      reports.push(await ask(requests.fleetReport, { fleet: '1', name: 'fleet', field }));
    }
    return reports;
  },
  [requests.fixes]: ({ ask, uri }) => ask(requests.fixes, { uri }),
  [requests.fixEverywhere]: async ({ ask, uri }) => {
    const fixes = (await ask(requests.fixes, { uri })) as FixesResult;
    const answers = await Promise.all(fixes.map(({ fix }) => ask(requests.fixEverywhere, { uri, fix })));
    // Edits contain what the document contains.
    return (answers as FixEverywhereResult[]).map((one) => [one?.edits.map(({ label }) => label), one?.unfixed]);
  },
  [requests.timeline]: ({ ask, uri }) => ask(requests.timeline, { sources: [uri] }),
  [requests.timelineExport]: ({ ask, uri }) =>
    Promise.all(['svg', 'markdown'].map((as) => ask(requests.timelineExport, { sources: [uri], as }))),
  [requests.failureTables]: 'lists our own tables',
  [requests.setKind]: 'answers nothing',
  [requests.kinds]: 'lists our own kinds',
  [requests.tool]: ({ ask, text, name }) => {
    const tools: readonly Omit<ToolParams, 'uri' | 'file' | 'text'>[] = [
      { tool: 'validate' },
      { tool: 'decode' },
      { tool: 'decode', withText: true },
      { tool: 'explain' },
      ...(['custom-data', 'cse', 'env', 'node-files', 'karpenter'] as const).map(
        (what) => ({ tool: 'preview', what }) as const,
      ),
    ];
    const uri = `file:///project/${name}`;
    return Promise.all(tools.map((params) => ask(requests.tool, { ...params, uri, file: name, text })));
  },
  [requests.karpenterSettingsFiles]: ({ ask, uri }) => ask(requests.karpenterSettingsFiles, { uri }),
  [requests.summary]: ({ ask, uri }) => ask(requests.summary, { uri }),
  [requests.exampleValues]: ({ ask, uri }) => ask(requests.exampleValues, { uri }),
  [requests.redact]: ({ ask, uri }) =>
    Promise.all([false, true].map((pseudonyms) => ask(requests.redact, { uri, pseudonyms }))),
  [requests.recognise]: ({ ask, uri, name, text }) =>
    Promise.all([{ uri }, { uri: `untitled:${name}`, text }].map((params) => ask(requests.recognise, params))),
};

const previewTargets = ['custom-data', 'cse', 'boot-command', 'env', 'node-files', 'vmss', 'karpenter-script'] as const;

/** Every capability that the server announces: what it answers, or why it shows nothing. */
export const capabilities: Readonly<Record<string, Answer | Reason>> = {
  textDocumentSync: 'is how documents are opened',
  hoverProvider: (input) => atPositions(input, 90, 'textDocument/hover'),
  completionProvider: async (input) => {
    const lists = (await atPositions(input, 9, 'textDocument/completion')) as (
      { items?: unknown[] } | unknown[] | null
    )[];
    const items = lists.flatMap((list) => (Array.isArray(list) ? list : (list?.items ?? [])));
    const resolved = items.slice(0, 5).map((item) => input.ask('completionItem/resolve', item as object));
    return [items, await Promise.all(resolved)];
  },
  documentSymbolProvider: (input) => inDocument(input, 'textDocument/documentSymbol'),
  foldingRangeProvider: (input) => inDocument(input, 'textDocument/foldingRange'),
  selectionRangeProvider: 'answers with positions',
  documentLinkProvider: (input) => inDocument(input, 'textDocument/documentLink'),
  inlayHintProvider: (input) => inDocument(input, 'textDocument/inlayHint', { range: wholeRange(input.text) }),
  definitionProvider: (input) => atPositions(input, 20, 'textDocument/definition'),
  referencesProvider: (input) =>
    atPositions(input, 20, 'textDocument/references', { context: { includeDeclaration: true } }),
  codeLensProvider: (input) => inDocument(input, 'textDocument/codeLens'),
  diagnosticProvider: (input) => inDocument(input, 'textDocument/diagnostic'),
  codeActionProvider: async (input) => {
    const diagnostics = (await inDocument(input, 'textDocument/diagnostic')) as { items?: object[] };
    const range = wholeRange(input.text);
    const context = { diagnostics: diagnostics.items ?? [] };
    const actions = (await inDocument(input, 'textDocument/codeAction', { range, context })) as
      ({ title: string; disabled?: { reason: string } } | null)[] | null;
    // The edits put text of the user's document, or a fix for it, into the document.
    return (actions ?? []).map((action) => [action?.title, action?.disabled?.reason]);
  },
  documentFormattingProvider: 'answers with edits of the user’s own document',
  documentRangeFormattingProvider: 'answers with edits of the user’s own document',
  documentOnTypeFormattingProvider: 'answers with edits of the user’s own document',
  workspace: async (input) => {
    const { uri: source, twinUri, ask } = input;
    const views: readonly VirtualView[] = [
      ...(await stepsOf(input)).map((steps) => ({ source, view: 'layer', steps }) as const),
      { source, view: 'failure' },
      { source, view: 'comparison', after: twinUri, side: 'before' },
      { source, view: 'comparison', after: twinUri, side: 'after' },
      ...previewTargets.map((what) => ({ source, view: 'preview', target: { what } }) as const),
    ];
    return Promise.all(
      views.map((view) => ask('workspace/textDocumentContent', { uri: viewToUriText(view, 'shown.txt') })),
    );
  },
};

function inDocument({ ask, uri }: OpenInput, method: string, params: object = {}): Promise<unknown> {
  return ask(method, { textDocument: { uri }, ...params });
}

/** The answers at positions that are spread over a document. */
async function atPositions(input: OpenInput, most: number, method: string, params: object = {}): Promise<unknown[]> {
  return Promise.all(
    positionsIn(input.text, most).map((position) => inDocument(input, method, { position, ...params })),
  );
}

function positionsIn(text: string, most: number): readonly Position[] {
  const lines = text.split('\n');
  const step = Math.max(1, Math.floor((3 * lines.length) / most));
  return lines.flatMap((line, index) =>
    index % step === 0
      ? [0.1, 0.5, 0.85].map((share) => ({ line: index, character: Math.floor(line.length * share) }))
      : [],
  );
}

function wholeRange(text: string): Range {
  return { start: { line: 0, character: 0 }, end: { line: text.split('\n').length, character: 0 } };
}

/** The paths of the payloads in a document. */
async function stepsOf({ ask, uri }: OpenInput): Promise<readonly (readonly string[])[]> {
  const { payloads } = (await ask(requests.decode, { uri })) as DecodeResult;
  const all = (entries: readonly PayloadEntry[]): readonly (readonly string[])[] =>
    entries.flatMap(({ steps, children }) => [steps, ...all(children)]);
  return all(payloads).slice(0, 40);
}

/** Whether a member of the answers of a request or capability is left out of the outputs. */
export type LeavesOut = (answer: string, member: string) => boolean;

/** The server with an editor, which shows what it is sent. */
export class EditorOutputs {
  readonly outputs: readonly Output[];
  readonly #editor: TestEditor;
  readonly #pushed: TestEditor;
  readonly #isLeftOut: LeavesOut;
  readonly #unasked: unknown[] = [];
  #open: { readonly input: OutputInput; readonly uris: readonly [string, string] } | undefined;

  private constructor(editor: TestEditor, pushed: TestEditor, isLeftOut: LeavesOut) {
    this.#editor = editor;
    this.#isLeftOut = isLeftOut;
    this.#pushed = pushed;
    editor.connection.onUnhandledNotification((message) => void this.#unasked.push(message));
    const answers = { ...ownRequests, ...capabilities };
    this.outputs = [
      ...Object.entries(answers).flatMap(([name, answer]) =>
        typeof answer === 'string'
          ? []
          : [{ name: `server: ${name}`, run: (input: OutputInput) => this.#run(name, answer, input) }],
      ),
      { name: 'server: pushed diagnostics', run: (input) => this.#push(input) },
    ];
  }

  /** With `isLeftOut`, the outputs don't contain these members. */
  static async start(isLeftOut: LeavesOut = () => false): Promise<EditorOutputs> {
    const initializationOptions = { commands: true };
    const editor = await TestEditor.start({ initializationOptions });
    return new EditorOutputs(editor, await TestEditor.start({ pull: false }), isLeftOut);
  }

  get capabilities(): readonly string[] {
    return Object.keys(this.#editor.initialized.capabilities);
  }

  async stop(): Promise<void> {
    await this.#editor.stop();
    await this.#pushed.stop();
  }

  /** The answer, and everything that the server logged or sent unasked. */
  async #run(name: string, answer: Answer, input: OutputInput): Promise<string> {
    const { connection, log } = this.#editor;
    if (this.#open?.input !== input) {
      for (const uri of this.#open?.uris ?? []) await this.#editor.close(uri);
      const uri = await this.#editor.open(input.name, input.text);
      this.#open = { input, uris: [uri, await this.#editor.open(`twin/${input.name}`, input.twinText)] };
    }
    const [uri, twinUri] = this.#open.uris;
    const ask = (method: string, params: object): Promise<unknown> => connection.sendRequest(method, params);
    const answered = await answer({ ...input, uri, twinUri, ask });
    const shownAnswer = shown(answered, (member) => this.#isLeftOut(name, member));
    return shownAnswer + shown([log.splice(0), this.#unasked.splice(0)]);
  }

  async #push(input: OutputInput): Promise<string> {
    const uri = await this.#pushed.open(`${counter()}/${input.name}`, input.text);
    const diagnostics = await this.#pushed.pushed(uri, () => true);
    await this.#pushed.close(uri);
    const shownDiagnostics = shown(diagnostics, (member) => this.#isLeftOut('pushed diagnostics', member));
    return shownDiagnostics + shown(this.#pushed.log.splice(0));
  }
}

let count = 0;
const counter = (): number => count++;

/** All strings of an answer, each on lines of its own, so that escapes of JSON don't hide anything. */
function shown(answer: unknown, isLeftOut: (member: string) => boolean = () => false): string {
  if (typeof answer === 'string') return `${answer}\n`;
  if (Array.isArray(answer)) return answer.map((item) => shown(item, isLeftOut)).join('');
  if (typeof answer !== 'object' || answer === null) return '';
  return Object.entries(answer)
    .map(([name, value]) => (isLeftOut(name) ? '' : `${name}: ${shown(value, isLeftOut)}`))
    .join('');
}
