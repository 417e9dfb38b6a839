import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeVirtual,
  closeAll,
  codeOf,
  configPath,
  eventually,
  hoversAt,
  openFile,
  openSample,
  openText,
  ours,
  positionAfter,
  replace,
} from './editor.js';

const decodeCommand = 'aksBootstrap.decodePayloads';

/** Waits for a code lens whose title begins with `title`, and runs its command as a click does. */
async function followLens(document: vscode.TextDocument, title: string): Promise<void> {
  const lens = await eventually(`a lens ${title}`, async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      100,
    );
    return lenses.find(({ command }) => command?.title.startsWith(title));
  });
  assert.ok(lens.command);
  await vscode.commands.executeCommand(lens.command.command, ...((lens.command.arguments ?? []) as unknown[]));
}

/** Puts the cursor after `from`, or selects from the start of `from` to the end of `to`. */
function select(document: vscode.TextDocument, from: string, to = from): void {
  const editor = vscode.window.visibleTextEditors.find((candidate) => candidate.document === document);
  assert.ok(editor);
  const end = positionAfter(document, to);
  const start = from === to ? end : document.positionAt(document.offsetAt(positionAfter(document, from)) - from.length);
  editor.selection = new vscode.Selection(start, end);
}

const active = (): string | undefined => vscode.window.activeTextEditor?.document.uri.path;

