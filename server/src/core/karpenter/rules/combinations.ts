import { pointerOf } from '../../formats/tree/paths.js';
import { limits } from '../../limits.js';
import { quoted } from '../../text/strings.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { parseVersion } from '../../values/goVersions.js';
import { subnetParts } from '../options/detect.js';
import type { GivenOption } from '../options/read.js';
import { scriptSize } from '../script/render.js';
import { scriptVariablesFedBy } from '../script/table.js';
import type { OptionPlace, Quoting } from '../script/variable.js';
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
    const yieldAt = (given: GivenOption, message: string): Problem =>
      problem('karpenter/no-effect', given.member.key.span, message, { pointer: pointerOf(given.steps) });
    const node = at('GPUNode');
    if (GPUNode && node !== undefined)
      yield yieldAt(node, `GPUNode has no effect: without the driver the node is set up without GPUs, and ${why}.`);
    const installs = at('GPUDriverInstallationEnabled');
    if (GPUDriverInstallationEnabled && installs !== undefined)
      yield yieldAt(installs, `GPUDriverInstallationEnabled has no effect, because ${why}.`);
    for (const name of ['GPUDriverVersion', 'GPUDriverType', 'GPUImageSHA'] as const) {
      const given = at(name);
      const value = reading.value[name] ?? '';
      if (given !== undefined && value !== '') yield yieldAt(given, `${name} has no effect, because ${why}.`);
    }
  },
};

/** Contradictory kubelet settings: the kubelet does not start. */
export const contradictions: Rule<KarpenterInput> = {
  name: 'karpenter/contradictions',
  *check({ reading, at }): Generator<Problem> {
    const config = reading.value.kubeletConfig;
    if (config === undefined) return;
    const say = (name: string, message: string): Problem[] => {
      const given = at(`kubeletConfig.${name}`);
      if (given === undefined) return [];
      return [problem('karpenter/contradiction', given.member.key.span, message, { pointer: pointerOf(given.steps) })];
    };
    const { imageGCHighThresholdPercent: high = 85, imageGCLowThresholdPercent: low = 80 } = config;
    if (low >= high) {
      const name = at('kubeletConfig.imageGCLowThresholdPercent') === undefined ? 'High' : 'Low';
      yield* say(
        `imageGC${name}ThresholdPercent`,
        `imageGCLowThresholdPercent (${low}) must be below imageGCHighThresholdPercent (${high}).`,
      );
    }
    const soft = [...(config.evictionSoft?.keys() ?? [])];
    const periods = [...(config.evictionSoftGracePeriod?.keys() ?? [])];
    for (const signal of soft.filter((name) => !periods.includes(name)))
      yield* say(
        'evictionSoft',
        `evictionSoft has ${signal}, but evictionSoftGracePeriod doesn't: add a grace period for it.`,
      );
    for (const signal of periods.filter((name) => !soft.includes(name)))
      yield* say(
        'evictionSoftGracePeriod',
        `evictionSoftGracePeriod has ${signal}, but evictionSoft doesn't: add a threshold for it.`,
      );
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
        if (match !== null && isWritten(given, about))
          yield broken(source, about, match, variable.name, variable.quoting);
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

function broken(
  source: string,
  about: GivenString,
  match: RegExpExecArray,
  variable: string,
  quoting: Quoting,
): Problem {
  const character = match[0];
  const named = /[ \t\n]/.test(character) ? 'a space or line break' : quoted(character);
  const where = quoting === 'bare' ? 'without quotes' : 'between double quotes';
  const what = about.secret ? 'a character with a meaning in a shell' : named;
  const part = { start: match.index, end: match.index + character.length };
  return problem(
    'karpenter/unsafe-in-script',
    about.secret ? about.node.span : about.spanOf(source, part),
    `${about.subject} must not contain ${what}: ${variable} in the script is ${where}, and values are not escaped.`,
    { pointer: about.pointer },
  );
}

/** Options whose script is too long for custom data, or nearly. */
export const size: Rule<KarpenterInput> = {
  name: 'karpenter/size',
  *check({ reading, tree }): Generator<Problem> {
    const measured = scriptSize(reading);
    if (measured === undefined || measured.level === 'fine' || tree.root === undefined) return;
    const { characters, level } = measured;
    const most = limits.customDataCharacters;
    const { start } = tree.root.span;
    const span = { start, end: start + 1 };
    const has = `The script of these options has ${grouped(characters)} base64 characters`;
    yield level === 'too-long'
      ? problem('vmss/custom-data-too-long', span, `${has}, but Azure accepts at most ${grouped(most)} as custom data.`)
      : problem(
          'vmss/custom-data-near-limit',
          span,
          `${has} of the ${grouped(most)} that Azure accepts as custom data.`,
        );
  },
};

function grouped(count: number): string {
  return count.toLocaleString('en');
}
