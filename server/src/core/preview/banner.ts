import type { Analysis } from '../analysis.js';
import type { FileProblem } from '../payload/payload.js';
import type { ProblemCode } from '../problems/codes.js';
import type { RenderFailure } from '../render/rendered.js';

/** How many reasons are listed. */
const maxReasons = 10;

/**
 * What stands in the place of a preview that cannot be made, line by line: that there is none, and every mistake in
 * the config that is in the way, with its line.
 */
export function missingPreview(analysis: Analysis, { code, message }: RenderFailure): string[] {
  const { questions = [] } = analysis.bootstrapOptions?.computed ?? {};
  if (code === 'render/unanswered') {
    return [
      'There is no preview, because the resources do not tell all that Karpenter knows. It would know:',
      '',
      ...questions.filter(({ blocks }) => blocks).map(({ name, about }) => `- ${name}: ${about}`),
      '',
      'Give them in a document of the kind KarpenterSettings: in this file, or in one that the setting',
      'aksBootstrap.karpenter.settings names.',
    ];
  }
  const mistakes = code === 'render/refused-by-the-node' ? refusals(analysis) : scriptFaults(analysis, code);
  const said = mistakes.map(
    ({ span, message: reason }) => `- line ${analysis.lines.positionAt(span.start).line + 1}: ${reason}`,
  );
  // One slip of the keyboard can give the same mistake twice on its line.
  const reasons = [...new Set(said)];
  if (reasons.length === 0) return [`There is no preview. ${message}`];
  const shown = reasons.slice(0, maxReasons);
  if (reasons.length > maxReasons) shown.push(`- and ${reasons.length - maxReasons} more`);
  const why =
    code === 'render/refused-by-the-node'
      ? 'the node would refuse this config'
      : 'Karpenter makes no script of these options';
  return [`There is no preview, because ${why}:`, '', ...shown];
}

/** The mistakes for which the node refuses the config; it tolerates all others. */
function refusals({ problems }: Analysis): FileProblem[] {
  return problems.filter(
    ({ code, layers, severity }) =>
      layers.length === 0 &&
      severity === 'error' &&
      (code.startsWith('json/') || code.startsWith('payload/') || refusing.has(code)),
  );
}

/** The mistakes for which Karpenter makes no script. */
function scriptFaults({ problems }: Analysis, code: RenderFailure['code']): FileProblem[] {
  if (code !== 'render/unreadable-options' && code !== 'render/karpenter-panics') return [];
  return problems.filter(
    (found) => found.severity === 'error' && (found.code.startsWith('json/') || withoutScript.has(found.code)),
  );
}

const withoutScript: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'karpenter/not-an-object',
  'karpenter/wrong-type',
  'karpenter/number-out-of-range',
  'karpenter/invalid-duration',
  'karpenter/missing-option',
  'karpenter/version-panics',
]);

/** What protojson's reader ends with an error for, beside what is no text or no JSON. */
const refusing: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'contract/not-an-object',
  'contract/wrong-type',
  'contract/number-out-of-range',
  'contract/null-value',
  'contract/duplicate-field',
  'contract/too-deep',
]);
