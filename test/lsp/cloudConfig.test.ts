import {
  type CodeAction,
  CodeActionRequest,
  type CompletionItem,
  type DocumentLink,
  type Hover,
  type InlayHint,
  type Location,
  type MarkupContent,
} from 'vscode-languageserver/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestEditor } from '../support/lspConnection.js';

const text = `#cloud-config
write_files:
  - path: /opt/a.sh
    permissions: "0755"
    content: echo
ntp: {servers: &s [a], pools: *s}
runcmd:
  - /opt/a.sh
`;

describe('a cloud-config in an editor', () => {
  let editor: TestEditor;
  let uri: string;
  beforeEach(async () => {
    editor = await TestEditor.start({
      initializationOptions: { suggestCommand: 'suggest' },
      textDocument: {
        completion: {
          completionItem: {
            snippetSupport: true,
            insertReplaceSupport: true,
            resolveSupport: { properties: ['documentation'] },
          },
        },
      },
    });
    uri = await editor.open('a.yaml', text);
  });
  afterEach(() => editor.stop());

  const ask = <Answer>(method: string, line: number, character: number, more: object = {}): Promise<Answer> =>
    editor.connection.sendRequest<Answer>(method, {
      textDocument: { uri },
      position: { line, character },
      ...more,
    });

  it('is completed, with documentation when an item is resolved', async () => {
    await editor.edit(uri, 6, 0, 0, 'pow');
    await editor.edit(uri, 6, 3, 3, '\n');
    const items = await ask<CompletionItem[]>('textDocument/completion', 6, 3);
    const item = items.find(({ label }) => label === 'power_state');
    expect(item).toMatchObject({
      textEdit: {
        newText: 'power_state:\n  mode: ${1|poweroff,reboot,halt|}',
        insert: { start: { line: 6, character: 0 }, end: { line: 6, character: 3 } },
      },
      insertTextFormat: 2,
    });
    expect(item?.documentation).toBeUndefined();
    const resolved = await editor.connection.sendRequest<CompletionItem>('completionItem/resolve', item);
    expect(JSON.stringify(resolved.documentation)).toContain('cc_power_state_change');
  });

  it.each([
    [
      '0644',
      "rw-r--r--`: owner: read, write; group, others: read. cloud-init gives the file this mode, and warns that the number isn't a string.",
      "unquoted 0644 is read as the number 420, which is file mode 0644. cloud-init uses it, and warns that it isn't a string. Write '0644'.",
    ],
    [
      '644',
      "cloud-init gives the file this mode, and warns that the number isn't a string.",
      "unquoted 644 is read as a decimal number, which is file mode 1204. Write '0644'.",
    ],
    [
      '99999999999',
      'so cloud-init fails here',
      "unquoted 99999999999 is read as a number that isn't a file mode. Use octal digits in quotes, such as '0644'.",
    ],
    ["'rw-r--r--'", 'the file gets `0644`', 'cloud-init can\'t read "rw-r--r--" and uses 0644.'],
  ])('says the same of permissions in its hover and its problem: %s', async (written, hovered, reported) => {
    await editor.edit(uri, 3, 17, 23, written);
    const { contents } = await ask<Hover>('textDocument/hover', 3, 19);
    expect((contents as MarkupContent).value).toContain(hovered);
    const problems = await editor.diagnostics(uri);
    expect(problems.find(({ range }) => range.start.line === 3)?.message).toContain(reported);
  });

  it('has hover, hints, definitions, references and links', async () => {
    const hover = await ask<Hover>('textDocument/hover', 3, 20);
    expect(JSON.stringify(hover.contents)).toContain('rwxr-xr-x');
    const hints = await ask<InlayHint[]>('textDocument/inlayHint', 0, 0, {
      range: { start: { line: 0, character: 0 }, end: { line: 7, character: 0 } },
    });
    expect(hints.map(({ label }) => label)).toEqual(['rwxr-xr-x']);
    const file = { uri, range: { start: { line: 2, character: 10 }, end: { line: 2, character: 19 } } };
    expect(await ask<Location[]>('textDocument/definition', 7, 6)).toEqual([file]);
    const references = await ask<Location[]>('textDocument/references', 2, 12, {
      context: { includeDeclaration: true },
    });
    expect(references.map(({ range }) => range.start.line)).toEqual([2, 7]);
    expect(await ask('textDocument/definition', 5, 31)).toMatchObject([
      { range: { start: { line: 5, character: 15 } } },
    ]);
    expect(await ask('textDocument/definition', 1, 3)).toBeNull();
    const links = await editor.connection.sendRequest<DocumentLink[]>('textDocument/documentLink', {
      textDocument: { uri },
    });
    expect(links).toMatchObject([{ range: { start: { line: 7, character: 4 } }, target: `${uri}#L3,11` }]);
  });

  it('has an action that ignores a problem in its line, after the fixes', async () => {
    const faulty = await editor.open('b.yaml', '#cloud-config\nhostnam: a\n');
    const actions = (await editor.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: faulty },
      range: { start: { line: 1, character: 2 }, end: { line: 1, character: 2 } },
      context: { diagnostics: [], only: ['quickfix'] },
    })) as CodeAction[];
    expect(actions.map(({ title, isPreferred }) => [title, isPreferred === true])).toEqual([
      ['Rename to hostname', true],
      ['Ignore cloud-config/unknown-key in this line', false],
    ]);
    expect(actions[1]?.edit?.changes?.[faulty]).toEqual([
      {
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } },
        newText: '# aks-bootstrap: ignore cloud-config/unknown-key\n',
      },
    ]);
    expect(actions[1]?.diagnostics).toMatchObject([{ code: 'cloud-config/unknown-key' }]);
  });
});
