import { pointerOf } from '../../formats/tree/paths.js';
import { limits } from '../../limits.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { findSecrets } from '../../secrets/find.js';
import type { Span } from '../../text/span.js';
import { isPlaceholder } from '../../values/format.js';
import type { Field } from '../../record/model.js';
import { enumerated } from '../../text/strings.js';
import { isOlderThan, type NodeImage, parseRelease } from '../contract/release.js';
import { type ConfigField, isMessage } from '../value.js';
import { elementsOf } from '../../record/given.js';
import type { CustomDataMeasure, NodeConfigInput } from './input.js';

/** The number of fields in a message. */
const namedFields = 3;

/**
 * Configs whose custom data Azure rejects, or is close to. The limit of 87,380 base64 characters (64 KiB decoded) is the
 * one of `osProfile.customData` in Azure Resource Manager.
 */
export const customDataSize: Rule<NodeConfigInput> = {
  name: 'node-config/custom-data-size',
  *check({ fields, customData }): Generator<Problem> {
    const characters = customData?.characters();
    if (characters === undefined || customData === undefined) return;
    const level = customData.level(characters);
    if (level === 'fine') return;
    const [biggest, ...others] = largest(fields, customData);
    if (biggest === undefined) return;
    const most = [biggest, ...others].map(({ given, bytes }) => `${given.path} (${grouped(bytes)} bytes)`);
    const share = Math.floor((100 * characters) / limits.customDataCharacters);
    const state =
      level === 'too-long'
        ? `The custom data of this config is too long for Azure: it has ${grouped(characters)} base64 characters, and at most ${grouped(limits.customDataCharacters)} are allowed.`
        : `The custom data of this config has ${grouped(characters)} base64 characters, ${share} % of the ${grouped(limits.customDataCharacters)} that Azure accepts.`;
    yield problem(
      level === 'too-long' ? 'vmss/custom-data-too-long' : 'vmss/custom-data-near-limit',
      biggest.given.member.key.span,
      `${state} The largest fields are ${enumerated(most, 'and')}.`,
      { pointer: pointerOf(biggest.given.steps) },
    );
  },
};

interface Measured {
  readonly given: ConfigField;
  /** Of the field alone in the marshalled config. */
  readonly bytes: number;
}

/** The fields with the longest values, longest first; messages count by the fields in them. */
function largest(fields: readonly ConfigField[], { bytesOf }: CustomDataMeasure): Measured[] {
  return fields
    .filter(({ field, value }) => !isMessage(value) && !(field.label === 'map' && field.type.kind === 'object'))
    .map((given) => ({ given, bytes: bytesOf(given) }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, namedFields);
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

/** Secrets in plain text in a file under version control, where they stay in the history. */
export const plainSecrets: Rule<NodeConfigInput> = {
  name: 'node-config/plain-secrets',
  *check({ fields, context }): Generator<Problem> {
    if (context.underVersionControl !== true) return;
    for (const given of fields) {
      const { field, steps } = given;
      if (field.type.kind !== 'scalar' || field.type.scalar !== 'string') continue;
      for (const { node, entry, step } of elementsOf(given)) {
        if (node.kind !== 'string' || isPublic(node.value)) continue;
        const named = field.secret === true ? node.value !== '' : false;
        const inside =
          !named && findSecrets(entry === undefined ? node.value : `${entry.key.name}=${node.value}`).length > 0;
        if (!named && !inside) continue;
        const what = named ? field.name : `A part of ${field.name}`;
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

/** Placeholders, `msi` (also as base64), which means that there is no secret, and the token of kubeadm's documentation. */
function isPublic(text: string): boolean {
  return isPlaceholder(text) || ['msi', 'bXNp', 'abcdef.0123456789abcdef'].includes(text);
}

/**
 * Fields and enum values that are newer than the node image, whose aks-node-controller silently drops them. The ages are those of AgentBaker's release tags (history of `aksnodeconfig/v1` up to
 * 06836ee230).
 */
export const nodeImage: Rule<NodeConfigInput> = {
  name: 'node-config/node-image',
  *check({ fields, context }): Generator<Problem> {
    const image = context.nodeImage;
    if (image === undefined) return;
    const dropped: string[] = [];
    for (const given of fields) {
      // What is inside a field that is dropped is dropped with it.
      if (dropped.some((path) => given.path.startsWith(path))) continue;
      const { field, member, path, steps } = given;
      if (isTooNew(field.since, image)) {
        dropped.push(`${path}.`);
        yield tooNew(field.name, field.since, image, member.key.span, pointerOf(steps));
      } else yield* tooNewValues(field, given, image);
    }
  },
};

function* tooNewValues(field: Field, given: ConfigField, image: NodeImage): Generator<Problem> {
  if (field.type.kind !== 'enum') return;
  for (const { node, step } of elementsOf(given)) {
    const written = node.kind === 'string' || node.kind === 'number' ? node.value : undefined;
    const value = field.type.of.values.find((known) => known.name === written || known.number === written);
    if (value !== undefined && isTooNew(value.since, image))
      yield tooNew(value.name, value.since, image, node.span, pointerOf([...given.steps, ...step]));
  }
}

function isTooNew(since: string | undefined, image: NodeImage): since is string {
  const release = since === undefined ? undefined : parseRelease(since);
  return release !== undefined && isOlderThan(image, release);
}

function tooNew(name: string, since: string, image: NodeImage, span: Span, pointer: string): Problem {
  return problem(
    'contract/newer-than-node-image',
    span,
    `${name} exists since AgentBaker ${since}; the node image ${image.version} is older and drops it silently.`,
    { pointer },
  );
}
