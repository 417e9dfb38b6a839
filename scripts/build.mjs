/**
 * Builds the bundles in dist/: the VS Code client, the page of its webview, the language server, the command line, and the
 * test suite that runs inside VS Code. `--watch` rebuilds after changes, `--production` minifies, `--npm` builds only what
 * the npm package contains.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { argv, exit } from 'node:process';
import { build, context } from 'esbuild';
import ts from 'typescript';
import { coreBundles } from './lib/coreParts.mjs';

const watch = argv.includes('--watch');
const production = argv.includes('--production');
const npmOnly = argv.includes('--npm');

/** Options of every bundle. `mainFields` prefers ES modules, because UMD builds of some packages can't be bundled. */
const shared = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  mainFields: ['module', 'main'],
  // Neither package has them.
  sourcemap: !npmOnly,
  minify: production,
  legalComments: 'none',
  logLevel: 'info',
};

/**
 * Imports the core from `core.js` beside the bundle, so that it is shipped only once, and loads it when one of its exports
 * is first used: a server can answer `initialize`, and the command line print its help, without the core.
 */
const coreBeside = coreFrom("require('./core.js')");

/** The same in a web worker, whose client sends in the first message where `core.js` is; see `server/src/browser.ts`. */
const coreInWorker = coreFrom("self.aksBootstrapLoad('core.js')");

/** `core` is an expression for the exports of the core. */
function coreFrom(core) {
  return {
    name: 'core-beside',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\/core\/index\.js$/ }, () => ({ path: coreEntry, namespace: 'core-beside' }));
      onResolve({ filter: /^\.\/core\.js$/, namespace: 'core-beside' }, () => ({ path: './core.js', external: true }));
      onLoad({ filter: /./, namespace: 'core-beside' }, () => ({ contents: exportsOnDemand(core) }));
    },
  };
}
const coreEntry = 'server/src/core/index.ts';
const libraryEntry = 'server/src/library/index.ts';

/**
 * Loads the larger modules of Node when one of their exports is first used: a server or command that starts needs none or few
 * of them, and the library for messages imports some for pipes and processes, which our server never opens.
 */
const builtinsOnDemand = {
  name: 'builtins-on-demand',
  setup({ onResolve, onLoad }) {
    const namespace = 'builtin-on-demand';
    const filter = /^(?:node:)?(?:child_process|crypto|v8|worker_threads|zlib)$/;
    onResolve({ filter }, ({ path, namespace: from }) =>
      from === namespace ? { path, external: true } : { path, namespace },
    );
    onLoad({ filter: /./, namespace }, ({ path }) => ({ contents: exportsOnDemand(`require('${path}')`) }));
  },
};

/**
 * A module with the exports of another one. `loaded` is an expression for these, which is evaluated when one of them is first used.
 * They are inherited, because an importer copies the own properties of a module before that, and an importer keeps what it
 * has used.
 */
function exportsOnDemand(loaded) {
  return `const get = (_, name, importer) => {
      const value = name === '__esModule' || ${loaded}[name];
      Object.defineProperty(importer, name, { value });
      return value;
    };
    module.exports = Object.create(new Proxy({}, { get }));`;
}

/** Imports the language server and the command line from bundles beside this one, so that both are shipped only once. */
const mainBeside = {
  name: 'main-beside',
  setup({ onResolve }) {
    onResolve({ filter: /\/main\.js$/ }, ({ resolveDir, path }) => {
      const isServer = join(resolveDir, path) === resolve('server/src/main.js');
      return { path: isServer ? './languageServer.js' : './commands.js', external: true };
    });
  },
};

/** Imports the server for assistants from `mcp.js` beside the bundle, because only one command needs its SDK. */
const mcpBeside = {
  name: 'mcp-beside',
  setup({ onResolve }) {
    onResolve({ filter: /\/mcp\/server\.js$/ }, () => ({ path: './mcp.js', external: true }));
  },
};

/** Leaves out the validator of the SDK for what users enter, which generates code; our server never asks users. */
const withoutValidator = {
  name: 'without-validator',
  setup({ onLoad }) {
    onLoad({ filter: /\/validation\/ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};

/** Imports the features and the connection to the server from files of their own, because VS Code waits until the client is loaded. */
const featuresBeside = {
  name: 'features-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/nodeConnection\.js$/ }, () => ({ path: './connection.js', external: true }));
    onResolve({ filter: /^\.\/extension\.js$/ }, () => ({ path: './features.js', external: true }));
  },
};

/** Uses what browsers have instead of Node's zlib and hashes. */
const browserPlatform = {
  name: 'browser-platform',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/platform\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, 'platform.browser.ts'),
    }));
  },
};

const besideCore = { ...shared, plugins: [coreBeside] };

/** require() is faster than Node's import(). */
const onDemand = { ...shared, supported: { 'dynamic-import': false } };

/** Options for bundles that run in a browser; esbuild fails if one imports a Node module. */
const browser = { ...shared, platform: 'browser', mainFields: ['browser', 'module', 'main'], target: 'es2023' };

