/**
 * The value of a snippet body if every tab stop keeps its placeholder: `"${1:v1}"` is `"v1"`, and
 * `"^${1:true}"`, which VS Code inserts without quotes, is `true`.
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

/** The text of a snippet if every tab stop keeps its placeholder. */
export function filled(snippet: string): string {
  return snippet
    .replace(/\$\{\d+:((?:[^\\}]|\\.)*)\}/g, (_, placeholder: string) => placeholder)
    .replace(/\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');
}
