type Json = Readonly<Record<string, unknown>>;

export function localized(manifest: Json, known: Json): { readonly manifest: Json; readonly texts: Json };
export function textsIn(sources: readonly string[]): Readonly<Record<string, string>>;
export function clientSources(root?: string): string[];
