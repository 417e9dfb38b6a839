/** The last part of an address, as people call the file. */
export function lastPathSegment(uri: string): string {
  const last =
    uri
      .replace(/[?#].*$/, '')
      .split(/[/:]/)
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'text';
  } catch {
    return last || 'text';
  }
}
