import type { Analysis } from '../analysis.js';
import { mergedTimeline } from '../failure/bootLog/timeline.js';
import { machinesIn } from '../document/machineModel.js';
import type { ExplainOptions } from '../failure/explain.js';
import { limits } from '../limits.js';
import type { GrowingMasking } from '../masking.js';
import type { FileProblem } from '../document/payload.js';
import type { Masked } from '../secrets/masking.js';
import type { Case, CaseFailure, CaseGap, CaseInstance, CaseTimeline } from './case.js';
import { CaseConfigs, type CaseField, fieldsBehind } from './configs.js';
import { describedFailure, type Finding, findingOf, isTelling } from './finding.js';
import { type FailureGroup, failureGroups } from './groups.js';
import { attribute, type Attribution, type Instance } from './instances.js';
import { verdictOf } from './verdict.js';
import { validate } from '../validate.js';

/**
 * Reads the files of a case one after the other and keeps only what they report, so that their texts needn't be in memory
 * together. What it returns is masked; an output masks it again, because a later file may show that a string is a secret.
 */
export class CaseReader {
  readonly #masking: GrowingMasking;
  readonly #options: ExplainOptions;
  readonly #findings: Finding[] = [];
  readonly #gaps: CaseGap[] = [];
  readonly #configs: CaseConfigs;
  #machines = 0;

  constructor(masking: GrowingMasking, options: Omit<ExplainOptions, 'masking'> = {}) {
    this.#masking = masking;
    this.#options = { ...options, masking };
    this.#configs = new CaseConfigs(masking);
  }

