/**
 * Prepares the extension for translation: `npm run l10n`. Moves the user-visible strings of package.json to
 * package.nls.json, and lists those of the client in l10n/bundle.l10n.json. `--check` writes nothing and fails if
 * something is out of date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

/** Replaces each string of the manifest by a key, and returns the strings by key. `known` contains the existing strings. */
export function localized(manifest, known) {
  const strings = {};
  const keyed = (value, key) => {
    const [, given] = typeof value === 'string' ? (/^%(.+)%$/.exec(value) ?? []) : [];
    if (given !== undefined) {
      if (!(given in known)) throw new Error(`${given} is missing in package.nls.json`);
      strings[given] = known[given];
      return value;
    }
    if (typeof value !== 'string' || value === '') return value;
    strings[key] = value;
    return `%${key}%`;
  };
  /** A copy of the object in which the members `names` are keys. */
  const withKeys = (object, prefix, names) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        if (!names.includes(name)) return [name, value];
        const key = `${prefix}.${name}`;
        return [name, Array.isArray(value) ? value.map((one, at) => keyed(one, `${key}.${at}`)) : keyed(value, key)];
      }),
    );
  const all = (list, by, prefix, names) => list?.map((one) => withKeys(one, `${prefix}.${one[by]}`, names));
  const { contributes, capabilities } = manifest;
  const changed = {
    commands: all(contributes.commands, 'command', 'command', ['title', 'shortTitle']),
    submenus: all(contributes.submenus, 'id', 'submenu', ['label']),
    viewsContainers: each(contributes.viewsContainers, (list) => all(list, 'id', 'container', ['title'])),
    views: each(contributes.views, (list) => all(list, 'id', 'view', ['name', 'contextualTitle'])),
    viewsWelcome: contributes.viewsWelcome?.map((one, at) => withKeys(one, `welcome.${one.view}.${at}`, ['contents'])),
    walkthroughs: all(contributes.walkthroughs, 'id', 'walkthrough', ['title', 'description'])?.map((walkthrough) => ({
      ...walkthrough,
      steps: all(walkthrough.steps, 'id', `walkthrough.${walkthrough.id}`, ['title', 'description']).map((step) => ({
        ...step,
        media: withKeys(step.media, `walkthrough.${walkthrough.id}.${step.id}`, ['altText']),
      })),
    })),
    languageModelTools: all(contributes.languageModelTools, 'name', 'tool', ['displayName', 'userDescription']),
    colors: all(contributes.colors, 'id', 'color', ['description']),
    configuration: contributes.configuration.map((section) => ({
      ...withKeys(section, `settings.${section.id}`, ['title']),
      properties: Object.fromEntries(
        Object.entries(section.properties).map(([name, property]) => [
          name,
          withKeys(property, `setting.${name}`, [
            'description',
            'markdownDescription',
            'enumDescriptions',
            'patternErrorMessage',
          ]),
        ]),
      ),
    })),
  };
  const trust = withKeys(capabilities.untrustedWorkspaces, 'trust', ['description']);
  return {
    manifest: {
      ...withKeys(manifest, 'extension', ['description']),
      capabilities: { ...capabilities, untrustedWorkspaces: trust },
      // Keep the order of the manifest.
      contributes: Object.fromEntries(
        Object.entries(contributes).map(([name, value]) => [name, changed[name] ?? value]),
      ),
    },
    strings,
  };
}

/** The strings that sources pass to `l10n.t`, in the format for translators. */
export function stringsIn(sources) {
  const found = new Set();
  for (const source of sources) {
    const visit = (node) => {
      if (ts.isCallExpression(node) && /(?:^|\.)l10n\.t$/.test(node.expression.getText())) {
        const [text] = node.arguments;
        if (!ts.isStringLiteralLike(text)) throw new Error(`not a string literal: ${text.getText()}`);
        found.add(text.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  }
  return Object.fromEntries([...found].sort().map((text) => [text, text]));
}

/** The contents of all source files of the client and its pages. */
export function clientSources(root = 'client') {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

function each(object, change) {
  return object && Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function parsed(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { manifest, strings } = localized(parsed('package.json'), parsed('package.nls.json'));
  const wanted = {
    'package.json': manifest,
    'package.nls.json': strings,
    'l10n/bundle.l10n.json': stringsIn(clientSources()),
  };
  for (const [path, value] of Object.entries(wanted)) {
    const options = (await resolveConfig(path)) ?? {};
    const text = await format(JSON.stringify(value), { ...options, filepath: path });
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    if (argv.includes('--check')) {
      console.error(`${path} is out of date: run "npm run l10n" and commit it.`);
      exit(1);
    }
    if (path.includes('/')) mkdirSync('l10n', { recursive: true });
    writeFileSync(path, text);
  }
}
