import type { FieldDescriptor } from '../../../contract/descriptor.js';
import { isOlderThan, type NodeImage, parseRelease } from '../../../contract/release.js';
import { elementsOf, type GivenField } from '../../../contract/walk.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { Span } from '../../../text/span.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/**
 * Fields and enum values that are younger than the node image: aks-node-controller of that image drops
 * them without a word. The ages are those of AgentBaker's release tags (history of `aksnodeconfig/v1` up to
 * 06836ee230).
 */
export const nodeImage: Rule<NodeConfigInput> = {
  name: 'node-config/node-image',
  *check({ fields, circumstances }): Generator<Problem> {
    const image = circumstances.nodeImage;
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

function* tooNewValues(field: FieldDescriptor, given: GivenField, image: NodeImage): Generator<Problem> {
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
