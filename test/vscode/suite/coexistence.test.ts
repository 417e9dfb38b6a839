import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, codeOf, eventually, openText, ours } from './editor';

describe('beside VS Code itself', () => {
  afterEach(closeAll);

  it('a JSON syntax error appears once', async () => {
    const document = await openText(
      '{ "version": "v1", "kubelet_config": { "kubelet_flags": { "--max-pods": "110" } "x": 1 } }\n',
      'json',
    );
    await eventually('VS Code reports the syntax error', () =>
      vscode.languages.getDiagnostics(document.uri).some((diagnostic) => diagnostic.source !== 'aks-bootstrap')
        ? true
        : undefined,
    );
    // Ours are there too, as the unknown field shows: the syntax error is just not among them.
    await eventually('our own finding', () =>
      ours(document).some((diagnostic) => codeOf(diagnostic) === 'contract/unknown-field') ? true : undefined,
    );
    assert.deepEqual(
      ours(document)
        .map(codeOf)
        .filter((code) => code.startsWith('json/')),
      [],
    );
  });

  it('a YAML syntax error is ours, since VS Code has none of its own', async () => {
    const document = await openText('#cloud-config\nruncmd:\n  - [ls\nhostname: a\n', 'yaml');
    const found = await eventually('the syntax error', () =>
      ours(document).find((diagnostic) => codeOf(diagnostic) === 'yaml/syntax'),
    );
    assert.ok(found.range.start.line >= 2);
  });
});
