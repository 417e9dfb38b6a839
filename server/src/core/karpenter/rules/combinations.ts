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

/** Options that do nothing without others: all about GPUs, where the node does not install a driver. */
export const noEffect: Rule<KarpenterInput> = {
  name: 'karpenter/no-effect',
  *check({ reading, at }): Generator<Problem> {
    const { GPUNode = false, GPUDriverInstallationEnabled = false } = reading.value;
    // Settings are those of a whole cluster.
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

/** Settings of the kubelet with which it does not start, because they contradict each other. */
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
        `Images are removed from ${high} % of the disk on and down to ${low} %; the low threshold must be below the high one.`,
      );
    }
    const soft = [...(config.evictionSoft?.keys() ?? [])];
    const periods = [...(config.evictionSoftGracePeriod?.keys() ?? [])];
    for (const signal of soft.filter((name) => !periods.includes(name)))
      yield* say('evictionSoft', `evictionSoft has ${signal}, for which evictionSoftGracePeriod has no time.`);
    for (const signal of periods.filter((name) => !soft.includes(name)))
      yield* say(
        'evictionSoftGracePeriod',
        `evictionSoftGracePeriod has ${signal}, for which evictionSoft has no threshold.`,
      );
  },
};

/**
 * What a shell reads otherwise than as itself: in an assignment without quotes, and between double quotes. A backslash
 * between double quotes counts only in front of some characters, but seldom is one meant there.
 */
const special: Readonly<Record<Quoting, RegExp>> = {
  // A tilde stands for a home directory where an assigned value, or a part of it behind a colon, begins.
  bare: /[ \t\n"'`$\\;&|<>()]|^~|:~/,
  quoted: /["`$\\]/,
};

/** Texts of which Karpenter's script makes something else: it puts values into shell assignments as they are. */
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

/** Whether the text gets into the script: what Karpenter panics on or ignores has problems of its own. */
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
  const named = /[ \t\n]/.test(character) ? 'a blank or line break' : quoted(character);
  const where = quoting === 'bare' ? 'without quotes' : 'between double quotes';
  const what = about.secret ? 'a character that the shell does not take as it is' : named;
  const part = { start: match.index, end: match.index + character.length };
  return problem(
    'karpenter/unsafe-in-script',
    about.secret ? about.node.span : about.spanOf(source, part),
    `${about.subject} holds ${what}, which breaks the script: it stands in ${variable} ${where} and is not escaped.`,
    { pointer: about.pointer },
  );
}

/** Options whose script Azure refuses as custom data, or soon will. */
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
      ? problem('vmss/custom-data-too-long', span, `${has}, and Azure takes at most ${grouped(most)} as custom data.`)
      : problem('vmss/custom-data-near-limit', span, `${has} of the ${grouped(most)} that Azure takes as custom data.`);
  },
};

function grouped(count: number): string {
  return count.toLocaleString('en');
}
