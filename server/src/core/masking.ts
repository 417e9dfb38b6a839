import type { Analysis } from './analysis.js';
import { type SyntaxNode } from './formats/tree/node.js';
import { kinds } from './payload/kindTable.js';
import { findSecrets, inflatingOn, isSecretName, maskText } from './secrets/find.js';
import { createMasking, type Masking, nothingMasked } from './secrets/masking.js';
import { append } from './text/strings.js';

/** The masking for one output about some documents. */
export function maskingOf(analyses: readonly Analysis[], { showSecrets }: { readonly showSecrets: boolean }): Masking {
  const [first] = analyses;
  if (showSecrets) return nothingMasked;
  const inflate = first === undefined ? () => new Uint8Array() : inflatingOn(first.platform);
  return createMasking(() => analyses.flatMap((analysis) => analysis.made(secretsIn)), inflate);
}

/** The secrets of a file and of everything inside it. */
function secretsIn(analysis: Analysis): readonly string[] {
  const secrets: string[] = [];
  for (const payload of analysis.documents()) {
    const { text, kind, tree } = payload;
    if (text === undefined) continue;
    for (const { start, end, shown } of findSecrets(text)) if (shown === maskText) secrets.push(text.slice(start, end));
    append(secrets, secretMembers(tree?.root));
    append(secrets, [...(kinds[kind].secrets?.(analysis.view(payload)) ?? [])]);
  }
  return secrets;
}

/** The strings under secret names, without the escapes with which a text writes them. */
function secretMembers(root: SyntaxNode | undefined): readonly string[] {
  const secrets: string[] = [];
  const open: { readonly node: SyntaxNode | undefined; readonly isSecret: boolean }[] = [
    { node: root, isSecret: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isSecret } = next;
    if (node?.kind === 'string' && isSecret) secrets.push(node.value);
    else if (node?.kind === 'array')
      append(
        open,
        node.items.map((item) => ({ node: item, isSecret })),
      );
    else if (node?.kind === 'object') {
      append(
        open,
        node.members.map(({ key, value }) => ({ node: value, isSecret: isSecretName(key.name) })),
      );
    }
  }
  return secrets;
}
