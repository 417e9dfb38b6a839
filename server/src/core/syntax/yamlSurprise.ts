import type { SyntaxNode } from './node.js';

/**
 * What YAML 1.1 made of a token that looks like something else, as the end of a sentence; undefined where a value is
 * what it looks like. Judged by what is written: `0644` and `420` are the same number.
 */
export function yaml11Pitfall(node: SyntaxNode): string | undefined {
  switch (node.kind) {
    case 'boolean':
      return /^(?:true|false)$/i.test(node.raw) ? undefined : `YAML 1.1 reads ${node.raw} as ${node.value}`;
    case 'number':
      return node.tag === undefined ? ofNumber(node.raw, node.value) : undefined;
    case 'string':
      return node.style === 'plain' && node.tag === undefined ? ofText(node.value) : undefined;
    default:
      return undefined;
  }
}

function ofNumber(raw: string, value: number): string | undefined {
  if (/^[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(raw) && !/\.[0-9]*0$/.test(raw)) return undefined;
  if (raw.includes(':')) return `YAML 1.1 reads ${raw} as ${value}, because : counts in sixties`;
  if (/^[-+]?0[0-7_]+$/.test(raw)) return `YAML 1.1 reads ${raw} as ${value}, because a 0 in front means octal`;
  return `YAML 1.1 reads ${raw} as ${value}`;
}

function ofText(text: string): string | undefined {
  if (/^[-+]?0[0-9]*[89][0-9]*$/.test(text))
    return `to YAML 1.1 ${text} is text, because a 0 in front means octal, which has no 8 and 9`;
  if (/^[-+]?0o[0-7]+$/.test(text)) return `to YAML 1.1 ${text} is text; octal numbers begin with 0 alone`;
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)[eE]\d+$/.test(text) || /^[-+]?\d+[eE][-+]?\d+$/.test(text))
    return `to YAML 1.1 ${text} is text; an exponent needs a point in front and a sign, as in 1.0e+3`;
  if (/^[yn]$/i.test(text)) return `to cloud-init's YAML reader ${text} is text; write yes or no`;
  return undefined;
}
