/** Attributes of an element; the values of those that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element. Texts become text nodes: nothing that stands in a log is ever read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    // The page's policy refuses styles in attributes; single properties may be set.
    if (name.startsWith('--')) made.style.setProperty(name, String(value));
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

/** A button that says what it does. */
export function button(label: string, tip: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', title: tip, 'aria-label': tip }, label);
  made.addEventListener('click', press);
  return made;
}
