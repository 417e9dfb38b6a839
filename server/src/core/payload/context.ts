import { ArmEvaluator } from '../arm/evaluate.js';
import { type GivenParameters, scopeOf, type TemplateChoices } from '../arm/scope.js';
import type { Contract } from '../contract/descriptor.js';
import { limits } from '../limits.js';
import type { Platform } from '../platform.js';
import { parseJson } from '../syntax/json.js';
import { memberIgnoringCase } from '../syntax/ignoreCase.js';
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

  /** Takes decoded bytes off the budget; false when they exceed it. */
  spend(bytes: number): boolean {
    this.#bytesLeft -= bytes;
    return this.#bytesLeft >= 0;
  }
}

/** The values of a parameters file; places in it are none of the file that is decoded. */
function parametersOf(text: string): GivenParameters {
  const { root } = parseJson(text);
  const node = memberIgnoringCase(root, 'parameters')?.value ?? root;
  const source = { text, map: opaqueMap({ start: 0, end: 0 }) };
  return { node, scope: scopeOf(undefined, source, [], { useDefaults: false, compute: true }) };
}