/** The npm package: command line, server and library. */
const npmBundles = [
  ...(await coreBundles(shared)),
  {
    ...shared,
    plugins: [coreBeside, builtinsOnDemand],
    entryPoints: { languageServer: 'server/src/main.ts', watchdog: 'server/src/watchdog.ts' },
    outdir: 'dist',
  },
  {
    ...onDemand,
    plugins: [coreBeside, builtinsOnDemand, mainBeside, mcpBeside],
    entryPoints: { commands: 'server/src/cli/main.ts' },
    outdir: 'dist',
  },
  // What is started: they decide what to load.
  {
    ...onDemand,
    plugins: [builtinsOnDemand, mainBeside],
    entryPoints: { server: 'server/src/start.ts' },
    outdir: 'dist',
  },
  {
    ...onDemand,
    plugins: [builtinsOnDemand, mainBeside],
    entryPoints: { cli: 'server/src/cli/start.ts' },
    outdir: 'dist',
    banner: { js: '#!/usr/bin/env node' },
  },
  { ...shared, plugins: [withoutValidator], entryPoints: { mcp: 'server/src/mcp/server.ts' }, outdir: 'dist' },
  { ...besideCore, entryPoints: { library: libraryEntry }, outdir: 'dist' },
  {
    ...browser,
    plugins: [coreBeside, browserPlatform],
    format: 'cjs',
    entryPoints: { 'library.browser': libraryEntry },
    outdir: 'dist',
  },
];

/** What else the extension needs, and its tests. */
const extensionBundles = [
  {
    ...shared,
    plugins: [featuresBeside],
    // require() is faster than Node's import().
    supported: { 'dynamic-import': false },
    entryPoints: {
      client: 'client/src/node.ts',
      features: 'client/src/extension.ts',
      connection: 'client/src/nodeConnection.ts',
    },
    outdir: 'dist',
    external: ['vscode'],
  },
  { ...browser, entryPoints: { client: 'client/src/browser.ts' }, outdir: 'dist/web', external: ['vscode'] },
  {
    ...browser,
    format: 'iife',
    plugins: [coreInWorker],
    entryPoints: { server: 'server/src/browser.ts' },
    outdir: 'dist/web',
  },
  {
    ...browser,
    format: 'iife',
    entryPoints: [
      { in: 'client/webview/failures/main.ts', out: 'failures' },
      { in: 'client/webview/failures/failures.css', out: 'failures' },
      { in: 'client/webview/start/main.ts', out: 'start' },
      { in: 'client/webview/start/start.css', out: 'start' },
    ],
    outdir: 'dist/webview',
  },
  {
    ...shared,
    entryPoints: ['test/vscode/suite/index.ts'],
    outfile: 'dist/test/vscode/suite.cjs',
    external: ['vscode', 'mocha'],
    minify: false,
  },
];

const bundles = npmOnly ? npmBundles : [...npmBundles, ...extensionBundles];

if (watch) {
  const contexts = await Promise.all(
    bundles.map((options) => context({ ...options, plugins: [...(options.plugins ?? []), announce()] })),
  );
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  const outcomes = await Promise.allSettled(bundles.map((options) => build({ ...options, metafile: true })));
  // esbuild has already printed the errors.
  if (outcomes.some((outcome) => outcome.status === 'rejected')) exit(1);
  await writeDeclarations();
  if (!npmOnly) {
    await copySamples();
    await writeMetafile(outcomes.map(({ value }) => value.metafile));
  }
}

/** Writes the types of the library: of its functions, and of what they accept and return. */
async function writeDeclarations() {
  await mkdir('dist/types', { recursive: true });
  for (const path of [libraryEntry, 'server/src/library/types.ts']) {
    const { outputText } = ts.transpileDeclaration(await readFile(path, 'utf8'), {
      fileName: path,
      compilerOptions: { target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
      reportDiagnostics: false,
    });
    await writeFile(join('dist/types', basename(path).replace(/\.ts$/, '.d.ts')), outputText);
  }
}

/** Copies the samples for the extension, with a list of their names, because VS Code for the Web can't list the folder. */
async function copySamples() {
  await rm('dist/samples', { recursive: true, force: true });
  await cp('test/samples', 'dist/samples', { recursive: true });
  const entries = await readdir('test/samples', { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const names = files.map((file) => relative('test/samples', file).replaceAll('\\', '/')).sort();
  await writeFile('dist/samples/index.json', JSON.stringify(names));
}

/** Writes the inputs of each shipped bundle, for the notices. */
async function writeMetafile(metafiles) {
  const inputs = Object.assign({}, ...metafiles.map((metafile) => metafile.inputs));
  const outputs = Object.entries(Object.assign({}, ...metafiles.map((metafile) => metafile.outputs)));
  const shipped = outputs.filter(([path]) => path.endsWith('.js') && !path.startsWith('dist/test/'));
  await writeFile('dist/metafile.json', JSON.stringify({ inputs, outputs: Object.fromEntries(shipped) }));
}

/** Prints the lines that an editor's problem matcher waits for. */
function announce() {
  return {
    name: 'announce',
    setup({ onStart, onEnd }) {
      onStart(() => console.log('[watch] build started'));
      onEnd(() => console.log('[watch] build finished'));
    },
  };
}
