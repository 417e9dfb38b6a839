/**
 * Serves VS Code for the Web: the workbench of the host's own package without its server, so that extensions run in a
 * web worker of the browser. Listens on loopback only and serves only files of this checkout.
 */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostPaths } from '../installHost.mjs';
import { CALM_SETTINGS } from '../server.mjs';

const SAMPLES_EXTENSION = join(dirname(fileURLToPath(import.meta.url)), 'samplesExtension');

/**
 * Replacements in the package's workbench, which expects its server: the address of that server, and the scheme of user
 * data. The replacements are what upstream's workbench contains.
 */
const WITHOUT_SERVER = [
  [/remoteAuthority:location\.host/, 'remoteAuthority:undefined'],
  [/(\.with\(\{scheme:\w+\.)vscodeRemote(\}\),"User"\))/, '$1vscodeUserData$2'],
];

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/**
 * Starts the server on a free port of 127.0.0.1 with the extension of the folder `extension` installed. `settings` are
 * user settings that override those of every window.
 *
 * Returns `urlOf(folder, file)`, the address of a window with an in-memory copy of `folder` that opens `file`, a path
 * relative to the folder, if it is given; and `stop()`.
 */
export async function startWebHost({ extension, settings = {} }) {
  const { vscodeDir } = hostPaths();
  const workbench = join(vscodeDir, 'out', 'vs', 'code', 'browser', 'workbench');
  const roots = { static: vscodeDir, extension, samplesExtension: SAMPLES_EXTENSION };
  let origin;

  const pages = {
    '/': async (query) => page(await readFile(join(workbench, 'workbench.html'), 'utf8'), { origin, settings, query }),
    '/samples.json': async () => JSON.stringify(await filesOf(samples)),
    '/static/out/vs/code/browser/workbench/workbench.js': async () => {
      const script = await readFile(join(workbench, 'workbench.js'), 'utf8');
      return WITHOUT_SERVER.reduce((text, [pattern, replacement]) => {
        if (!pattern.test(text)) throw new Error(`the workbench no longer contains ${pattern}`);
        return text.replace(pattern, replacement);
      }, script);
    },
  };
  let samples;

  const answer = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, origin);
    const make = pages[pathname];
    if (make) {
      const type = TYPES[extname(pathname)] ?? 'text/html';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(await make(searchParams));
      return;
    }
    const [, root, ...rest] = decodeURIComponent(pathname).split('/');
    const file = roots[root] && fileIn(roots[root], rest.join('/'));
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${server.address().port}`;
  return {
    urlOf(folder, file) {
      samples = folder;
      const url = new URL(origin);
      const payload = [['skipWelcome', 'true'], ...(file ? [['openFile', `samples:///${toPosix(file)}`]] : [])];
      url.searchParams.set('payload', JSON.stringify(payload));
      return url.href;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The workbench's page, with a configuration that names the folder and the extensions. */
function page(template, { origin, settings }) {
  const { host: authority } = new URL(origin);
  const extensionAt = (path) => ({ scheme: 'http', authority, path });
  const configuration = {
    folderUri: { scheme: 'samples', path: '/' },
    additionalBuiltinExtensions: [extensionAt('/extension'), extensionAt('/samplesExtension')],
    // Options that only the package's workbench requires.
    userDataPath: '/',
    isEnabledFileDownloads: false,
    isEnabledFileUploads: false,
    isEnabledCoderGettingStarted: false,
    developmentOptions: { enableSmokeTestDriver: true },
    enableWorkspaceTrust: false,
    configurationDefaults: { ...CALM_SETTINGS, ...settings },
    productConfiguration: { enableTelemetry: false },
  };
  const values = {
    WORKBENCH_WEB_CONFIGURATION: JSON.stringify(configuration),
    WORKBENCH_AUTH_SESSION: '',
    WORKBENCH_WEB_BASE_URL: '/static',
    WORKBENCH_NLS_URL: '/static/out/nls.messages.js',
    WORKBENCH_NLS_FALLBACK_URL: '/static/out/nls.messages.js',
    WORKBENCH_SCRIPT_NONCE: '',
    BASE: '',
    VS_BASE: '',
  };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name].replaceAll('"', '&quot;'));
}

/** The text files of a folder by their relative paths, with a slash in front. */
async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [`/${toPosix(relative(folder, file))}`, readFileSync(file, 'utf8')]));
}

/** The file at `path` inside `root`; undefined if there is no file or the path leads outside. */
function fileIn(root, path) {
  const file = normalize(join(root, path));
  return file.startsWith(root + sep) && existsSync(file) && statSync(file).isFile() ? file : undefined;
}

function toPosix(path) {
  return path.split(sep).join('/');
}
