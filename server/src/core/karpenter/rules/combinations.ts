import { pointerOf } from '../../formats/tree/paths.js';
import { limits } from '../../limits.js';
import { grouped, quoted } from '../../text/strings.js';
import type { ProblemCode } from '../../problems/codes.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { parseVersion } from '../../values/goVersions.js';
import type { KubeletConfiguration } from '../options/options.generated.js';
import type { GivenOption } from '../options/read.js';
import { scriptSize } from '../script/render.js';
import { scriptVariablesFedBy } from '../script/table.js';
import { type OptionPlace, type Quoting, type ScriptVariable, subnetParts } from '../script/variable.js';
import type { KarpenterInput } from './input.js';
import { type GivenString, keysOf, stringsOf } from '../../record/given.js';

/** GPU options without effect, because the node does not install a driver. */
export const noEffect: Rule<KarpenterInput> = {
  name: 'karpenter/no-effect',
  *check({ reading, at }): Generator<Problem> {
    const { GPUNode = false, GPUDriverInstallationEnabled = false } = reading.value;
    // Settings apply to all nodes of a cluster, also to those without GPUs.
    if ((GPUNode && GPUDriverInstallationEnabled) || reading.computed !== undefined) return;
    const why = GPUNode ? 'GPUDriverInstallationEnabled is not true' : 'GPUNode is not true';
    const names = [
      'GPUNode',
      'GPUDriverInstallationEnabled',
      'GPUDriverVersion',
      'GPUDriverType',
      'GPUImageSHA',
    ] as const;
    for (const name of names) {
      const value = reading.value[name] ?? '';
      if (value === false || value === '') continue;
      const because =
        name === 'GPUNode' ? `: without the driver the node is set up without GPUs, and ${why}.` : `, because ${why}.`;
      yield* problemsAt(at(name), 'karpenter/no-effect', `${name} has no effect${because}`);
    }
  },
};

function problemsAt(given: GivenOption | undefined, code: ProblemCode, message: string): Problem[] {
  return given === undefined
    ? []
    : [problem(code, given.member.key.span, message, { pointer: pointerOf(given.steps) })];
}

/** Contradictory kubelet settings: the kubelet does not start. */
export const contradictions: Rule<KarpenterInput> = {
  name: 'karpenter/contradictions',
  *check({ reading, at }): Generator<Problem> {
    const config = reading.value.kubeletConfig;
    if (config === undefined) return;
    const contradiction = (name: keyof KubeletConfiguration, message: string): Problem[] =>
      problemsAt(at(`kubeletConfig.${name}`), 'karpenter/contradiction', message);
    const { imageGCHighThresholdPercent: high = 85, imageGCLowThresholdPercent: low = 80 } = config;
    if (low >= high)
      yield* contradiction(
        `imageGC${at('kubeletConfig.imageGCLowThresholdPercent') === undefined ? 'High' : 'Low'}ThresholdPercent`,
        `imageGCLowThresholdPercent (${low}) must be below imageGCHighThresholdPercent (${high}).`,
      );
    const [soft, periods] = ['evictionSoft', 'evictionSoftGracePeriod'] as const;
    for (const [own, other, missing] of [
      [soft, periods, 'grace period'],
      [periods, soft, 'threshold'],
    ] as const)
      for (const signal of config[own]?.keys() ?? [])
        if (config[other]?.has(signal) !== true)
          yield* contradiction(own, `${own} has ${signal}, but ${other} doesn't: add a ${missing} for it.`);
  },
};

/**
 * Characters with a meaning in a shell: in an assignment without quotes, and between double quotes. A backslash between
 * double quotes only has one before some characters, but is seldom intended there.
 */
const special: Readonly<Record<Quoting, RegExp>> = {
  // A tilde expands to a home directory at the beginning of an assigned value and after a colon.
  bare: /[ \t\n"'`$\\;&|<>()]|^~|:~/,
  quoted: /["`$\\]/,
};

/** Strings that the shell would change: Karpenter's script assigns values without escaping them. */
export const unsafe: Rule<KarpenterInput> = {
  name: 'karpenter/unsafe-in-script',
  *check({ text: source, reading }): Generator<Problem> {
    for (const given of reading.given) {
      const variables = scriptVariablesFedBy(given.names[0] as OptionPlace);
      const bare = variables.find(({ quoting }) => quoting === 'bare');
      const variable = bare ?? variables[0];
      if (variable === undefined) continue;
      for (const about of [...stringsOf(given), ...keysOf(given)]) {
        const match = special[variable.quoting].exec(about.text);
        if (match !== null && isWritten(given, about)) yield broken(source, about, match, variable);
      }
    }
  },
};

/** Whether the string is part of the script: other rules report values that Karpenter ignores or panics on. */
function isWritten({ field }: GivenOption, { text }: GivenString): boolean {
  if (field.name === 'kubernetesVersion') return parseVersion(text).ok;
  if (field.name === 'subnetID') return subnetParts(text) !== undefined;
  return field.name !== 'timeAdded' && field.name !== 'cpuCFSQuotaPeriod';
}

function broken(source: string, about: GivenString, match: RegExpExecArray, variable: ScriptVariable): Problem {
  const character = match[0];
  const named = /[ \t\n]/.test(character) ? 'a space or line break' : quoted(character);
  const where = variable.quoting === 'bare' ? 'without quotes' : 'between double quotes';
  const what = about.secret ? 'a character with a meaning in a shell' : named;
  const part = { start: match.index, end: match.index + character.length };
  return problem(
    'karpenter/unsafe-in-script',
    about.secret ? about.node.span : about.spanOf(source, part),
    `${about.subject} must not contain ${what}: ${variable.name} in the script is ${where}, and values are not escaped.`,
    { pointer: about.pointer },
  );
}

/** Options whose script is too long for custom data, or nearly. */
export const size: Rule<KarpenterInput> = {
  name: 'karpenter/size',
  *check({ reading, tree }): Generator<Problem> {
    const measured = scriptSize(reading);
    if (measured === undefined || measured.level === 'fine' || tree.root === undefined) return;
    const { start } = tree.root.span;
    const has = `The script of these options has ${grouped(measured.characters)} base64 characters`;
    const most = grouped(limits.customDataCharacters);
    const [code, message] =
      measured.level === 'too-long'
        ? (['vmss/custom-data-too-long', `${has}, but Azure accepts at most ${most} as custom data.`] as const)
        : (['vmss/custom-data-near-limit', `${has} of the ${most} that Azure accepts as custom data.`] as const);
    yield problem(code, { start, end: start + 1 }, message);
  },
};
