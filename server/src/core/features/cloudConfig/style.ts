/** How a YAML document is laid out. */
export interface YamlStyle {
  /** The blanks of one level of indentation. */
  readonly unit: string;
  /** Whether the dashes of a list are indented more than its key. */
  readonly indentsLists: boolean;
}

/**
 * The style that a document shows in its first nested lines; where it has none, two blanks and lists that are indented,
 * as in cloud-init's own examples.
 */
export function yamlStyle(text: string): YamlStyle {
  const list = /^( *)[^\s#-][^\n]*:[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*( *)- /m.exec(text);
  const mapping = /^( *)[^\s#-][^\n]*:[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*( +)[^\s#-]/gm;
  let width = 0;
  for (const [, outer = '', inner = ''] of text.matchAll(mapping)) {
    width = inner.length - outer.length;
    if (width > 0) break;
  }
  const listWidth = list === null ? 0 : (list[2] ?? '').length - (list[1] ?? '').length;
  const unit = width > 0 ? width : listWidth > 0 ? listWidth : 2;
  return { unit: ' '.repeat(Math.min(unit, 8)), indentsLists: list === null || listWidth > 0 };
}
