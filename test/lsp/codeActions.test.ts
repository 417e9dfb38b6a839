import { afterEach, describe, expect, it } from 'vitest';
import {
  type CodeAction,
  type CodeActionContext,
  CodeActionRequest,
  CodeActionResolveRequest,
  CodeActionTriggerKind,
  type TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { serverCommands } from '../../server/src/protocol.js';
import { config } from '../support/analyse.js';
import { codes, type EditorTraits, TestEditor } from '../support/lspConnection.js';
import { readMarks } from '../support/markers.js';

let editor: TestEditor | undefined;
afterEach(() => editor?.stop());

const name = 'a.node-config.json';

/** A document in an editor, with the actions at its cursor. */
class Session {
  readonly #editor: TestEditor;
  readonly #document: TextDocument;
  readonly #cursor: number;

  private constructor(started: TestEditor, document: TextDocument, cursor: number) {
    this.#editor = started;
    this.#document = document;
    this.#cursor = cursor;
  }

  static async open(source: string, traits: EditorTraits = {}, languageId = 'json', file = name): Promise<Session> {
    editor = await TestEditor.start(traits);
    const { text, cursor } = readMarks(source);
    const uri = await editor.open(file, text, languageId);
    return new Session(editor, TextDocument.create(uri, languageId, 1, text), Math.max(cursor, 0));
  }

  get uri(): string {
    return this.#document.uri;
  }

  actions(...only: string[]): Promise<CodeAction[]> {
    return this.actionsFor(only.length === 0 ? {} : { only });
  }

  async actionsFor(context: Omit<CodeActionContext, 'diagnostics'>): Promise<CodeAction[]> {
    const position = this.#document.positionAt(this.#cursor);
    const answer = await this.#editor.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: this.uri },
      range: { start: position, end: position },
      context: { diagnostics: [], ...context },
    });
    return (answer ?? []).filter((action): action is CodeAction => !('arguments' in action));
  }

  resolve(action: CodeAction): Promise<CodeAction> {
    return this.#editor.connection.sendRequest(CodeActionResolveRequest.type, action);
  }

  /** The text after an action, as an editor makes it. */
  applied(action: CodeAction | undefined): string {
    const edits: TextEdit[] = action?.edit?.changes?.[this.uri] ?? [];
    return TextDocument.applyEdits(this.#document, edits);
  }
}

/** A config that is long, and wrong in one place at its end. */
const long = config(
  `"enabled_features":{${Array.from({ length: 20_000 }, (_, index) => `"FEATURE_${index}":"true"`).join(',')}},"cse_timeout":¦"900"`,
);
const mendedLong = readMarks(long).text.replace('"900"', '900');

describe('fixes inside of payloads', () => {
  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  const scaleSet = (customData: string, mark = ''): string =>
    JSON.stringify({ virtualMachineProfile: { osProfile: { customData } } }).replace(customData, mark + customData);
  const faulty = '#cloud-config\napt_update: true\n';
  const mended = scaleSet(encoded('#cloud-config\npackage_update: true\n'));

  it.each([true, false])('are offered in the file around them, with resolving: %s', async (resolvesEdits) => {
    const session = await Session.open(scaleSet(encoded(faulty), '¦'), { resolvesEdits }, 'json', 'vmss.json');
    const actions = await session.actions();
    expect(actions.map(({ title, kind }) => [title, kind])).toEqual([
      ['Rename to package_update in customData', 'quickfix'],
      ['Apply all safe fixes (1)', 'source.fixAll.aksBootstrap'],
      ['Open decoded customData', undefined],
    ]);
    expect(actions[0]?.diagnostics?.map(({ code }) => code)).toEqual(['cloud-config/deprecated-key']);
    for (const action of actions.slice(0, 2))
      expect(session.applied(resolvesEdits ? await session.resolve(action) : action)).toBe(mended);
  });
});

