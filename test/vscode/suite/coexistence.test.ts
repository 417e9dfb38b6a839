import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, codeOf, configWith, eventually, labelsAt, openSample, openText, ours } from './editor.js';

describe("together with VS Code's own language support", () => {
  afterEach(closeAll);

  it('a JSON syntax error is reported once', async () => {
    const document = await openText(
      '{ "version": "v1", "kubelet_config": { "kubelet_flags": { "--max-pods": "110" } "x": 1 } }\n',
      'json',
    );
    await eventually('VS Code reports the syntax error', () =>
      vscode.languages.getDiagnostics(document.uri).some((diagnostic) => diagnostic.source !== 'aks-bootstrap')
        ? true
        : undefined,
    );
    // Our other diagnostics are still reported, such as the unknown field.
    await eventually('our own diagnostic', () =>
      ours(document).some((diagnostic) => codeOf(diagnostic) === 'contract/unknown-field') ? true : undefined,
    );
    assert.deepEqual(
      ours(document)
        .map(codeOf)
        .filter((code) => code.startsWith('json/')),
      [],
    );
  });

  it('VS Code reports nothing in a node config that is valid JSON', async () => {
    const document = await openSample('faulty.node-config.json');
    await eventually('our diagnostics', () => (ours(document).length > 0 ? true : undefined));
    assert.deepEqual(
      vscode.languages.getDiagnostics(document.uri).filter((diagnostic) => diagnostic.source !== 'aks-bootstrap'),
      [],
    );
  });

  it('completion offers each field once', async () => {
    const document = await openText('{\n  "version": "v1",\n  "gpu_config": { "" }\n}\n', 'json');
    const labels = await eventually('our completions', async () => {
      const found = await labelsAt(document, '"gpu_config": { "');
      return found.includes('enable_nvidia') ? found : undefined;
    });
    assert.deepEqual(labels, [...new Set(labels)]);
  });

  it("the outline and folding of JSON are VS Code's own, without duplicates", async () => {
    const text = configWith({ vm_size: 'Standard_D4s_v5' });
    const document = await openText(text, 'json');
    const symbols = await eventually('the outline', async () => {
      const found = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
        'vscode.executeDocumentSymbolProvider',
        document.uri,
      );
      return found === undefined || found.length === 0 ? undefined : found;
    });
    assert.deepEqual(
      symbols.map(({ name }) => name),
      Object.keys(JSON.parse(text) as object),
    );
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    const starts = folds.map(({ start }) => start);
    assert.deepEqual(starts, [...new Set(starts)]);
  });

  it('Format Document works without a choice between formatters', async () => {
    const document = await openText('{"version":"v1","cluster_config":{"location":"eastus"}}', 'json');
    // With two formatters, VS Code would ask which to use and format nothing.
    await vscode.commands.executeCommand('editor.action.formatDocument');
    assert.match(document.getText(), /^\{\n +"version": "v1",\n/);
  });

  it('fields without effect are faded', async () => {
    const document = await openText(configWith({ custom_linux_os_config: { swap_file_size: 1500 } }), 'json');
    const found = await eventually('the diagnostic', () =>
      ours(document).find((diagnostic) => document.getText(diagnostic.range) === '"swap_file_size"'),
    );
    assert.deepEqual(found.tags, [vscode.DiagnosticTag.Unnecessary]);
  });

  it('a YAML syntax error is reported by the extension', async () => {
    const document = await openText('#cloud-config\nruncmd:\n  - [ls\nhostname: a\n', 'yaml');
    const found = await eventually('the syntax error', () =>
      ours(document).find((diagnostic) => codeOf(diagnostic) === 'yaml/syntax'),
    );
    assert.ok(found.range.start.line >= 2);
  });
});
