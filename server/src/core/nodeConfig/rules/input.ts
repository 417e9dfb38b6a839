import { KeyNames } from '../../formats/tree/edits.js';
import { type MachineModel, placeOf } from '../../document/machineModel.js';
import { Controller, parseNodeImage, type Release, releasesBetween } from '../../values/known/releases.js';
import type { SyntaxTree } from '../../formats/tree/node.js';
import { Suggestions } from '../../text/suggest.js';
import type { Contract } from '../contract/contract.js';
import type { Reading } from '../read.js';
import { type ConfigField, givenFields } from '../value.js';
import type { CustomDataDialect } from '../render/dialects.js';
import { pointerOf } from '../../formats/tree/paths.js';
import type { ProblemCode } from '../../problems/codes.js';
import { problem, type Problem, type ProblemExtras, type RelatedPlace } from '../../problems/problem.js';
import type { GivenString } from '../../record/given.js';

/** What the validation of node configs depends on besides the text. */
export interface NodeConfigContext {
  /** The current time in milliseconds since 1970 UTC; without it validity periods aren't checked. */
  readonly now?: number | undefined;
  /** The node image that configs are written for; without it, the one of the machine around a config counts. */
  readonly nodeImage?: Release | undefined;
  /** With it, configs are for all images from this one to `nodeImage`. */
  readonly oldestNodeImage?: Release | undefined;
  /** The contract that a checkout of AgentBaker declares; the built-in one by default. */
  readonly contract?: Contract | undefined;
  /** The format of the custom data, which decides how long it is; cloud-init's by default. */
  readonly dialect?: CustomDataDialect | undefined;
  /** Whether the file is tracked by a version control system. */
  readonly underVersionControl?: boolean | undefined;
  /** The machine whose custom data the config is in. */
  readonly machine?: MachineModel | undefined;
}

/** The node image that a config is for. */
export interface TargetImage extends Release {
  readonly controller: Controller;
  /** The images of a range that ends with this one, or only this one. */
  readonly images: readonly Release[];
  /** The image in a sentence. */
  readonly title: string;
  /** The place in the file that names it, if that isn't a setting. */
  readonly related: readonly RelatedPlace[];
}

/** The image that the user chose; else the one of the machine around the config; without either no field is too new. */
export function targetImage({
  nodeImage,
  oldestNodeImage = nodeImage,
  machine,
}: NodeConfigContext): TargetImage | undefined {
  if (nodeImage !== undefined) {
    const title = `the node image ${nodeImage.version}`;
    const images = releasesBetween(oldestNodeImage ?? nodeImage, nodeImage) ?? [nodeImage];
    return { ...nodeImage, controller: new Controller(nodeImage), images, title, related: [] };
  }
  const fact = machine?.imageVersion;
  const image = fact && parseNodeImage(fact.text);
  if (machine === undefined || fact === undefined || image === undefined) return undefined;
  return {
    ...image,
    controller: new Controller(image),
    images: [image],
    title: `the node image ${image.version} of this ${machine.kind}`,
    related: [placeOf(machine, fact)],
  };
}

/** Images of a target, as the subject of a sentence. */
interface NamedImages {
  readonly oldest: Release;
  readonly subject: string;
  /** Which ones of a range, as a clause behind the sentence; empty for all of them. */
  readonly which: string;
  readonly several: boolean;
}

/** The images of a target for which something holds; undefined if there are none. */
export function imagesWhere(
  { images, title }: TargetImage,
  holds: (image: Release) => boolean,
): NamedImages | undefined {
  const found = images.filter(holds);
  const [oldest] = found;
  const [first, last] = [images[0], images.at(-1)];
  if (oldest === undefined || first === undefined || last === undefined) return undefined;
  if (images.length === 1) return { oldest, subject: title, which: '', several: false };
  const range = `${images.length} node images from ${first.version} to ${last.version}`;
  if (found.length === images.length) return { oldest, subject: `all ${range}`, which: '', several: true };
  const which = `: ${runsOf(images, holds).join(', ')}`;
  return { oldest, subject: `${found.length} of ${range}`, which, several: found.length > 1 };
}

/** Neighbouring images for which something holds, as `first to last`. */
function runsOf(images: readonly Release[], holds: (image: Release) => boolean): readonly string[] {
  const runs: { readonly from: Release; to: Release }[] = [];
  let open = false;
  for (const image of images) {
    const run = runs.at(-1);
    const belongs = holds(image);
    if (belongs && open && run !== undefined) run.to = image;
    else if (belongs) runs.push({ from: image, to: image });
    open = belongs;
  }
  return runs.map(({ from, to }) => (from === to ? from.version : `${from.version} to ${to.version}`));
}

/** The input of a rule about node configs. */
export interface NodeConfigInput {
  readonly text: string;
  readonly tree: SyntaxTree;
  readonly reading: Reading;
  readonly contract: Contract;
  readonly context: NodeConfigContext;
  readonly image: TargetImage | undefined;
  /** What the controller of that image reads; `reading` is what the newest one reads. */
  readonly imageReading: Reading | undefined;
  /** Every field that the config gives; collected once for all rules. */
  readonly given: readonly ConfigField[];
  /** Those that the image reads; of a range, one of the images. */
  readonly fields: readonly ConfigField[];
  /** The field at a path that leads through no map; undefined if the config does not give it. */
  readonly at: (path: string) => ConfigField | undefined;
  readonly suggestions: Suggestions;
  readonly keys: KeyNames;
  /** Whether the config is a whole file, of which custom data can be made. */
  readonly isFile: boolean;
}

export function nodeConfigInput(
  text: string,
  tree: SyntaxTree,
  contract: Contract,
  reading: Reading,
  context: NodeConfigContext,
  image = targetImage(context),
  isFile = false,
  imageReading?: Reading,
): NodeConfigInput {
  const given = givenFields(reading.value, contract);
  const fields = image === undefined ? given : fieldsReadBy(image, given);
  const byPath = new Map(fields.map((one) => [one.path, one]));
  const at = (path: string): ConfigField | undefined => byPath.get(path);
  return {
    text,
    tree,
    contract,
    reading,
    context,
    image,
    imageReading,
    given,
    fields,
    at,
    suggestions: new Suggestions(),
    keys: new KeyNames(),
    isFile,
  };
}

/** The fields without those that are newer than all images, and without what is inside of these. */
function fieldsReadBy({ images }: TargetImage, given: readonly ConfigField[]): readonly ConfigField[] {
  let dropped: string | undefined;
  return given.filter(({ field, path }) => {
    if (dropped !== undefined && path.startsWith(dropped)) return false;
    const since = field.lifetime?.since;
    const isRead = since === undefined || images.some(({ order }) => order >= since.order);
    if (!isRead) dropped = `${path}.`;
    return isRead;
  });
}

/** A problem shown on the name of a field. */
export function problemOnKey(given: ConfigField, code: ProblemCode, message: string, extras?: ProblemExtras): Problem {
  return problem(code, given.member.key.span, message, { pointer: pointerOf(given.steps), ...extras });
}

/** A problem shown on the value of a field. */
export function problemOnValue(
  { member, steps }: ConfigField,
  code: ProblemCode,
  message: string,
  extras?: ProblemExtras,
): Problem {
  return problem(code, member.value?.span ?? member.span, message, { pointer: pointerOf(steps), ...extras });
}

/** A problem shown on one string of a field. */
export function problemOnString(
  { node, pointer }: GivenString,
  code: ProblemCode,
  message: string,
  extras?: ProblemExtras,
): Problem {
  return problem(code, node.span, message, { pointer, ...extras });
}
