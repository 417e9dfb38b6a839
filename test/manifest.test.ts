import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json';
import texts from '../package.nls.json';
import snippets from '../snippets/cloud-config.json';
import { allProblemCodes, customDataDialects, defaultCloudInitVersion } from '../server/src/core/index.js';
import { lensCommands } from '../server/src/protocol.js';
import { analyse } from './support/analyse.js';
import { expandSnippet } from './support/snippet.js';
import { payloadScheme } from '../server/src/virtualDocuments.js';
import { clientSources } from '../scripts/l10n.mjs';

describe('the manifest', () => {
  const commands = manifest.contributes.commands.map(({ command }) => command);
  const settings = manifest.contributes.configuration[0]?.properties;

  it('names files that are there', () => {
    const { snippets, walkthroughs } = manifest.contributes;
    const pictures = walkthroughs.flatMap(({ icon, steps }) => [icon, ...steps.map(({ media }) => media.image)]);
    const files = [manifest.main, manifest.browser, manifest.icon, manifest.l10n, ...Object.values(manifest.bin)];
    for (const path of [...files, ...pictures, ...snippets.map(({ path }) => path)])
      expect(existsSync(path), path).toBe(true);
  });

  it('puts commands and settings under one prefix, commands under one category', () => {
    for (const id of [...commands, ...Object.keys(settings ?? {})]) expect(id).toMatch(/^aksBootstrap\./);
    for (const { category } of manifest.contributes.commands) expect(category).toBe('AKS Bootstrap');
    expect(commands).toEqual(expect.arrayContaining(Object.values(lensCommands)));
  });

  it('registers what it contributes', () => {
    const client = clientSources().join('\n');
    for (const id of commands) {
      const constant = Object.entries(lensCommands).find(([, value]) => value === id)?.[0];
      expect(client).toContain(constant === undefined ? `'${id}'` : `lensCommands.${constant}`);
    }
  });

  it('leads in the walkthrough to commands that there are', () => {
    const [walkthrough] = manifest.contributes.walkthroughs;
    expect(walkthrough?.steps.map(({ id }) => id)).toEqual(['author', 'preview', 'decode', 'explain']);
    const described = Object.entries(texts).filter(([key]) => key.startsWith('walkthrough.'));
    const led = described.flatMap(([, text]) => [...text.matchAll(/\(command:([\w.]+)[?)]/g)].map((match) => match[1]));
    const completed = walkthrough?.steps.flatMap(({ completionEvents }) =>
      completionEvents.flatMap((event) => /^onCommand:(.*)/.exec(event)?.[1] ?? []),
    );
    for (const { id, completionEvents } of walkthrough?.steps ?? []) {
      expect(completionEvents).toContain(`onContext:aksBootstrap.tried.${id}`);
      expect(texts[`walkthrough.start.${id as 'author'}.description`]).toContain(`openSample?%22${id}%22`);
    }
    expect(led.length).toBeGreaterThan(3);
    for (const id of [...led, ...(completed ?? [])]) expect(commands).toContain(id);
  });

  it('registers the tools that it describes', () => {
    const client = readFileSync('client/src/assistantTools.ts', 'utf8');
    for (const { name, inputSchema } of manifest.contributes.languageModelTools) {
      expect(client).toContain(`${name}:`);
      expect(Object.keys(inputSchema.properties)).toEqual(expect.arrayContaining(['file', 'text']));
    }
  });

  it('brings snippets in which nothing is wrong', () => {
    for (const { body } of Object.values(snippets)) {
      const { text } = expandSnippet(body.join('\n'));
      const whole = text.startsWith('#cloud-config') ? text : `#cloud-config\nwrite_files:\n${text}\n`;
      const analysis = analyse('cloud-config.yaml', whole);
      expect(analysis.problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    }
  });

  it('offers a new node config where VS Code offers new files', () => {
    const [entry] = manifest.contributes.menus['file/newFile'];
    expect(entry?.command).toBe('aksBootstrap.newNodeConfig');
    const command = manifest.contributes.commands.find((candidate) => candidate.command === entry?.command);
    // The list of new files shows the short title, as the other entries of it do.
    expect(command).toHaveProperty('shortTitle');
  });

  it("leaves node configs to the server: VS Code's JSON support would say the same things again", () => {
    expect(manifest.contributes).not.toHaveProperty('jsonValidation');
    expect(manifest.contributes).not.toHaveProperty('configurationDefaults');
  });

  it('offers the choices that the core knows', () => {
    expect(settings?.['aksBootstrap.customData.dialect'].enum).toEqual(customDataDialects);
    expect(settings?.['aksBootstrap.cloudInit.version'].default).toBe(defaultCloudInitVersion.text);
    expect(allProblemCodes.length).toBeGreaterThan(40);
  });

  it('starts for languages, workspace content, and timelines and payloads that were kept only', () => {
    const client = readFileSync('client/src/failures/timelines.ts', 'utf8');
    const view = /timelineView = '([\w.]+)'/.exec(client)?.[1];
    const others = manifest.activationEvents.filter((event) => !/^(?:onLanguage|workspaceContains):/.test(event));
    expect(others).toEqual([`onWebviewPanel:${view}`, `onFileSystem:${payloadScheme}`]);
  });

  it('ships the page of the timeline', () => {
    const shipped = readFileSync('.vscodeignore', 'utf8');
    for (const file of ['timeline.js', 'timeline.css']) expect(shipped).toContain(`!dist/webview/${file}\n`);
  });

  it('pins every dependency', () => {
    for (const [name, version] of Object.entries(manifest.devDependencies))
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(manifest).not.toHaveProperty('dependencies');
  });
});
