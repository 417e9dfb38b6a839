import { type Span, spanOfMatch } from './span.js';

/**
 * What stands for an expression of a template or of Terraform that is not resolved: a word without meaning in YAML, shells
 * and JSON.
 */
export function placeholderOf(index: number, language: 'ARM' | 'TF' = 'ARM'): string {
  return `__${language}_EXPR_${index}__`;
}

const placeholder = /__(?:ARM|TF)_EXPR_\d+__/g;

/** Whether a text holds an expression that is not resolved. */
export function holdsPlaceholder(text: string): boolean {
  return text.includes('_EXPR_') && text.search(placeholder) >= 0;
}

/** Where a text holds expressions that are not resolved, in their order. */
export function placeholdersIn(text: string): readonly Span[] {
  return text.includes('_EXPR_') ? [...text.matchAll(placeholder)].map(spanOfMatch) : [];
}
