import type { CompletionItem, Diagnostic, DocumentSymbol, Location } from 'vscode-languageserver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { schemaForYamlExtension } from '../../server/src/yamlExtension.js';
import { TestEditor } from '../support/lspConnection.js';
import { YamlExtension } from '../support/yamlExtension.js';

const faulty = [
  'ntp: [1\nruncmd: [a]\n',
  'hostname: a\nhostname: b\n',
  '\thostname: a\n',
  'ntp: {servers: [a], servers: [b]}\n',
  'hostname: "a\nruncmd: [a]\n',
  'hostname: b: c\n',
  'runcmd:\n  - b\n c: 1\n',
  'hostname: *nope\n',
  'hostname: "\\q"\n',
  'hostname: a\n---\nfqdn: b\n',
  'runcmnd: [a]\n',
  'write_files:\n- path: /a\n  permissions: 0644\n  content: !!binary aGk=\n',
  'hostname\n',
  'users:\n- name: a\n  lock-passwd: true\n',
];

/** Whether two diagnostics are at positions that touch. */
function touch(a: Diagnostic, b: Diagnostic): boolean {
  return a.range.start.line <= b.range.end.line && b.range.start.line <= a.range.end.line;
}

describe('beside the Red Hat YAML extension', () => {
  let editor: TestEditor;
  beforeEach(async () => {
    editor = await TestEditor.start({ initializationOptions: { hostServes: { yaml: true } } });
  });
  afterEach(() => editor.stop());

  it.each(faulty)('reports no error that the extension reports: %j', async (body) => {
    const text = `#cloud-config\n${body}`;
    const uri = await editor.open('a.yaml', text);
    const extension = new YamlExtension();
    const theirs = await extension.service.doValidation(extension.open(uri, text), false);
    const ours = await editor.diagnostics(uri);
    const twice = ours.filter((own) => theirs.some((other) => touch(own, other)));
    expect(twice.map(({ message }) => message)).toEqual([]);
    expect(theirs.length + ours.length, 'one of both reports an error').toBeGreaterThan(0);
  });

  it('leaves outlines and aliases to the extension', async () => {
    const text = '#cloud-config\nntp: {servers: &s [a], pools: *s}\nwrite_files: [{path: /a}]\nruncmd: [/a]\n';
    const uri = await editor.open('a.yaml', text);
    const extension = new YamlExtension();
    const document = extension.open(uri, text);
    const textDocument = { uri };
    expect(extension.service.findDocumentSymbols2(document)).not.toEqual([]);
    expect(
      await editor.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument }),
    ).toEqual([]);
    const onAlias = { textDocument, position: { line: 1, character: 31 } };
    expect(extension.service.doDefinition(document, onAlias)).toHaveLength(1);
    expect(await editor.connection.sendRequest('textDocument/definition', onAlias)).toBeNull();
    const onPath = { textDocument, position: { line: 3, character: 10 } };
    expect(extension.service.doDefinition(document, onPath)).toBeUndefined();
    expect(await editor.connection.sendRequest<Location[]>('textDocument/definition', onPath)).toHaveLength(1);
    // It has no references at all.
    const references = { ...onAlias, context: { includeDeclaration: true } };
    expect(await editor.connection.sendRequest<Location[]>('textDocument/references', references)).toHaveLength(2);
  });

  it('completes and explains what the extension does not', async () => {
    const text = '#cloud-config\nruncmd: [a]\nntp:\n  \n';
    const uri = await editor.open('a.yaml', text);
    const extension = new YamlExtension();
    const document = extension.open(uri, text);
    const position = { line: 3, character: 2 };
    expect((await extension.service.doComplete(document, position, false)).items).toEqual([]);
    const ours = await editor.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri },
      position,
    });
    expect(ours.map(({ label }) => label)).toContain('servers');
    expect(await extension.service.doHover(document, { line: 1, character: 2 })).toBeNull();
    expect(
      await editor.connection.sendRequest('textDocument/hover', {
        textDocument: { uri },
        position: { line: 1, character: 2 },
      }),
    ).not.toBeNull();
  });

  it('replaces the schema of the extension for cloud-configs', async () => {
    const text = '#cloud-config\nruncmnd: [a]\nntp:\n  \n';
    const uri = await editor.open('cloud-init.yaml', text);
    const schema = {
      type: 'object',
      properties: { ntp: { description: 'theirs', type: 'object', properties: { servers: {} } } },
      additionalProperties: false,
    };
    const extension = new YamlExtension({ 'cloud-init.yaml': schema });
    const said = async (): Promise<readonly [number, number, boolean]> => {
      const document = extension.open(uri, text);
      return [
        (await extension.service.doValidation(document, false)).filter(({ message }) =>
          JSON.stringify(message).includes('runcmnd'),
        ).length,
        (await extension.service.doComplete(document, { line: 3, character: 2 }, false)).items.length,
        JSON.stringify(await extension.service.doHover(document, { line: 2, character: 1 })).includes('theirs'),
      ];
    };
    // By itself it says what we say.
    expect(await said()).toEqual([1, 1, true]);
    extension.setSchemaAside();
    expect(await said()).toEqual([0, 0, false]);
    expect((await editor.diagnostics(uri)).map(({ code }) => code)).toContain('cloud-config/unknown-key');
  });

  it.each([
    ['#cloud-config', true],
    ['\ufeff#cloud-config  ', true],
    ['#Cloud-Config', true],
    ['#cloud-config-archive', false],
    ['# cloud-config', false],
    ['', false],
    ['apiVersion: v1', false],
  ])('replaces the schema for %j: %s', (firstLine, isOurs) => {
    expect(schemaForYamlExtension(firstLine) !== undefined).toBe(isOurs);
  });
});
