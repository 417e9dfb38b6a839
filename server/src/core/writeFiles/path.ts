/**
 * The absolute path that a path stands for on the node: Python's `os.path.abspath` in `/`, where cloud-init runs.
 */
export function absolutePath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  // POSIX leaves the meaning of two slashes in front open, so Python keeps them.
  return `${/^\/\/(?!\/)/.test(path) ? '//' : '/'}${steps.join('/')}`;
}
