/** Preloaded into a program: when it ends, it writes the names of the loaded parts of the core to standard error. */
const { basename, dirname } = require('node:path');

process.on('exit', () => {
  const parts = Object.keys(require.cache).filter((path) => basename(dirname(path)) === 'core');
  process.stderr.write(
    parts
      .map((path) => basename(path, '.js'))
      .sort()
      .join(),
  );
});
