import type { Severity } from '../../core/index.js';
import type { ValidationResult } from '../../results/problemResult.js';

const commands: Record<Severity, string> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** Results as workflow commands that GitHub Actions turns into annotations. */
export function githubAnnotations(results: readonly ValidationResult[]): string {
  return results
    .flatMap(({ file, problems }) =>
      problems.map((found) => {
        const place = `line=${found.range.start.line + 1},col=${found.range.start.character + 1},endLine=${found.range.end.line + 1},endColumn=${found.range.end.character + 1}`;
        return `::${commands[found.severity]} file=${property(file)},${place},title=${property(found.code)}::${data(found.message)}\n`;
      }),
    )
    .join('');
}

/** Message text of a workflow command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A property also may not hold what separates properties. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
