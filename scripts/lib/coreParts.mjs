/**
 * Divides the bundle of the core into parts that are loaded when something of them is first used, because compiling all of the
 * core takes longer than checking a small document. The sources import each other as usual: where an import crosses the border of a part, the
 * bundle has a module in its place that loads the other part when one of its exports is used. docs/ARCHITECTURE.md explains it.
 */
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { build } from 'esbuild';

const core = 'server/src/core/';

/**
 * The parts, by the beginnings of the paths of their modules in the core; the longest one counts. What is in none of them is
 * in `core.js`, which is loaded first.
 */
const parts = {
  core: [
    'cloudConfig/kind.ts',
    'cloudConfig/userData/contentTypes.ts',
    'cloudConfig/userData/formats.ts',
    'configuration/kind.ts',
    'configuration/settings.ts',
    'failure/exitCodes/table.ts',
    'failure/kind.ts',
    'failure/recognise.ts',
    'failure/times.ts',
    'failure/trace.ts',
    'formats/arm/assemble.ts',
    'formats/bicep/parse.ts',
    'karpenter/kind.ts',
    'karpenter/resources/model.ts',
    'nodeConfig/detect.ts',
    'nodeConfig/kind.ts',
    'nodeConfig/render/dialects.ts',
    'payload/containers/cloudConfigFiles.ts',
    'payload/containers/container.ts',
    'payload/containers/userData.ts',
    'payload/containers/userDataText.ts',
    'results/answer.ts',
    'results/validate.ts',
  ],
  certificates: ['formats/toml.ts', 'formats/x509/'],
  cloudConfig: ['cloudConfig/'],
  configuration: ['configuration/', 'formats/yaml/yaml12.ts'],
  containers: [
    'formats/arm/',
    'formats/bicep/',
    'formats/hcl/',
    'payload/containers/',
    'payload/recogniseTerraform.ts',
    'payload/terraformSecrets.ts',
  ],
  editing: [
    'cloudConfig/editing/',
    'configuration/editing.ts',
    'editor/',
    'failure/editing.ts',
    'karpenter/editing/',
    'nodeConfig/editing/',
  ],
  failure: ['failure/'],
  jinja: ['formats/jinja/'],
  karpenter: ['karpenter/'],
  known: ['values/known/'],
  nodeConfig: [
    'nodeConfig/',
    'nodeConfig/editing/refactor.ts',
    'nodeConfig/editing/template',
    'values/known/releases.ts',
  ],
  rendering: ['nodeConfig/render/', 'rendering.ts'],
  scripts: ['formats/shell/', 'payload/containers/hereDocuments.ts', 'payload/containers/shell.ts'],
  tools: ['case/', 'checkout.ts', 'compare/', 'fleet/', 'redaction/', 'results/'],
  values: ['values/', 'values/known/linux.ts'],
};

/** The part that a module of the core is in; undefined for other modules, which are in each bundle that imports them. */
function partOf(path) {
  if (!path.startsWith(core)) return undefined;
  const name = path.slice(core.length);
  const fits = Object.entries(parts).flatMap(([part, beginnings]) =>
    beginnings.filter((beginning) => name.startsWith(beginning)).map((beginning) => [part, beginning.length]),
  );
  return fits.sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'core';
}

const entry = `${core}index.ts`;
const root = resolve('.');

/** What the parts export to each other: the modules of each part that others import, each with the names that it exports. */
async function exportedBy() {
  const options = { format: 'esm', metafile: true, write: false, outdir: 'dist', outbase: '.', logLevel: 'error' };
  const { metafile } = await build({
    ...options,
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
  });
  const crossed = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
    imports.flatMap(({ path: target }) => {
      const [own, part] = [partOf(path), partOf(target)];
      return own === undefined || part === undefined || own === part ? [] : [target];
    }),
  );
  const paths = [...new Set([entry, ...crossed])].sort();
  const alone = await build({ ...options, entryPoints: paths });
  const outputs = Object.values(alone.metafile.outputs);
  return new Map(outputs.map((output) => [output.entryPoint, output.exports]));
}

