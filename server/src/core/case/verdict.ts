import { capitalized, counted, enumerated, withoutTrailing } from '../text/strings.js';
import type { Case, CaseFailure } from './case.js';

/** Failures that the verdict names; the report has all of them. */
const namedFailures = 3;

/** The case in one sentence. */
export function verdictOf({ instances, failures, configs, files }: Omit<Case, 'verdict'>): string {
  const failed = instances.filter(({ outcome }) => outcome === 'failed').length;
  const succeeded = instances.filter(({ outcome }) => outcome === 'succeeded').length;
  const unknown = instances.length - failed - succeeded;
  const several = instances.length > 1;
  const shown = failures.slice(0, namedFailures);
  const parts = shown.map((failure, index) => {
    const count = failure.instances.length;
    if (count === 0) return withCause(failure);
    if (!several) return `${instances[0]?.name ?? 'The node'} ${failedWith(failure)}`;
    const of = index === 0 ? ` of ${instances.length} instances` : '';
    return `${count}${of} ${failedWith(failure)}`;
  });
  const more = failures.length - shown.length;
  if (more > 0) parts.push(counted(more, 'other failure'));
  if (several && failed > 0 && succeeded > 0) parts.push(`${succeeded} succeeded`);
  if (several && failed > 0 && unknown > 0) parts.push(`${unknown} without a report`);
  // The name of a VM stays as it is.
  if (failures.length > 0) return `${several ? capitalized(parts.join('; ')) : parts.join('; ')}.`;
  const read = counted(files, 'file');
  const faulty = configs.find(({ errorCount }) => errorCount > 0);
  if (faulty !== undefined)
    return `No failure was found in ${read}, but the node config in ${faulty.file} has ${counted(faulty.errorCount, 'error')}.`;
  if (succeeded === 0) return `No failure was found in ${read}.`;
  const names = instances.flatMap(({ name }) => name ?? []);
  const who = several
    ? `${succeeded} of ${instances.length} instances succeeded`
    : `${enumerated(names, 'and') || 'the node'} succeeded`;
  return `No failure was found in ${read}: ${who}.`;
}

/** `failed with exit code 50 (…), DNS for …`; a failure without a code is a sentence of its own. */
function failedWith(failure: CaseFailure): string {
  return `${failure.title.startsWith('exit code') ? 'failed with' : 'failed:'} ${withCause(failure)}`;
}

/** Without a cause and a code, only what it means says more than who failed. */
export function withCause({ title, cause, meaning, exitCode }: CaseFailure): string {
  if (cause !== null) return `${title}, ${cause}`;
  return exitCode !== null || meaning === null ? title : `${title}: ${withoutTrailing(meaning, '.')}`;
}

/** Whether any file reports how a node booted. */
export function isAboutBoots({ failures, instances, timelines }: Case): boolean {
  return failures.length + timelines.length > 0 || instances.some(({ outcome }) => outcome !== 'unknown');
}
