import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { constants, Script } from 'node:vm';

/** A server uses more functions of the same files than a command, for which reading their code would take longer. */
type Program = 'server' | 'command';

/** Prepares V8 for what is loaded from here on. The flags come before the cache, which keeps code for one set of them. */
export function prepareV8(program: Program): void {
  if (program === 'server') optimiseLater();
  useCompileCache(program);
}

/**
 * V8 optimises a function after about ten times as many steps as it does by itself: in the first seconds, the threads that
 * optimise take more time than the work itself. With six times as many, opening a document of 1 MB takes a quarter more
 * processor time, and typing is no faster. Node 22 has a V8 without this flag, which would write an error.
 */
function optimiseLater(): void {
  if (Number.parseInt(process.versions.node) >= 22) return;
  // Used by every stream. After flags have changed, Node would compile it again.
  module.createRequire(__filename)('node:net');
  setFlagsFromString('--interrupt-budget=700000');
}

/** Since Node 22.1. It never throws. */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
}

/**
 * Keeps what V8 compiles from now on for the next start, in the folder for caches of the user: another user could write to
 * that for temporary files, which Node uses otherwise. `NODE_DISABLE_COMPILE_CACHE=1` turns it off.
 */
function useCompileCache(program: Program): void {
  const { NODE_COMPILE_CACHE: named, NODE_DISABLE_COMPILE_CACHE: disabled } = process.env;
  const folder = join(named ?? join(cacheFolder(), 'aks-bootstrap'), program);
  const { enableCompileCache } = module as CompileCache;
  if (enableCompileCache !== undefined) enableCompileCache(folder);
  else if (disabled !== '1') keepCompiledCode(folder, program);
}

function cacheFolder(): string {
  const { LOCALAPPDATA: windows, XDG_CACHE_HOME: own } = process.env;
  if (process.platform === 'win32') return windows ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return own === undefined || own === '' ? join(homedir(), '.cache') : own;
}

/** How Node 20 compiles a file that is loaded by `require()`. */
interface Loader {
  _compile(this: NodeJS.Module, source: string, path: string): unknown;
}

/** A file that this process has loaded. */
interface LoadedFile {
  readonly script: Script;
  /** Where its code is kept. */
  readonly path: string;
  /** What the code is right for. */
  readonly key: string;
  /** How much code is kept. */
  keptBytes: number;
}

/** Milliseconds after the last file was compiled, in which further functions of it are compiled when they are used. */
const useMs = 1_000;

/** A server that has run for so long has used much of what it loaded: at its end, the code of that is kept too. */
const longUseMs = 5_000;
/** How much more code must have been compiled, so that it is worth being kept. */
const worthKeeping = 1.1;

/** The same on Node 20, which doesn't have it, for the files beside this one. */
function keepCompiledCode(root: string, program: Program): void {
  const loaded: LoadedFile[] = [];
  const keep = (): void => {
    const isUsed = program === 'server' && performance.now() > longUseMs;
    for (const file of loaded) if (file.keptBytes === 0 || isUsed) write(file);
  };
  let timer: NodeJS.Timeout | undefined;
  const { prototype } = module as unknown as { readonly prototype: Loader };
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the module as `this`
  const { _compile: compile } = prototype;
  prototype._compile = function (source, filename) {
    if (!filename.startsWith(__dirname)) return compile.call(this, source, filename);
    const key = keyOf(filename);
    const path = join(root, fileNameOf(filename));
    const kept = read(path, key);
    const script = new Script(module.wrap(source), {
      filename,
      ...(kept && { cachedData: kept }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    const isKept = kept !== undefined && script.cachedDataRejected !== true;
    loaded.push({ script, path, key, keptBytes: isKept ? kept.length : 0 });
    if (!isKept) {
      clearTimeout(timer);
      timer = setTimeout(keep, useMs).unref();
    }
    const run = script.runInThisContext() as (...values: unknown[]) => unknown;
    return run.call(this.exports, this.exports, module.createRequire(filename), this, filename, dirname(filename));
  };
  process.once('exit', keep);
}

/** V8 itself only compares the length of a source, and its own version. A file that was written again has another time of change. */
function keyOf(path: string): string {
  const { size, ctimeMs, ino } = statSync(path);
  return [process.version, process.arch, path, size, ctimeMs, ino].join('\n');
}

/** One file for each path: code that is kept for an earlier version is replaced. */
function fileNameOf(path: string): string {
  let hash = 0;
  for (let index = 0; index < path.length; index++) hash = (hash * 31 + path.charCodeAt(index)) | 0;
  return `${basename(path)}-${(hash >>> 0).toString(16)}`;
}

function read(path: string, key: string): Buffer | undefined {
  try {
    const content = readFileSync(path);
    const start = Buffer.byteLength(key);
    const end = content.length - lengthBytes;
    const isWhole = end > start && content.readUInt32LE(end) === end;
    return isWhole && content.toString('utf8', 0, start) === key ? content.subarray(start, end) : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes of the length behind the kept code: V8 ends the process if a part of the code is missing. */
const lengthBytes = 4;

/** Without a folder that can be written to, each start compiles. */
function write(file: LoadedFile): void {
  const { script, path, key, keptBytes } = file;
  try {
    const code = script.createCachedData();
    if (code.length < keptBytes * worthKeeping) return;
    file.keptBytes = code.length;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const content = Buffer.concat([Buffer.from(key), code]);
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32LE(content.length);
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, Buffer.concat([content, length]), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch {
    return;
  }
}
