import type { Budget } from '../text/budget.js';
import { bootCommand } from '../nodeConfig/render/bootCommand.js';
import type { EnvironmentOptions } from '../nodeConfig/render/environment/options.js';
import type { MessageValue } from '../nodeConfig/value.js';
import { Controller, newestRelease, releaseRemark } from '../values/known/releases.js';
import { type Both, both, type Comparison, type ComparisonNote, sides, type TextDifference } from './comparison.js';
import { fileLines, type MaskedLines, textDifference, type TextLines } from './lines.js';
import { customDataText, ReleaseChanges } from './releaseChanges.js';
import type { DocumentSection, SectionSide } from './sections.js';

/** Whether both configs are read by the same node image. */
export function isSameImage(before: SectionSide, after: SectionSide): boolean {
  return before.config?.image?.order === after.config?.image?.order;
}

interface ComparedImages {
  readonly versions: Both<string>;
  readonly notes: readonly ComparisonNote[];
}

/** The node images of both configs; undefined if they are the same. */
export function imagesOf({ before, after }: DocumentSection): ComparedImages | undefined {
  if (before?.config === undefined || after?.config === undefined || isSameImage(before, after)) return undefined;
  const images = { before: before.config.image, after: after.config.image };
  const notes = sides.flatMap((side): ComparisonNote[] => {
    const image = images[side];
    if (image === undefined) {
      const message = `No node image is known on this side; ${newestRelease.version}, the newest known one, counts.`;
      return [{ severity: 'information', side, message }];
    }
    const remark = releaseRemark(image);
    return remark === undefined ? [] : [{ severity: 'information', side, message: remark }];
  });
  return { versions: both(images.before?.version, images.after?.version), notes };
}

/** A text that a release makes of a config, besides its environment. */
interface ImageSection {
  readonly title: string;
  readonly lines: Both<TextLines>;
  readonly difference: TextDifference | undefined;
}

const controllerOf = ({ config }: SectionSide): Controller =>
  config?.image?.controller ?? new Controller(newestRelease);

const customDataTitle = 'custom data';
const bootCommandTitle = 'boot command';

/** The boot command with a line for each of its commands. */
function bootCommandLines(config: MessageValue, controller: Controller): string {
  const lines = bootCommand(config, controller).join('\n').split(/; */);
  return `${lines.map((line) => line.trim()).join(';\n')}\n`;
}

/** The custom data that producers of the two releases make, and the boot commands. */
export function imageSections({ before, after }: DocumentSection, budget: Budget): readonly ImageSection[] {
  if (before?.config?.reading.ok !== true || after?.config?.reading.ok !== true) return [];
  const textsOf = (
    side: SectionSide,
    render: (config: MessageValue, controller: Controller) => string,
  ): MaskedLines => {
    const { real, shown } = side.config ?? {};
    if (real === undefined || shown === undefined) return { real: [], shown: [], masked: false };
    const linesOf = (config: MessageValue): readonly string[] => render(config, controllerOf(side)).split('\n');
    const [all, visible] = [linesOf(real), linesOf(shown)];
    return { real: all, shown: visible, masked: all.join('\n') !== visible.join('\n') };
  };
  const section = (title: string, render: (config: MessageValue, controller: Controller) => string): ImageSection => {
    const [old, now] = [textsOf(before, render), textsOf(after, render)];
    const isSame = old.real.join('\n') === now.real.join('\n');
    const lines = { before: fileLines(old), after: fileLines(now) };
    return { title, lines, difference: isSame ? undefined : textDifference(title, 'changed', old, now, budget) };
  };
  return [
    section(customDataTitle, (config, controller) => customDataText(config, controller) ?? ''),
    section(bootCommandTitle, bootCommandLines),
  ];
}

type Differences = Pick<Comparison, 'fields' | 'texts' | 'variables'>;

/** The differences with their reasons, if they are differences between two node images. */
export function withReasons(
  differences: Differences,
  { before, after }: DocumentSection,
  { environment = {} }: { readonly environment?: EnvironmentOptions | undefined },
): Differences {
  if (before?.config === undefined || after?.config === undefined || isSameImage(before, after)) return differences;
  const releases = [controllerOf(before).release, controllerOf(after).release] as const;
  const changes = new ReleaseChanges(before.payload, before.config.real.type, releases, environment);
  const { fields, texts, variables } = differences;
  const reasons = <Difference>(one: Difference, found: Comparison['fields'][number]['changes'] = []): Difference =>
    found.length === 0 ? one : { ...one, changes: found };
  return {
    fields: fields.map((one) => (one.document === undefined ? reasons(one, changes.ofField(one.pointer)) : one)),
    texts: texts.map((one) => {
      if (one.document === customDataTitle) return reasons(one, changes.ofCustomData());
      return one.document === bootCommandTitle ? reasons(one, changes.ofBootCommand()) : one;
    }),
    variables: variables.map((one) => reasons(one, changes.ofVariable(one.name))),
  };
}