describe('code actions', () => {
  it('are announced with their kinds', async () => {
    editor = await TestEditor.start({ resolvesEdits: true });
    expect(editor.initialized.capabilities.codeActionProvider).toEqual({
      codeActionKinds: [
        'quickfix',
        'source.fixAll.aksBootstrap',
        'refactor.rewrite.protoNames.aksBootstrap',
        'refactor.rewrite.jsonNames.aksBootstrap',
        'refactor.rewrite.sortFields.aksBootstrap',
        'refactor.rewrite.removeDefaults.aksBootstrap',
        'refactor.rewrite.plainContent.aksBootstrap',
        'refactor.rewrite.base64Content.aksBootstrap',
        'refactor.rewrite.gzipContent.aksBootstrap',
        'refactor.rewrite.binaryContent.aksBootstrap',
        'source.protoNames.aksBootstrap',
        'source.jsonNames.aksBootstrap',
        'source.sortFields.aksBootstrap',
        'source.removeDefaults.aksBootstrap',
      ],
      resolveProvider: true,
    });
  });

  it('are only the commands that open payloads in an editor that accepts nothing else', async () => {
    editor = await TestEditor.start({ textDocument: { codeAction: {} } });
    expect(editor.initialized.capabilities.codeActionProvider).toBe(true);
    const customData = Buffer.from('#cloud-config\napt_update: true\n').toString('base64');
    const uri = await editor.open('vmss.json', JSON.stringify({ osProfile: { customData } }));
    const start = { line: 0, character: 35 };
    const range = { start, end: start };
    const params = { textDocument: { uri }, range, context: { diagnostics: [] } };
    expect(await editor.connection.sendRequest(CodeActionRequest.type, params)).toEqual([
      { title: 'Open decoded customData', command: serverCommands.openDecoded, arguments: [expect.anything()] },
    ]);
  });

  it('list the best fix of a problem first, as preferred', async () => {
    const session = await Session.open(config('¦"vmSize":"","runcConfig":{}'));
    const actions = await session.actions();
    expect(
      actions.map(({ title, kind, isPreferred, diagnostics }) => [title, kind, isPreferred, codes(diagnostics ?? [])]),
    ).toEqual([
      ['Rename to vm_size', 'quickfix', true, ['contract/mixed-names']],
      ['Convert all names of the file to proto names', 'quickfix', undefined, ['contract/mixed-names']],
      ['Apply all safe fixes (2)', 'quickfix', undefined, []],
      ['Apply all safe fixes (2)', 'source.fixAll.aksBootstrap', undefined, []],
      ['Convert all names to proto names (snake_case)', 'refactor.rewrite.protoNames.aksBootstrap', undefined, []],
      ['Convert all names to proto names (snake_case)', 'source.protoNames.aksBootstrap', undefined, []],
      ['Convert all names to JSON names (lowerCamelCase)', 'refactor.rewrite.jsonNames.aksBootstrap', undefined, []],
      ['Convert all names to JSON names (lowerCamelCase)', 'source.jsonNames.aksBootstrap', undefined, []],
      ['Sort fields in contract order', 'refactor.rewrite.sortFields.aksBootstrap', undefined, []],
      ['Sort fields in contract order', 'source.sortFields.aksBootstrap', undefined, []],
      ['Remove fields at their default', 'refactor.rewrite.removeDefaults.aksBootstrap', undefined, []],
      ['Remove fields at their default', 'source.removeDefaults.aksBootstrap', undefined, []],
    ]);
    expect(session.applied(actions[0])).toBe(config('"vm_size":"","runcConfig":{}'));
    expect(session.applied(actions[1])).toBe(config('"vm_size":"","runc_config":{}'));
    expect(session.applied(actions[2])).toBe(session.applied(actions[1]));
    expect(session.applied(actions[3])).toBe(session.applied(actions[1]));
    expect(session.applied(actions.at(-1))).toBe(config('"runcConfig":{}'));
  });

  it('have no refactorings when the editor asks by itself, as for a light bulb', async () => {
    const session = await Session.open(config('¦"vm_size":"a"'));
    expect(await session.actionsFor({ triggerKind: CodeActionTriggerKind.Automatic })).toEqual([]);
    expect(await session.actionsFor({ triggerKind: CodeActionTriggerKind.Invoked })).not.toEqual([]);
    const asked = { triggerKind: CodeActionTriggerKind.Automatic, only: ['source.sortFields.aksBootstrap'] };
    expect(await session.actionsFor(asked)).toHaveLength(1);
  });

  it('are not offered if they would change nothing', async () => {
    const session = await Session.open('{"version":"v1",¦"runc_config":{}}');
    expect((await session.actions('refactor', 'source')).map(({ kind }) => kind)).toEqual([
      'refactor.rewrite.jsonNames.aksBootstrap',
      'source.jsonNames.aksBootstrap',
    ]);
  });

  it.each([
    [['quickfix'], ['quickfix', 'quickfix', 'quickfix']],
    [['source.fixAll'], ['source.fixAll.aksBootstrap']],
    [['source.fixAll.aksBootstrap'], ['source.fixAll.aksBootstrap']],
    [['source.fixAll.others'], []],
    [
      ['refactor.rewrite.sortFields', 'source.removeDefaults'],
      ['refactor.rewrite.sortFields.aksBootstrap', 'source.removeDefaults.aksBootstrap'],
    ],
    [['refactor.extract'], []],
    [['source.organizeImports'], []],
  ])('requested as %j are %j', async (only, kinds) => {
    const session = await Session.open(config('¦"vmSize":"","runcConfig":{}'));
    expect((await session.actions(...only)).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('insert missing fields, into one object or all', async () => {
    const session = await Session.open('¦{\r\n  "cluster_config": {}\r\n}\r\n');
    const [here, everywhere] = await session.actions('quickfix');
    expect(here).toMatchObject({ title: 'Insert version, api_server_name and subscription_id', isPreferred: true });
    expect(JSON.parse(session.applied(everywhere))).toEqual({
      version: 'v1',
      api_server_config: { api_server_name: '' },
      cluster_config: {
        cluster_network_config: { vnet_name: '', route_table: '' },
        resource_group: '',
        location: '',
      },
      auth_config: { subscription_id: '' },
    });
    expect(session.applied(everywhere)).not.toMatch(/[^\r]\n/);
  });

  it('apply all safe fixes of a text at once', async () => {
    const session = await Session.open(config('"vmSize":"a","vm_size":"a","cse_timeout":" 9e2",// why\n"vm_sise":1,'));
    const [fixAll] = await session.actions('source.fixAll');
    expect(session.applied(fixAll)).toBe(config('"vm_size":"a","cse_timeout":900,\n"vm_sise":1'));
  });

  it.each([
    ['#cloud-config\r\npackages: [jq]\r\n', '#cloud-config\npackages: [jq]\n'],
    ['#cloud-config\r\n\r\nhostname: a\n\r\r\n', '#cloud-config\n\nhostname: a\n\r\n'],
  ])('replace the line endings of %j, in which carriage returns have no positions', async (text, fixed) => {
    const session = await Session.open(text, {}, 'yaml', 'a.yaml');
    const actions = await session.actions('quickfix', 'source.fixAll');
    const applied = actions.map((action) => [action.title, session.applied(action)]);
    expect(applied).toContainEqual(['Use line feeds only', fixed]);
    expect(applied).toContainEqual(['Apply all safe fixes (1)', fixed]);
  });

  it('are offered for problems that the editor itself reports, without our diagnostics', async () => {
    const traits = { initializationOptions: { hostServes: { json: true } } };
    const session = await Session.open(config('"vm_size":"a"¦,'), traits);
    const [fix, fixAll] = await session.actions('quickfix', 'source.fixAll');
    expect(fix).toMatchObject({ title: 'Remove the comma', diagnostics: [] });
    expect(session.applied(fix)).toBe(config('"vm_size":"a"'));
    expect(session.applied(fixAll)).toBe(config('"vm_size":"a"'));
  });

  it('remove comments from a file in which the editor allows them only on request', async () => {
    const traits = { initializationOptions: { hostServes: { json: true } } };
    const session = await Session.open(config('"vm_size":"a"¦/* why */'), traits, 'jsonc');
    const actions = await session.actions('quickfix', 'source.fixAll');
    expect(actions.map(({ title }) => title)).toEqual(['Remove the comment']);
  });

  it('obey the settings', async () => {
    const settings = { problems: { severity: { 'contract/mixed-names': 'off' } } };
    const session = await Session.open(config('¦"vmSize":""'), { settings });
    expect(await session.actions('quickfix', 'source.fixAll')).toEqual([]);
  });
});

describe('code actions of a long text', () => {
  it('have their edits computed when one is chosen', async () => {
    const session = await Session.open(long, { resolvesEdits: true });
    const actions = await session.actions();
    const fixAll = actions.find(({ kind }) => kind?.startsWith('source.fixAll'));
    const sort = actions.find(({ kind }) => kind?.startsWith('source.sortFields'));
    expect([fixAll?.edit, sort?.edit]).toEqual([undefined, undefined]);
    // A fix of one place costs nothing.
    expect(session.applied(actions[0])).toBe(mendedLong);
    expect(session.applied(await session.resolve(fixAll ?? expect.fail('no action')))).toBe(mendedLong);
    const sorted = session.applied(await session.resolve(sort ?? expect.fail('no action')));
    expect(Object.keys(JSON.parse(sorted) as object)).toEqual([
      'version',
      'api_server_config',
      'cluster_config',
      'auth_config',
      'cse_timeout',
      'enabled_features',
    ]);
  });

  it("have their edits at once for an editor that doesn't resolve actions, but only the requested ones", async () => {
    const session = await Session.open(long);
    expect((await session.actions()).map(({ kind }) => kind)).toEqual(['quickfix']);
    const [fixAll, ...others] = await session.actions('source.fixAll');
    expect(others).toEqual([]);
    expect(session.applied(fixAll)).toBe(mendedLong);
    const [sort] = await session.actions('source.sortFields');
    expect(sort?.edit).toBeDefined();
  });

  it('have no edits after the text has changed, or if they are not ours', async () => {
    const session = await Session.open(long, { resolvesEdits: true });
    const [sort] = await session.actions('source.sortFields');
    if (sort === undefined) throw new Error('no action');
    await editor?.edit(session.uri, 0, 0, 0, ' ');
    expect((await session.resolve(sort)).edit).toBeUndefined();
    for (const data of [
      undefined,
      null,
      1,
      {},
      { ...(sort.data as object), what: 'other' },
      { ...(sort.data as object), range: 5 },
      { ...(sort.data as object), uri: 'file:///not/open' },
    ]) {
      const action = { title: 'x', data };
      expect((await session.resolve(action)).edit).toBeUndefined();
    }
  });
});
