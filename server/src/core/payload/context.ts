import { ArmEvaluator } from '../arm/evaluate.js';
import { type GivenParameters, scopeOf, type TemplateChoices } from '../arm/scope.js';
import type { Contract } from '../contract/descriptor.js';
import { limits } from '../limits.js';
import type { Platform } from '../platform.js';
import { problem, type Problem } from '../problems/problem.js';
import { parseJson } from '../syntax/json.js';
import { memberIgnoringCase } from '../syntax/ignoreCase.js';
import type { Span } from '../text/span.js';
import { opaqueMap } from '../text/positionMap.js';

/** What the user says about templates beside the document. */
export interface TemplateOptions {
  /** The text of a parameters file, whose values count before those of a request. */
  readonly parameters?: string | undefined;
  /** Whether defaults stand in for parameters without a value. */
  readonly useDefaults?: boolean | undefined;
}

/** How the expressions of a file are evaluated. */
export interface Templates {
  readonly evaluator: ArmEvaluator;
  readonly parameters: readonly GivenParameters[];
  readonly choices: TemplateChoices;
}

/** What decoding one file needs and how much it may still produce. One context for each file. */
export class DecodeContext {
  readonly contract: Contract;
  readonly platform: Platform;
  readonly templates: Templates;
  #bytesLeft: number = limits.decodedBytes;
  #millisecondsLeft: number = limits.decodeMilliseconds;
  /** When the work began that is being done; undefined while nobody waits for it. */
  #since: number | undefined;
  #saidLate = false;

  constructor(contract: Contract, platform: Platform, templates: TemplateOptions = {}) {
    this.contract = contract;
    this.platform = platform;
    this.templates = {
      evaluator: new ArmEvaluator(),
      parameters: templates.parameters === undefined ? [] : [parametersOf(templates.parameters)],
      choices: {
        useDefaults: templates.useDefaults === true,
        compute: templates.useDefaults === true || templates.parameters !== undefined,
      },
    };
  }

  /** Output that may still be produced, in bytes. */
  get bytesLeft(): number {
    return this.#bytesLeft;
  }

  /** How much one piece of packed data may still give. */
  inflatable(packedBytes: number): number {
    return Math.min(this.#bytesLeft, Math.max(limits.inflatedFreely, packedBytes * limits.inflation));
  }

  /** Does a piece of work on the time of the file; work inside of work counts once. */
  timed<Result>(work: () => Result): Result {
    if (this.#since !== undefined) return work();
    this.#since = this.platform.now();
    try {
      return work();
    } finally {
      this.#millisecondsLeft -= this.platform.now() - this.#since;
      this.#since = undefined;
    }
  }

  /** Whether the time of the file is used up. */
  get isLate(): boolean {
    const running = this.#since === undefined ? 0 : this.platform.now() - this.#since;
    return this.#millisecondsLeft - running < 0;
  }

  /** The problem that the time is used up, for the first who meets it. */
  lateness(origin: Span): Problem[] {
    if (this.#saidLate || !this.isLate) return [];
    this.#saidLate = true;
    const seconds = limits.decodeMilliseconds / 1_000;
    const message = `Reading the file took more than ${seconds} seconds; the rest is neither opened nor checked.`;
    return [problem('payload/limit-time', origin, message)];
  }

  /** Takes decoded bytes off the budget and says how many of them are within it. */
  spend(bytes: number): number {
    const granted = Math.min(bytes, this.#bytesLeft);
    this.#bytesLeft -= granted;
    return granted;
  }
}

/** The values of a parameters file; places in it are none of the file that is decoded. */
function parametersOf(text: string): GivenParameters {
  const { root } = parseJson(text);
  const node = memberIgnoringCase(root, 'parameters')?.value ?? root;
  const source = { text, map: opaqueMap({ start: 0, end: 0 }) };
  return { node, scope: scopeOf(undefined, source, [], { useDefaults: false, compute: true }) };
}
