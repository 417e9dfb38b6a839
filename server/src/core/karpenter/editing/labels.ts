import { blocks, type Markdown, markup, prose } from '../../text/markdown.js';
import { knownName, nameMarkdown } from '../../values/known/index.js';
import { upstreamMarkdown } from '../options/upstream.js';
import { labelRule } from '../resources/labelRules.js';

/** What is known about a label: what it is, how Karpenter computes it, and where; undefined for other labels. */
export function labelMarkdown(key: string): Markdown | undefined {
  const known = knownName('node-label', key);
  const rule = labelRule(key);
  if (known === undefined && rule === undefined) return undefined;
  const about = known === undefined ? markup`**${prose(key)}**: label of a node` : nameMarkdown(known);
  if (rule === undefined) return about;
  return blocks([about, markup`Karpenter: ${prose(rule.rule)}`, upstreamMarkdown(rule)]);
}
