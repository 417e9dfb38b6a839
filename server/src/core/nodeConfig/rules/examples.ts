import { pointerOf } from '../../formats/tree/paths.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { GivenString, visitStrings } from '../../record/given.js';
import { emptyMessage, exampleMessage, exampleReason } from '../../values/examples.js';
import { templateExamples } from '../editing/templates.js';
import { type NodeConfigInput, problemOnString } from './input.js';

/** Values of templates and of documentation that no node can use. */
export const examples: Rule<NodeConfigInput> = {
  name: 'node-config/examples',
  check({ fields, tree, contract }): Problem[] {
    const problems: Problem[] = [];
    // The node reads an empty string like a missing field, so `fields` doesn't have it.
    const members = tree.root?.kind === 'object' ? tree.root.members : [];
    for (const { key, value } of members) {
      if (value?.kind !== 'string' || value.value !== '') continue;
      const name = contract.root.fieldByKey(key.name)?.name;
      if (name === undefined || !templateExamples.emptyFields.has(name)) continue;
      problems.push(
        problem('contract/example-value', value.span, emptyMessage(name), { pointer: pointerOf([key.name]) }),
      );
    }
    for (const given of fields) {
      visitStrings(given, (node, step) => {
        const reason = templateExamples.texts.has(node.value)
          ? 'it is the value of the template'
          : exampleReason(node.value);
        if (reason === undefined) return;
        const value = new GivenString(node, node.value, given, step);
        problems.push(problemOnString(value, 'contract/example-value', exampleMessage(value.subject, reason)));
      });
    }
    return problems;
  },
};
