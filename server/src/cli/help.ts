import { wrapped } from '../core/names.js';
import { type Command, type OptionSpec, type OptionSpecs, sharedOptions } from './command.js';
import { recordOptions } from './records.js';
import { spreadOptions } from './spreadFiles.js';

/** Options that most commands have. */
const commonOptions: OptionSpecs = { ...sharedOptions, ...spreadOptions, ...recordOptions };

/** Characters of a line of help, and lines of a screen. */
const width = 80;
const height = 50;

/** What `aks-bootstrap --help` prints. */
export function overview(commands: readonly Command[]): string {
  const rows = commands.flatMap(({ name, operands, summary }) => {
    const [family = ''] = name.split(' ');
    if (name === family) return [row(`${name} ${operands}`, summary, 22)];
    const members = commands.filter((one) => one.name.startsWith(`${family} `)).map((one) => one.name);
    const words = members.map((member) => member.slice(family.length + 1)).join(', ');
    return members[0] === name ? [row(`${family} WHAT ${operands}`, `what is made from a document: ${words}`, 22)] : [];
  });
  return `aks-bootstrap: author, preview and decode what an AKS node boots with.

Usage: aks-bootstrap COMMAND [OPTIONS] FILE...

Commands
${rows.join('\n')}

${wrapped(`"aks-bootstrap COMMAND --help" lists the options of a command with examples, "aks-bootstrap help COMMAND" explains it in full. A file may be - for standard input. Every command but diff takes many files or patterns and keeps their order. Nothing touches the network, runs a payload, or writes a file that was not named; secrets are masked unless --show-secrets is given.`, width)}

${wrapped('Exit status: 0 no errors, 1 at least one error, 2 wrong usage or an unreadable file.', width)}
${wrapped(`Colours are used on a terminal, always with --color=always or FORCE_COLOR set, never with --color=never or NO_COLOR set.`, width)}
`;
}

/** What `aks-bootstrap COMMAND --help` prints: one screen, without the options that most commands have, and details. */
export function commandHelp(command: Command): string {
  const { name, details } = command;
  const { examples } = partsOf(details);
  const isShared = (option: string, spec: OptionSpec): boolean =>
    option !== 'format' && Object.entries(commonOptions).some((shared) => shared[0] === option && shared[1] === spec);
  const [own, shared] = [true, false].map((isOwn) =>
    Object.entries(command.options).filter(([option, spec]) => isShared(option, spec) !== isOwn),
  );
  const others = (shared ?? []).map(([option]) => `--${option}`).join(', ');
  const help = (options: readonly (readonly [name: string, spec: OptionSpec])[]): string =>
    sections(
      headOf(command),
      optionList(Object.fromEntries(options)),
      examples,
      wrapped(`Also: ${others}. "aks-bootstrap help ${name}" explains all of them and the command in full.`, width),
    );
  const whole = help(own ?? []);
  if (whole.split('\n').length <= height) return whole;
  return help((own ?? []).map(([option, spec]) => [option, { ...spec, help: inShort(spec.help) }]));
}

/** A line of help without examples, defaults and a second clause. */
function inShort(help: string): string {
  return help.replace(/(?:;| \(|, such as )[^]*/, '');
}

/** What `aks-bootstrap help COMMAND` prints: everything. */
export function fullHelp(command: Command): string {
  const { text, examples } = partsOf(command.details);
  return sections(
    headOf(command),
    optionList(command.options),
    text.map((paragraph) => wrapped(paragraph, width)).join('\n\n'),
    examples,
  );
}

/** What `aks-bootstrap render --help` prints: the commands whose names begin with this word. */
export function familyHelp(family: string, commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => row(name, summary, 22));
  return sections(
    `aks-bootstrap ${family} needs a second word.`,
    `Commands\n${rows.join('\n')}`,
    wrapped(`"aks-bootstrap ${commands[0]?.name ?? family} --help" lists the options of one with examples.`, width),
  );
}

function headOf({ name, summary, operands }: Command): string {
  return `${wrapped(`aks-bootstrap ${name}: ${summary}`, width, '  ')}\n\nUsage: aks-bootstrap ${name} [OPTIONS] ${operands}`.trimEnd();
}

function optionList(options: OptionSpecs): string {
  const rows = Object.entries(options).map(([name, { value, help }]) =>
    row(`--${name}${value === undefined ? '' : ` ${value}`}`, help, 26),
  );
  return rows.length === 0 ? '' : `Options\n${rows.join('\n')}`;
}

/** The paragraphs and the examples of a command's details, which end with them. */
function partsOf(details: string): { readonly text: readonly string[]; readonly examples: string } {
  const paragraphs = details.split('\n\n');
  const isExample = (paragraph: string): boolean => /^Examples?\n/.test(paragraph);
  const examples = paragraphs
    .filter(isExample)
    .map((paragraph) => paragraph.split('\n').map(wrappedCommand).join('\n'))
    .join('\n\n');
  return { text: paragraphs.filter((paragraph) => !isExample(paragraph)), examples };
}

/** A name, and what it is in a column beside it; below it if the name is too long. */
function row(name: string, text: string, column: number): string {
  const indent = ''.padEnd(column + 2);
  const lines = wrapped(text, width - indent.length, indent);
  return name.length < column ? `  ${name.padEnd(column)}${lines}` : `  ${name}\n${indent}${lines}`;
}

/** An example in lines that a shell reads as one command. */
function wrappedCommand(command: string): string {
  if (command.length <= width) return command;
  const pipe = command.lastIndexOf(' | ', width - 2);
  if (pipe > 0) return `${command.slice(0, pipe)} |\n    ${wrappedCommand(command.slice(pipe + 3)).trimStart()}`;
  // Between options if possible, so that each stays together with its value.
  const option = [' --', ' '].map((text) => command.lastIndexOf(text, width - 2)).find((at) => at > 4) ?? 0;
  return option > 0 ? `${command.slice(0, option)} \\\n    ${command.slice(option + 1)}` : command;
}

function sections(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
