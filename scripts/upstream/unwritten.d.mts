export const marker: string;
export function unwrittenLines(root: string): string[];
