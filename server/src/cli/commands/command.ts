import type { OptionSpecs, ParsedArguments } from '../arguments.js';
import type { CommandIo } from '../io.js';

/** One command of the command line. */
export interface Command {
  /** One word, or two for a family such as `render cse`. */
  readonly name: string;
  readonly summary: string;
  /** What stands behind the options, such as `FILE...`. */
  readonly operands: string;
  readonly options: OptionSpecs;
  /** Paragraphs and examples for `--help`. */
  readonly details: string;
  /** Runs the command and answers with its exit status. */
  run(args: ParsedArguments, io: CommandIo): Promise<number>;
}
