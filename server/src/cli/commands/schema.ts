import { schemaNames } from '../../core/names.js';
import { type Command, type CommandIo, exitStatus, sharedOptions, UsageError } from '../command.js';
import { printOwnJson } from '../output/style.js';

export const schema: Command = {
  name: 'schema',
  summary: 'list or print the JSON Schemas',
  operands: '[NAME]',
  operandValues: () => schemaNames,
  options: { format: sharedOptions.format, help: sharedOptions.help },
  details: `Without a name the schemas are listed; with one it is printed, as other tools can use it.

Example
  aks-bootstrap schema aks-node-config > aks-node-config.schema.json`,
  run(args, io) {
    const format = args.choice('format', ['text', 'json']) ?? 'text';
    if (args.files.length > 1) throw new UsageError('schema takes one name');
    const [wanted] = args.files;
    if (wanted === undefined) {
      const titles = schemaNames.map((name) => ({ name, title: publishedSchema(name, io).title }));
      if (format === 'json') printOwnJson(io, titles);
      else for (const { name, title } of titles) io.own(`${name.padEnd(28)} ${title}\n`);
      return Promise.resolve(exitStatus.fine);
    }
    const name = schemaNames.find((one) => one === wanted);
    if (name === undefined)
      throw new UsageError(`there is no schema ${JSON.stringify(wanted)}; there are ${schemaNames.join(', ')}`);
    const schema = publishedSchema(name, io);
    if (format === 'json') printOwnJson(io, [{ name, schema }]);
    else io.own(`${JSON.stringify(schema, undefined, 2)}\n`);
    return Promise.resolve(exitStatus.fine);
  },
};

/** A schema as the package has it beside the bundles, so that it is shipped once. */
export function publishedSchema(name: (typeof schemaNames)[number], io: CommandIo): { readonly title: string } {
  return JSON.parse(io.readOwnFile(`schemas/${name}.schema.json`)) as { title: string };
}
