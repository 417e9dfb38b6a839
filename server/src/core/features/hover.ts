import type { Analysis } from '../analysis.js';
import { topLevelKey } from '../cloudConfig/keys.js';
import type { Child } from '../payload/payload.js';
import { childTitle } from '../payload/title.js';
import type { SyntaxNode } from '../syntax/node.js';
import { touches } from '../text/span.js';
import type { HoverInfo } from './hoverInfo.js';
import { karpenterHover } from './karpenter/hover.js';
import { scriptHover } from './karpenter/scriptHover.js';
import { nodeConfigHover } from './nodeConfigHover.js';

/** What is known about the place under the cursor; undefined where there is nothing to say. */
export function hover(analysis: Analysis, offset: number): HoverInfo | undefined {
  const { root } = analysis;
  if (root.steps.length > 0) return undefined;
  if (root.kind === 'node-config') return nodeConfigHover(analysis, offset);
  if (root.kind === 'karpenter-options') return karpenterHover(analysis, offset);
  if (root.kind === 'cloud-config')
    return cloudConfigHover(root.tree?.root, offset) ?? payloadHover(root.children, offset);
  const inScript = root.kind === 'user-data' ? scriptHover(analysis.text, offset) : undefined;
  return inScript ?? payloadHover(root.children, offset);
}

function cloudConfigHover(node: SyntaxNode | undefined, offset: number): HoverInfo | undefined {
  if (node?.kind !== 'object') return undefined;
  const member = node.members.find((candidate) => touches(candidate.key.span, offset));
  const key = member && topLevelKey(member.key.name);
  if (member === undefined || key === undefined) return undefined;
  const link =
    key.module === undefined ? '' : `\n\n[${key.module.title} in cloud-init's documentation](${key.module.docs})`;
  return { markdown: `**${key.name}**\n\n${key.description}${link}`, span: member.key.span };
}

/** Says what a payload string holds, without showing its content. */
function payloadHover(children: readonly Child[], offset: number): HoverInfo | undefined {
  const child = children.find((candidate) => touches(candidate.span, offset));
  if (child === undefined) return undefined;
  const { payload } = child;
  const title = childTitle(child);
  const lines = [
    `**${title}**: ${payload.layers.join(' > ')}, ${payload.bytes.length.toLocaleString('en')} bytes decoded`,
  ];
  const list = (inside: readonly Child[], indent: string): void => {
    for (const inner of inside.slice(0, 20)) {
      const name = childTitle(inner);
      lines.push(
        `${indent}- \`${name.replaceAll('`', "'")}\` ${inner.payload.bytes.length.toLocaleString('en')} bytes`,
      );
      list(inner.payload.children, `${indent}  `);
    }
    if (inside.length > 20) lines.push(`${indent}- and ${inside.length - 20} more`);
  };
  list(payload.children, '');
  return { markdown: `${lines[0] ?? ''}\n\n${lines.slice(1).join('\n')}`, span: child.span };
}
