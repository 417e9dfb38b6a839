import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json';
import texts from '../package.nls.json';
import {
  allProblemCodes,
  assistantTools,
  customDataDialects,
  defaultCloudInitVersion,
  documentKinds,
  severityLevels,
} from '../server/src/core/index.js';
import { lensCommands } from '../server/src/protocol.js';
import { payloadScheme, viewLanguage } from '../server/src/virtualDocuments.js';

interface Setting {
  readonly type: string | readonly string[];
  readonly default?: unknown;
  readonly order?: number;
  readonly enum?: unknown;
  readonly pattern?: string;
  readonly properties?: object;
  readonly propertyNames?: unknown;
  readonly additionalProperties?: Setting;
  readonly patternProperties?: Readonly<Record<string, Setting>>;
  readonly items?: Setting;
}

describe('the manifest', () => {
  const commands = manifest.contributes.commands.map(({ command }) => command);
  const groups = manifest.contributes.configuration;
  const settings = Object.fromEntries(groups.flatMap(({ properties }) => Object.entries<Setting>(properties)));

  it('names files that exist', () => {
    const { walkthroughs } = manifest.contributes;
    const pictures = walkthroughs.flatMap(({ icon, steps }) => [
      icon,
      ...steps.flatMap(({ media }) => Object.values(media.image)),
    ]);
    const entries = [manifest.main, manifest.browser].map((path) => `${path}.js`);
    const languages = manifest.contributes.languages.map(({ configuration }) => configuration);
    const grammars = manifest.contributes.grammars.map(({ path }) => path);
    const files = [...entries, ...languages, ...grammars, manifest.icon, manifest.l10n, ...Object.values(manifest.bin)];
    for (const path of [...files, ...pictures]) expect(existsSync(path), path).toBe(true);
  });

  it('gives all commands and settings the same prefix, and all commands the same category', () => {
    for (const id of [...commands, ...Object.keys(settings)]) expect(id).toMatch(/^aksBootstrap\./);
    for (const { category } of manifest.contributes.commands) expect(category).toBe('AKS Bootstrap');
    expect(commands).toEqual(expect.arrayContaining(Object.values(lensCommands)));
  });

  it('links only existing commands in the walkthrough', () => {
    const [walkthrough] = manifest.contributes.walkthroughs;
    expect(walkthrough?.steps.map(({ id }) => id)).toEqual(['author', 'preview', 'decode', 'explain']);
    const described = Object.entries(texts).filter(([key]) => key.startsWith('walkthrough.'));
    const led = described.flatMap(([, text]) => [...text.matchAll(/\(command:([\w.]+)[?)]/g)].map((match) => match[1]));
    for (const { id, completionEvents } of walkthrough?.steps ?? []) {
      // A command that was started may have done nothing.
      expect(completionEvents).toEqual([`onContext:aksBootstrap.tried.${id}`]);
      expect(texts[`walkthrough.start.${id as 'author'}.description`]).toContain(`openSample?%22${id}%22`);
    }
    expect(led.length).toBeGreaterThan(3);
    for (const id of led) expect(commands).toContain(id);
  });

  it('offers in the command palette what reads a document for the languages that the server receives', () => {
    const conditions = new Map(manifest.contributes.menus.commandPalette.map(({ command, when }) => [command, when]));
    const languages = manifest.activationEvents.flatMap((event) => /^onLanguage:(.*)/.exec(event)?.[1] ?? []);
    for (const name of [
      'chooseNodeImage',
      'setKind',
      'decodePayloads',
      'redactDocument',
      'explainFailure',
      'showTimeline',
    ]) {
      const pattern = /editorLangId =~ \/([^/]+)\//.exec(conditions.get(`aksBootstrap.${name}`) ?? '')?.[1] ?? '';
      expect(
        languages.filter((language) => !new RegExp(pattern).test(language)),
        name,
      ).toEqual([]);
      expect('python', name).not.toMatch(new RegExp(pattern));
    }
    for (const name of ['explainFailure', 'showTimeline'])
      expect(conditions.get(`aksBootstrap.${name}`), name).toContain('resource not in aksBootstrap.nodeConfigs');
  });

  it('offers in the command palette what works on a kind of document only there', () => {
    const { commandPalette } = manifest.contributes.menus;
    const conditionOf = (name: string): string =>
      commandPalette.find(({ command }) => command === `aksBootstrap.${name}`)?.when ?? '';
    const previews = commands.map((id) => id.replace('aksBootstrap.', '')).filter((name) => /^preview[A-Z]/.test(name));
    expect(previews.length).toBeGreaterThan(3);
    for (const name of [...previews, 'compareWithConfig', 'compareWithDeployed', 'compareNodeImages'])
      expect(conditionOf(name), name).toBe(
        'aksBootstrap.documentKind == node-config && resourceScheme != aks-bootstrap',
      );
    for (const name of ['nextExample', 'previousExample', 'openLivePreview'])
      expect(conditionOf(name), name).toContain('documentKind =~ /^(?:node-config|karpenter-options)$/');
    for (const name of ['optionsFromResources', 'addKarpenterSettings', 'compareNodePools'])
      expect(conditionOf(name), name).toContain('aksBootstrap.documentKind == karpenter-options');
    expect(conditionOf('fixEverywhere')).toMatch(/^aksBootstrap\.documentKind && /);
    for (const name of ['showConfig', 'revealSecret', 'hideSecrets', 'copyPreviewWithSecrets'])
      expect(conditionOf(name), name).toBe('resource in aksBootstrap.previews');
    // Kinds in conditions exist: a wrong one would hide the command for ever.
    const named = commandPalette.flatMap(({ when }) => [...when.matchAll(/documentKind == ([\w-]+)/g)]);
    expect(documentKinds).toEqual(expect.arrayContaining([...new Set(named.map((match) => match[1]))]));
  });

  it('has the tools of assistants with their titles', () => {
    const { languageModelTools } = manifest.contributes;
    expect(
      languageModelTools.map(({ name }) => [name, texts[`tool.${name}.displayName` as keyof typeof texts]]),
    ).toEqual(assistantTools.map(({ name, title }) => [name, title]));
  });

  it('has no snippets, which VS Code would offer in every YAML file', () => {
    expect(manifest.contributes).not.toHaveProperty('snippets');
  });

  it("offers a new node config in VS Code's list of new files", () => {
    const [entry] = manifest.contributes.menus['file/newFile'];
    expect(entry?.command).toBe('aksBootstrap.newNodeConfig');
    const command = manifest.contributes.commands.find((candidate) => candidate.command === entry?.command);
    // The list of new files shows short titles.
    expect(command).toHaveProperty('shortTitle');
  });

  it("leaves node configs to the server, because VS Code's JSON support would repeat its problems", () => {
    expect(manifest.contributes).not.toHaveProperty('jsonValidation');
    // Defaults are only for the language of our own documents.
    expect(Object.keys(manifest.contributes.configurationDefaults)).toEqual([`[${viewLanguage}]`]);
  });

  it('has a language for its own documents, which no file has', () => {
    const [language] = manifest.contributes.languages;
    expect(Object.keys(language ?? {}).sort()).toEqual(['aliases', 'configuration', 'id']);
    expect([language?.id, manifest.contributes.grammars[0]?.language]).toEqual([viewLanguage, viewLanguage]);
  });

  it('has settings in groups with titles, each in its order, and each once', () => {
    expect(groups.map(({ title }) => texts[title.slice(1, -1) as keyof typeof texts])).toEqual([
      'Documents and Nodes',
      'Problems',
      'Previews',
      'Karpenter',
      'Code Lenses and Hints',
      'Decoded Payloads',
      'Language Server',
    ]);
    expect(groups.map(({ order }) => order)).toEqual(groups.map((_, index) => index + 1));
    for (const { properties } of groups) {
      const orders = Object.values<Setting>(properties).map(({ order }) => order);
      expect(orders).toEqual(orders.map((_, index) => index + 1));
    }
    expect(groups.flatMap(({ properties }) => Object.keys(properties))).toEqual(Object.keys(settings));
  });

  it('has the same choices and defaults for settings as the core', () => {
    expect(settings['aksBootstrap.customData.dialect']?.enum).toEqual(customDataDialects);
    expect(settings['aksBootstrap.cloudInit.version']?.default).toBe(defaultCloudInitVersion.text);
  });

  it('offers each problem code as a key of the setting for severities', () => {
    const severity = settings['aksBootstrap.problems.severity'];
    expect(Object.keys(severity?.properties ?? {})).toEqual(allProblemCodes);
    expect(severity?.patternProperties?.['']?.enum).toEqual(severityLevels);
  });

  it("ignores all settings of untrusted folders whose values aren't a choice or of a checked form", () => {
    const isChecked = (setting: Setting): boolean =>
      [setting.type].flat().every((type) => {
        if (type === 'boolean' || setting.enum !== undefined) return true;
        if (type === 'string') return setting.pattern !== undefined;
        const inner = setting.additionalProperties ?? setting.patternProperties?.[''] ?? setting.items;
        return (type === 'array' || setting.propertyNames !== undefined) && inner !== undefined && isChecked(inner);
      });
    const free = Object.entries(settings).flatMap(([id, setting]) => (isChecked(setting) ? [] : [id]));
    expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(free.toSorted());
  });

  it('activates only for languages, workspace content, and restored reports, timelines and texts', () => {
    const others = manifest.activationEvents.filter((event) => !/^(?:onLanguage|workspaceContains):/.test(event));
    expect(others).toEqual([
      'onWebviewPanel:aksBootstrap.caseReport',
      'onWebviewPanel:aksBootstrap.fleetReport',
      'onWebviewPanel:aksBootstrap.report',
      'onWebviewPanel:aksBootstrap.timeline',
      `onFileSystem:${payloadScheme}`,
      'onFileSystem:aks-bootstrap-text',
    ]);
  });

  it('pins every dependency', () => {
    for (const [name, version] of Object.entries(manifest.devDependencies))
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(manifest).not.toHaveProperty('dependencies');
  });
});
