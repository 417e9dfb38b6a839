import type { TextMasking } from '../../core/index.js';
import type { CommandIo } from '../command.js';
import { terminalOutput, type TerminalOutput } from './terminal.js';

/**
 * Prints results one by one: as the object that `--format json` promises, or each on a line. The output is never complete in
 * memory.
 */
export class JsonResults {
  readonly #io: CommandIo;
  readonly #masking: TextMasking;
  readonly #layout: 'list' | 'lines';
  #isEmpty = true;

  constructor(io: CommandIo, masking: TextMasking, layout: 'list' | 'lines') {
    this.#io = io;
    this.#masking = masking;
    this.#layout = layout;
  }

  /** A result as it is printed, with its secrets masked. */
  entryOf(result: object): TerminalOutput {
    return terminalOutput(this.#masking.json(result, this.#layout === 'list' ? 'entry' : 'compact'));
  }

  print(entry: TerminalOutput): void {
    if (this.#layout === 'list') this.#io.own(this.#isEmpty ? `${beginning}\n` : ',\n');
    this.#isEmpty = false;
    this.#io.out(entry);
    if (this.#layout === 'lines') this.#io.own('\n');
  }

  /** Ends the object with members beside the results. */
  end(more: object = {}): void {
    if (this.#layout === 'lines') return;
    this.#io.own(this.#isEmpty ? `${beginning}]` : '\n  ]');
    if (Object.keys(more).length > 0) {
      this.#io.own(',\n');
      this.#io.out(terminalOutput(this.#masking.json(more, 'members')));
    }
    this.#io.own('\n}\n');
  }
}

const beginning = '{\n  "version": 1,\n  "results": [';
