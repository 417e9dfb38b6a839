/**
 * What people write where a producer is to fill in a value: `<token>`, `${TOKEN}`, `{{ token }}`, `%TOKEN%`, stars,
 * dots, and words such as `changeme`.
 */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

/** Whether a part of a text is still to be filled in, so that nothing can be said of its form. */
export function holdsPlaceholder(text: string): boolean {
  return isPlaceholder(text) || (text.includes('{') && variable.test(text));
}

const placeholder =
  /^\s*(?:<[^<>]*>|\$\{[^{}]*\}|\{\{[^{}]*\}\}|%[\w-]+%|\*+(?:#\d+)?|x+|\.{3}|(?:change-?me|placeholder|redacted|todo|dummy|example)[\w-]*)\s*$/i;

const variable = /\$\{[^{}]{0,200}\}|\{\{[^{}]{0,200}\}\}/;
