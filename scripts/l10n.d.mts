type Json = Readonly<Record<string, unknown>>;

export function localized(manifest: Json, known: Json): { readonly manifest: Json; readonly strings: Json };
export function stringsIn(sources: readonly string[]): Readonly<Record<string, string>>;
export function clientSources(root?: string): string[];