  /**
   * Adds a file, whose name is a path with slashes, and the problems of it that are reported, by default all. Returns why
   * nothing is found in it, as a sentence.
   */
  add(
    name: string,
    analysis: Analysis,
    problems: () => readonly FileProblem[] = () => validate(analysis).problems,
  ): Masked | undefined {
    this.#masking.about(analysis);
    const isConfig = this.#configs.add(this.#masking.text(name), analysis, problems);
    this.#machines += machinesIn(analysis.root).length || (isConfig ? 1 : 0);
    const finding = findingOf(name, analysis, this.#options);
    this.#findings.push(finding);
    const reason = isConfig || isTelling(finding) ? undefined : whyNothing(analysis);
    return reason === undefined ? undefined : this.leaveOut(name, reason);
  }

  /** Notes a file, or a part of one, that isn't read. */
  leaveOut(name: string, reason: string): Masked {
    const shown = this.#masking.text(reason);
    this.#gaps.push({ file: this.#masking.text(name), reason: shown });
    return shown;
  }

  /** How many scale sets, VMs and other files with a node config there are. */
  get machines(): number {
    return this.#machines;
  }

  /** The fields of a node config that may lead to the failures, by their paths. The files may have no config. */
  get fields(): readonly string[] {
    return [...new Set(failureGroups(attribute(this.#findings)).flatMap(fieldsOf))];
  }

  /** What the configs give at a path. */
  field(path: string): readonly CaseField[] {
    return this.#configs.field(path);
  }

  /** What the files that were added so far report together. */
  get case(): Case {
    const attribution = attribute(this.#findings);
    const groups = failureGroups(attribution);
    const found = {
      files: this.#findings.length,
      instances: this.#instances(attribution.instances, groups),
      failures: groups.map((group) => this.#failure(group)),
      configs: this.#configs.all,
      timelines: this.#timelines(attribution, groups),
      notUnderstood: this.#gaps,
    };
    return { verdict: this.#masking.text(verdictOf(found)), ...found };
  }

  #name({ name }: Instance): Masked | null {
    return name === null ? null : this.#masking.text(name);
  }

  #instances(instances: readonly Instance[], groups: readonly FailureGroup[]): readonly CaseInstance[] {
    return instances
      .map((one): CaseInstance => {
        const { explanation, at } = one.primary?.outcome ?? {};
        const failure = groups.findIndex(({ members }) => members.includes(one));
        return {
          name: this.#name(one),
          outcome: failure >= 0 ? 'failed' : one.primary === undefined ? 'unknown' : 'succeeded',
          exitCode: explanation?.exitCode ?? null,
          errorName: explanation?.errorName ?? null,
          at: at ?? null,
          failure: failure < 0 ? null : failure,
          files: one.files.map((file) => this.#masking.text(file)),
        };
      })
      .sort(byFailure);
  }

  #failure(group: FailureGroup): CaseFailure {
    const { main, members, others, lines, cause } = group;
    const { explanation } = main.outcome;
    const masking = this.#masking;
    const shown = (text: string | null | undefined): Masked | null =>
      text === null || text === undefined ? null : masking.text(text);
    const sentences = (all: readonly string[]): readonly Masked[] => [...new Set(all)].map((one) => masking.text(one));
    const aboutConfig = others.map(({ outcome }) => outcome.explanation).filter(({ field }) => field !== null);
    return {
      failed: explanation.failed,
      exitCode: explanation.exitCode,
      errorName: explanation.errorName,
      azureCode: shown(explanation.azureCode),
      extension: shown(explanation.extension),
      title: masking.text(describedFailure(explanation).title),
      cause: shown(cause),
      meaning: shown(explanation.meaning ?? explanation.silence?.reason),
      causes: sentences([...aboutConfig.flatMap(({ meaning }) => meaning ?? []), ...explanation.causes]),
      nextSteps: sentences([...aboutConfig.flatMap(({ nextSteps }) => nextSteps), ...explanation.nextSteps]),
      documentation: shown(explanation.documentation),
      instances: members.map((one) => this.#name(one)),
      evidence: lines.map(({ file, line: { text, line, character }, instance, repeated }) => ({
        file: masking.text(file),
        line,
        character,
        instance: instance === undefined ? null : this.#name(instance),
        text: masking.text(text),
        repeated,
      })),
      fields: fieldsOf(group)
        .flatMap((field) => this.#configs.field(field))
        .slice(0, limits.caseEvidence),
    };
  }

  /** For each failure the timeline of the instance with most steps; without failures, that of any instance. */
  #timelines({ instances, instanceOf }: Attribution, groups: readonly FailureGroup[]): readonly CaseTimeline[] {
    const stepsOf = (instance: Instance | undefined): Finding[] =>
      this.#findings.filter(({ file, steps }) => steps !== undefined && instanceOf.get(file) === instance);
    const candidates = groups.length === 0 ? [instances] : groups.map(({ members }) => members);
    const chosen = candidates.flatMap((members) => {
      const [best] = members
        .map((instance) => ({ instance, count: sum(stepsOf(instance)) }))
        .sort((a, b) => b.count - a.count);
      return best === undefined || best.count === 0 ? [] : [best.instance];
    });
    // Logs that name no VM have a timeline of their own if no VM has one.
    const all: readonly (Instance | undefined)[] = chosen.length > 0 ? chosen : [undefined];
    return all.slice(0, limits.caseTimelines).flatMap((instance): CaseTimeline[] => {
      const sources = stepsOf(instance).flatMap(({ steps }) => steps ?? []);
      if (sources.length === 0) return [];
      const name = instance === undefined ? null : this.#name(instance);
      return [{ instance: name, timeline: mergedTimeline(sources, this.#masking) }];
    });
  }
}

/** The fields of a node config that may lead to a failure. */
function fieldsOf({ main, others }: FailureGroup): readonly string[] {
  // A program that names a field of the config says more than the code that the scripts end with.
  const named = [main, ...others].flatMap(({ outcome }) => outcome.explanation.field ?? []);
  return [...new Set([...named, ...fieldsBehind(main.outcome.explanation.errorName)])];
}

function sum(findings: readonly Finding[]): number {
  return findings.reduce((count, { steps }) => count + (steps?.steps.length ?? 0), 0);
}

const order: readonly CaseInstance['outcome'][] = ['failed', 'unknown', 'succeeded'];

/** Failed ones first, by their failure; then by name, with numbers in their order. */
function byFailure(a: CaseInstance, b: CaseInstance): number {
  return (
    order.indexOf(a.outcome) - order.indexOf(b.outcome) ||
    (a.failure ?? 0) - (b.failure ?? 0) ||
    (a.name ?? '').localeCompare(b.name ?? '', 'en', { numeric: true })
  );
}

function whyNothing(analysis: Analysis): string | undefined {
  return unreadReason(analysis) ?? (analysis.kind === 'unknown' ? 'Nothing in it is about provisioning.' : undefined);
}

/** Why a file has no text to explain, as a sentence; undefined if it has some. */
export function unreadReason({ sourceProblems, text, root }: Analysis): string | undefined {
  const unread = sourceProblems.find(({ code }) => code === 'payload/binary-input' || code === 'payload/limit-input');
  if (unread !== undefined) return unread.message;
  if (text.trim() === '' && root.text?.trim() !== '') return 'It contains no text that can be read.';
  return text.trim() === '' ? 'It is empty.' : undefined;
}
