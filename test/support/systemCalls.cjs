/**
 * Preloaded into the command line or the language server: appends to the file in SYSTEM_CALLS, one line of JSON each, which
 * files it opens, and what it asks of the network and of other programs. Files of Node and of the bundles don't count.
 */
const fs = require('node:fs');
const { dirname, resolve, sep } = require('node:path');
const { argv, cwd, env } = require('node:process');

const report = fs.openSync(env.SYSTEM_CALLS, 'a');
const { writeSync } = fs;
const bundles = dirname(fs.realpathSync(resolve(argv[1]))) + sep;

function observe(module, names, does) {
  for (const name of names) {
    const original = module[name];
    module[name] = function (...parameters) {
      const what = does === 'opens' || does === 'changes' ? resolve(cwd(), String(parameters[0])) : name;
      const isNothing =
        (does === 'opens' && what.startsWith(bundles)) || (name.startsWith('mkdir') && fs.existsSync(what));
      if (!isNothing) writeSync(report, `${JSON.stringify([isWriting(does, parameters) ? 'changes' : does, what])}\n`);
      return Reflect.apply(original, this, parameters);
    };
  }
}

/** Whether a file is opened to be written. */
function isWriting(does, [, flags]) {
  const { O_WRONLY, O_RDWR } = fs.constants;
  return (
    does === 'opens' && (typeof flags === 'number' ? (flags & (O_WRONLY | O_RDWR)) !== 0 : /[wa+]/.test(flags ?? ''))
  );
}

observe(fs, ['openSync', 'open', 'readFileSync', 'readFile', 'createReadStream'], 'opens');
observe(fs.promises, ['open', 'readFile'], 'opens');
const changing = [
  'writeFile',
  'appendFile',
  'mkdir',
  'rm',
  'unlink',
  'rename',
  'copyFile',
  'cp',
  'symlink',
  'link',
  'chmod',
];
observe(fs, [...changing.map((name) => `${name}Sync`), ...changing, 'createWriteStream'], 'changes');
observe(fs.promises, changing, 'changes');
const net = require('node:net');
observe(net.Socket.prototype, ['connect'], 'network');
observe(net.Server.prototype, ['listen'], 'network');
observe(require('node:dns'), ['lookup', 'resolve'], 'network');
observe(require('node:dns').promises, ['lookup', 'resolve'], 'network');
observe(require('node:dgram').Socket.prototype, ['bind', 'connect', 'send'], 'network');
observe(globalThis, ['fetch'], 'network');
observe(
  require('node:child_process'),
  ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'],
  'programs',
);
