import { pointerOf } from '../../formats/tree/paths.js';
import { limits } from '../../limits.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { findSecrets } from '../../secrets/find.js';
import type { Span } from '../../text/span.js';
import { isPlaceholder } from '../../values/format.js';
import { templateExamples } from '../editing/templates.js';
import type { Field } from '../../record/model.js';
import { enumerated, grouped } from '../../text/strings.js';
import { Controller } from '../../values/known/releases.js';
import { type ConfigField, isMessage } from '../value.js';
import { elementsOf } from '../../record/given.js';
import { imagesWhere, type NodeConfigInput, problemOnKey, type TargetImage } from './input.js';
import { dropsUnknown, unknownConsequence } from '../contract/controller.js';
import { utf8Length } from '../../text/bytes.js';
import { customDataLevel } from '../../values/encoded.js';
import { marshalledSize } from '../marshal.js';
import { customDataSize as sizeOfCustomData, hasDialect, usualDialect } from '../render/customData.js';

/** The number of fields in a message. */
const namedFields = 3;

/**
 * Configs whose custom data Azure rejects, or is close to. The limit of 87,380 base64 characters (64 KiB decoded) is the
 * one of `osProfile.customData` in Azure Resource Manager. A config inside a file is in its custom data already.
 */
export const customDataSize: Rule<NodeConfigInput> = {
  name: 'node-config/custom-data-size',
  *check({ text, given, reading, context, image, isFile }): Generator<Problem> {
    if (!reading.ok || !isFile) return;
    // Without escapes, and in ASCII, a string is as long in any JSON as it is in this one.
    const isPlain = !text.includes('\\') && utf8Length(text) === text.length;
    const controller = image?.controller;
    const { dialect = 'cloud-init' } = context;
    const made = hasDialect(dialect, controller) ? dialect : usualDialect(controller);
    const size = sizeOfCustomData(reading.value, made, isPlain, controller);
    if (!size.ok) return;
    const { characters } = size.value;
    const level = customDataLevel(characters);
    if (level === 'fine') return;
    const [first, ...others] = largest(given, isPlain);
    if (first === undefined) return;
    const most = [first, ...others].map(({ given, bytes }) => `${given.path} (${grouped(bytes)} bytes)`);
    const limit = grouped(limits.customDataCharacters);
    const share = Math.floor((100 * characters) / limits.customDataCharacters);
    const state =
      level === 'too-long'
        ? `The custom data of this config is too long for Azure: it has ${grouped(characters)} base64 characters, and at most ${limit} are allowed.`
        : `The custom data of this config has ${grouped(characters)} base64 characters, ${share} % of the ${limit} that Azure accepts.`;
    yield problemOnKey(
      first.given,
      level === 'too-long' ? 'vmss/custom-data-too-long' : 'vmss/custom-data-near-limit',
      `${state} The largest fields are ${enumerated(most, 'and')}.`,
    );
  },
};

/** The fields with the longest values, with the bytes of each alone in JSON; messages count by the fields in them. */
function largest(fields: readonly ConfigField[], isPlain: boolean): { given: ConfigField; bytes: number }[] {
  return fields
    .filter(({ field, value }) => !isMessage(value) && !(field.label === 'map' && field.type.kind === 'object'))
    .map((given) => {
      const alone = { type: given.owner, fields: new Map([[given.field, given]]) };
      // Without the brackets around the only member.
      return { given, bytes: marshalledSize(alone, { encoder: 'protojson' }, isPlain) - 2 };
    })
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, namedFields);
}

/** Secrets in plain text in a file under version control, where they stay in the history. */
export const plainSecrets: Rule<NodeConfigInput> = {
  name: 'node-config/plain-secrets',
  *check({ given, context }): Generator<Problem> {
    if (context.underVersionControl !== true) return;
    for (const one of given) {
      const { field, steps } = one;
      if (field.type.kind !== 'scalar' || field.type.scalar !== 'string') continue;
      for (const { node, entry, step } of elementsOf(one)) {
        if (node.kind !== 'string' || isPublic(node.value)) continue;
        const isSecret = field.secret === true && node.value !== '';
        const searched = entry === undefined ? node.value : `${entry.key.name}=${node.value}`;
        if (!isSecret && findSecrets(searched).length === 0) continue;
        const what = isSecret ? field.name : `A part of ${field.name}`;
        yield problem(
          'contract/plain-secret',
          node.span,
          `${what} is a secret in a file under version control, where it stays in the history. Write a placeholder that the producer of the config replaces.`,
          { pointer: pointerOf([...steps, ...step]) },
        );
      }
    }
  },
};

/** The bootstrap token in the samples that the extension offers. */
const sampleToken = 'q7k2mz.4f8w1n6c3x9bd05h';

/** Placeholders, `msi` (also as base64), which means that there is no secret, and the tokens of the templates and samples. */
function isPublic(text: string): boolean {
  return isPlaceholder(text) || templateExamples.texts.has(text) || ['msi', 'bXNp', sampleToken].includes(text);
}

/**
 * Fields and enum values that are newer than the node image, whose aks-node-controller silently drops them. The ages are
 * those of AgentBaker's release tags (history of `aksnodeconfig/v1` up to 06836ee230).
 */
export const nodeImage: Rule<NodeConfigInput> = {
  name: 'node-config/node-image',
  *check({ given, image }): Generator<Problem> {
    if (image === undefined) return;
    const dropped: string[] = [];
    for (const one of given) {
      // What is inside a field that is dropped is dropped with it.
      if (dropped.some((path) => one.path.startsWith(path))) continue;
      const { field, member, path, steps } = one;
      const found = tooNew(field, image, member.key.span, pointerOf(steps));
      if (found === undefined) yield* tooNewValues(field, one, image);
      else {
        dropped.push(`${path}.`);
        yield found;
      }
    }
  },
};

function* tooNewValues(field: Field, given: ConfigField, image: TargetImage): Generator<Problem> {
  if (field.type.kind !== 'enum') return;
  for (const { node, step } of elementsOf(given)) {
    const written = node.kind === 'string' || node.kind === 'number' ? node.value : undefined;
    const value = field.type.of.values.find((known) => known.name === written || known.number === written);
    const found = value && tooNew(value, image, node.span, pointerOf([...given.steps, ...step]));
    if (found !== undefined) yield found;
  }
}

function tooNew(
  { name, lifetime }: Pick<Field, 'name' | 'lifetime'>,
  image: TargetImage,
  span: Span,
  pointer: string,
): Problem | undefined {
  const since = lifetime?.since;
  if (since === undefined) return undefined;
  const images = imagesWhere(image, ({ order }) => order < since.order);
  if (images === undefined) return undefined;
  const { oldest, subject, which, several } = images;
  const controller = new Controller(oldest);
  const consequence = unknownConsequence(controller, several);
  const age = image.images.length > 1 ? '' : ' is older and';
  const { related } = image;
  const found = problem(
    'contract/newer-than-node-image',
    span,
    `${name} exists since AgentBaker ${since.tag}; ${subject}${age} ${consequence}${which}.`,
    { pointer, ...(related.length > 0 && { related }) },
  );
  // Early releases didn't drop it.
  return controller.has(dropsUnknown) ? found : { ...found, severity: 'error' };
}
