import { publishedSchemas } from '../../core/index.js';
import { type Command, exitStatus, sharedOptions, UsageError } from '../command.js';
import { printOwnJson } from '../output/style.js';

export const schema: Command = {
  name: 'schema',
  summary: 'list or print the JSON Schemas',
  operands: '[NAME]',
  operandValues: () => publishedSchemas.map(({ name }) => name),
  options: { format: sharedOptions.format, help: sharedOptions.help },
  details: `Without a name the schemas are listed; with one it is printed, as other tools can use it.

Example
  aks-bootstrap schema aks-node-config > aks-node-config.schema.json`,
  run(args, io) {
    const format = args.choice('format', ['text', 'json']) ?? 'text';
    if (args.files.length > 1) throw new UsageError('schema takes one name');
    const [name] = args.files;
    if (name === undefined) {
      if (format === 'json')
        printOwnJson(
          io,
          publishedSchemas.map(({ name, title }) => ({ name, title })),
        );
      else for (const entry of publishedSchemas) io.own(`${entry.name.padEnd(28)} ${entry.title}\n`);
      return Promise.resolve(exitStatus.fine);
    }
    const found = publishedSchemas.find((entry) => entry.name === name);
    if (found === undefined) {
      throw new UsageError(
        `there is no schema ${JSON.stringify(name)}; there are ${publishedSchemas.map((entry) => entry.name).join(', ')}`,
      );
    }
    if (format === 'json') printOwnJson(io, [{ name: found.name, schema: found.schema }]);
    else io.own(`${JSON.stringify(found.schema, undefined, 2)}\n`);
    return Promise.resolve(exitStatus.fine);
  },
};