/** The plugin for the bundle of one part. */
function partPlugin(part, exported) {
  return {
    name: `core-part-${part}`,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^core-part$/ }, () => ({ path: part, namespace: 'core-part' }));
      onLoad({ filter: /./, namespace: 'core-part' }, () => ({ contents: entryOf(part, exported), resolveDir: root }));
      onResolve({ filter: /^\.\.?\/.*\.js$/, namespace: 'file' }, ({ path, importer, resolveDir }) => {
        const target = relative(root, resolve(resolveDir, path.replace(/\.js$/, '.ts'))).replaceAll('\\', '/');
        const owner = partOf(target);
        const isOther = owner !== undefined && owner !== part && partOf(relative(root, importer)) !== undefined;
        return isOther ? { path: target, namespace: 'other-part', pluginData: owner } : undefined;
      });
      onLoad({ filter: /./, namespace: 'other-part' }, async ({ path, pluginData: owner }) => ({
        contents: await importOf({ path, names: exported.get(path), owner }),
      }));
      onResolve({ filter: /./, namespace: 'other-part' }, ({ path }) => ({ path, namespace: 'modules-of-part' }));
      onLoad({ filter: /./, namespace: 'modules-of-part' }, ({ path }) => ({ contents: modulesOf(path, part) }));
      onResolve({ filter: /./, namespace: 'modules-of-part' }, ({ path }) => ({ path, external: true }));
    },
  };
}

/**
 * The module at the entry of a part. The modules that other parts import are functions that return their exports, because these
 * may be used only when all of the part was evaluated.
 */
function entryOf(part, exported) {
  const paths = [...exported.keys()].filter((path) => path !== entry && partOf(path) === part);
  const imports = paths.map((path, index) => `import * as m${index} from './${path}';`);
  const modules = paths.map((path, index) => {
    const members = exported.get(path).map((name) => `${name}: m${index}.${name}`);
    return `${keyOf(path)}: () => ({ ${members.join(', ')} })`;
  });
  const members = [`modules: { ${modules.join(', ')} }`];
  if (part === 'core') {
    imports.push(`import * as index from './${entry}';`);
    // Getters, because what other parts have isn't loaded yet.
    members.push(...exported.get(entry).map((name) => `get ${name}() { return index.${name}; }`));
  }
  return `${imports.join('\n')}\npart.exports = { ${members.join(', ')} };`;
}

/** The module in place of one that another part has. */
async function importOf({ path, names, owner }) {
  // All of `core.js` has been evaluated when a part is loaded.
  if (owner === 'core')
    return `import { modules } from 'core'; export const { ${names.join(', ')} } = modules[${keyOf(path)}]();`;
  const exports = `require('${owner}').modules[${keyOf(path)}]()`;
  const functions = new Set(
    [...(await readFile(path, 'utf8')).matchAll(/^export (?:async )?function\*? ?(\w+)/gm)].map(([, name]) => name),
  );
  const loading = `let loaded;\nconst load = () => (loaded ??= ${exports});\n`;
  if (names.every((name) => functions.has(name)))
    return (
      loading +
      names.map((name) => `export function ${name}(...values) { return load().${name}(...values); }`).join('\n')
    );
  // Classes and constants are read when they are used. Getters are inherited, because importers copy own properties.
  const members = names.map((name) =>
    functions.has(name)
      ? `${name}(...values) { return load().${name}(...values); }`
      : `get ${name}() { return load().${name}; }`,
  );
  return `${loading}module.exports = Object.create({ ${members.join(', ')} });`;
}

/** The module that loads another part. */
function modulesOf(owner, part) {
  const [folder, file] = [part === 'core' ? './' : '../', fileOf(owner)];
  // A web worker has no require(); see server/src/browser.ts.
  const loaded = `typeof require === 'function' ? require('${folder}${file}') : self.aksBootstrapLoad('${file}')`;
  return `export const { modules } = ${loaded};`;
}

/** The file of a part in `dist`. */
function fileOf(part) {
  return part === 'core' ? 'core.js' : `core/${part}.js`;
}

function keyOf(path) {
  return JSON.stringify(path.slice(core.length, -'.ts'.length));
}

/** Options of the bundles of all parts. */
export async function coreBundles(shared) {
  const exported = await exportedBy();
  return Object.keys(parts).map((part) => ({
    ...shared,
    plugins: [partPlugin(part, exported)],
    entryPoints: { [part === 'core' ? 'core' : `core/${part}`]: 'core-part' },
    outdir: 'dist',
    // A web worker runs it as a script: what it declares must not become global, and there is no module to fill.
    banner: { js: '((part) => {' },
    footer: { js: `})(typeof module === "object" ? module : (self.aksBootstrapModules["${fileOf(part)}"] = {}));` },
  }));
}
