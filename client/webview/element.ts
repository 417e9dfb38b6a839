/** Attributes of an element; undefined and false are left out. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Creates an element. Strings become text nodes, so that nothing in a log is interpreted as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    // The page's policy forbids style attributes, but allows setting properties.
    if (name.startsWith('--')) made.style.setProperty(name, String(value));
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

/** Creates a button. A label that is only a sign needs the attribute `aria-label` for screen readers. */
export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', press);
  return made;
}