describe('decoding', () => {
  afterEach(closeAll);

  it('opens the files that Bicep and Terraform source reads, and checks them while they are edited', async () => {
    const sources = {
      'main.tf': 'resource "azurerm_linux_virtual_machine" "a" {\n  custom_data = filebase64("init.yaml")\n}\n',
      'main.bicep':
        "resource a 'Microsoft.Compute/virtualMachines@2024-03-01' = {\n  properties: { osProfile: { customData: loadFileAsBase64('init.yaml') } }\n}\n",
    };
    for (const [name, content] of Object.entries(sources)) {
      const wrong = '#cloud-config\nhostnme: a\n';
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      assert.ok(folder);
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'init.yaml'), Buffer.from(wrong));
      const source = await openFile(name, content);
      const codesOf = (): (string | undefined)[] => ours(source).map(codeOf);
      const found = await eventually(`a problem of the file that ${name} reads`, () =>
        ours(source).find((problem) => codeOf(problem) === 'cloud-config/unknown-key'),
      );
      assert.equal(source.getText(found.range).replace(/['"]/g, ''), 'init.yaml');
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        source.uri,
        100,
      );
      assert.ok(links.some(({ target }) => target?.path.endsWith('/init.yaml') === true));
      await followLens(source, 'Decode customData');
      await eventually('the file itself', () => (active()?.endsWith('/init.yaml') === true ? true : undefined));
      const file = vscode.window.activeTextEditor?.document;
      assert.ok(file?.uri.scheme === 'file');
      await replace(file, 'hostnme', 'hostname');
      await eventually(`no problem in ${name}`, () => (codesOf().length === 0 ? true : undefined));
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await eventually(`the problem in ${name} again`, () => (codesOf().length > 0 ? true : undefined));
      await closeAll();
    }
  });

  it('opens layer after layer by code lenses, and goes back to the position in each outer document', async () => {
    const document = await openSample('vmss.json');
    await followLens(document, 'Decode customData');
    const mime = await activeVirtual(/customData$/);
    await followLens(mime, 'Open text/cloud-boothook');
    const script = await activeVirtual(/part 1$/);
    assert.equal(script.languageId, 'shellscript');
    await followLens(script, 'Decode aks-node-controller-config.json');
    const config = await activeVirtual(/aks-node-controller-config\.json$/);
    assert.equal(config.languageId, 'json');
    assert.equal(vscode.window.tabGroups.all.length, 2, 'layers share one group');

    await followLens(config, 'Back to text/cloud-boothook');
    await eventually('the script is active', () => (active() === script.uri.path ? true : undefined));
    const selected = script.getText(vscode.window.activeTextEditor?.selection);
    assert.match(Buffer.from(selected, 'base64').toString(), /"version": "v1"/);
    await vscode.window.showTextDocument(config);
    await vscode.commands.executeCommand('aksBootstrap.showPayloadPlace', document.uri.toString(), configPath, []);
    await eventually('the file is active', () => (active() === document.uri.path ? true : undefined));
    assert.match(document.getText(vscode.window.activeTextEditor?.selection), /^"TUlNRS1WZXJzaW9u/);
  });

  it('goes back from a decoded payload by a command', async () => {
    const document = await openSample('vmss.json');
    await followLens(document, 'Decode harbour-agent › script');
    await activeVirtual(/script$/);
    await vscode.commands.executeCommand('aksBootstrap.showPayloadPlace');
    await eventually('the file is active', () => (active() === document.uri.path ? true : undefined));
  });

  it('opens the payload at the cursor, as Go to Definition does', async () => {
    const document = await openSample('vmss.json');
    await eventually('lenses', async () =>
      (await hoversAt(document, '"TUlNRS1')).join('').includes('2 parts') ? true : undefined,
    );
    select(document, '"TUlNRS1');
    await vscode.commands.executeCommand('aksBootstrap.decodeAtCursor');
    const mime = await activeVirtual(/customData$/);
    await closeAll();
    const again = await openSample('vmss.json');
    const found = await eventually('a definition', async () => {
      const links = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
        'vscode.executeDefinitionProvider',
        again.uri,
        positionAfter(again, '"TUlNRS1'),
      );
      return links[0];
    });
    const target = found instanceof vscode.Location ? found.uri : found.targetUri;
    assert.equal(target.toString(), mime.uri.toString());
    const opened = await vscode.workspace.openTextDocument(target);
    assert.match(opened.getText(), /^MIME-Version/);
  });

  it('opens a linked decoded script in the language of shell scripts', async () => {
    const document = await openSample('vmss.json');
    await eventually('lenses', async () =>
      (await hoversAt(document, '"TUlNRS1')).join('').includes('2 parts') ? true : undefined,
    );
    const [link] = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      positionAfter(document, '"script": "'),
    );
    assert.ok(link);
    const target = link instanceof vscode.Location ? link.uri : link.targetUri;
    await vscode.window.showTextDocument(target);
    await eventually('the language', () =>
      vscode.window.activeTextEditor?.document.languageId === 'shellscript' ? true : undefined,
    );
  });

  it('decodes the selection in any document, and the string at the cursor', async () => {
    const blob = Buffer.from('#cloud-config\nruncmd: [ls]\n').toString('base64');
    const mail = await openText(`Hello,\nthis is it: ${blob}, bye`, 'markdown');
    select(mail, blob.slice(0, 5), blob);
    await vscode.commands.executeCommand('aksBootstrap.decodeSelection');
    const decoded = await activeVirtual(/selection\.txt$/);
    assert.equal(decoded.getText(), '#cloud-config\nruncmd: [ls]\n');
    assert.equal(decoded.languageId, 'yaml');
    await closeAll();
    const other = await openText('{"x": "{\\"a\\": 1}"}', 'json');
    select(other, '"{\\"a');
    await vscode.commands.executeCommand('aksBootstrap.decodeAtCursor');
    const string = await activeVirtual(/string\.txt$/);
    assert.equal(string.getText(), '{"a": 1}');
  });

  it('decodes the clipboard with diagnostics, and keeps its text while its payloads are open', async () => {
    const config = '{ "version": "v1", "vm_sise": "x" }';
    const script = `#!/bin/bash\ncat <<'EOF' | base64 -d >/opt/azure/containers/aks-node-controller-config.json\n${Buffer.from(config).toString('base64')}\nEOF\n`;
    await vscode.env.clipboard.writeText(Buffer.from(script).toString('base64'));
    const done = vscode.commands.executeCommand('aksBootstrap.decodeClipboard');
    const outer = await eventually('the list is open and its first choice opens', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      const document = vscode.window.activeTextEditor?.document;
      return document?.uri.scheme === 'aks-bootstrap-payload' ? document : undefined;
    });
    await done;
    assert.equal(outer.languageId, 'shellscript');
    await followLens(outer, 'Decode aks-node-controller-config.json');
    const decoded = await activeVirtual(/aks-node-controller-config\.json$/);
    const found = await eventually('a problem', () =>
      ours(decoded).find((diagnostic) => codeOf(diagnostic) === 'contract/unknown-field'),
    );
    assert.equal(decoded.getText(found.range), '"vm_sise"');
    const hovers = await eventually('a hover', async () => {
      const contents = await hoversAt(decoded, '"version');
      return contents.length > 0 ? contents : undefined;
    });
    assert.match(hovers.join('\n'), /version/);
    await followLens(decoded, 'Back to clipboard.txt');
    await eventually('the pasted text', () => (active()?.endsWith('clipboard.txt') === true ? true : undefined));
  });

  it('opens nothing if there is nothing to decode', async () => {
    await openText('hello there\n', 'plaintext');
    await assert.doesNotReject(async () => vscode.commands.executeCommand(decodeCommand));
    assert.doesNotMatch(vscode.window.activeTextEditor?.document.uri.scheme ?? '', /^aks-bootstrap/);
  });
});
