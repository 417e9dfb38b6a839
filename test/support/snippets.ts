/**
 * The value that a snippet body leaves when every tab stop keeps its placeholder: `"${1:v1}"` is `"v1"`, and
 * `"^${1:true}"`, which VS Code writes without quotes, is `true`.
 */
export function resolvedSnippet(body: unknown): unknown {
  if (typeof body === 'string') {
    const text = filled(body.startsWith('^') ? body.slice(1) : body);
    return body.startsWith('^') ? (JSON.parse(text) as unknown) : text;
  }
  if (Array.isArray(body)) return body.map(resolvedSnippet);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [filled(key), resolvedSnippet(value)]));
}

/** A snippet's text with its placeholders, as an editor leaves it behind the last tab stop. */
export function filled(snippet: string): string {
  return snippet
    .replace(/\$\{\d+:((?:[^\\}]|\\.)*)\}/g, (_, placeholder: string) => placeholder)
    .replace(/\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');
}
