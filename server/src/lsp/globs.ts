import picomatch from 'picomatch';

/** Whether one of a file's names matches a glob of a setting; one without a slash is about the last part of the name. */
export function anyMatches(paths: readonly string[], glob: string): boolean {
  return paths.some((path) => picomatch.isMatch(path, glob, { dot: true, basename: !glob.includes('/') }));
}
