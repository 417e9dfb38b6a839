import { matchesCode, type ProblemCode } from '../core/index.js';
import { anyMatches } from './globs.js';
import type { Settings } from './settings.js';

/** Whether the user does not want to hear of a code in a file; `paths` are the names that globs may match. */
export function ignoredCodes(settings: Settings, paths: readonly string[]): (code: ProblemCode) => boolean {
  const patterns = settings.ignored.filter(({ glob }) => anyMatches(paths, glob)).flatMap(({ codes }) => codes);
  return (code) => patterns.some((pattern) => matchesCode(pattern, code));
}

/** A file's path inside each workspace folder that holds it, and its whole path. */
export function pathsOf(uri: string, folders: readonly string[]): string[] {
  const inside = folders.flatMap((folder) => {
    const prefix = folder.endsWith('/') ? folder : `${folder}/`;
    return uri.startsWith(prefix) ? [decoded(uri.slice(prefix.length))] : [];
  });
  return [...inside, decoded(uri.replace(/^[a-z][\w+.-]*:(?:\/\/[^/]*)?/i, ''))];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
