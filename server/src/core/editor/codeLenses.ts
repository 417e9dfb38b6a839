import type { Analysis } from '../analysis.js';
import { milestonesOf } from '../failure/bootLog/steps.js';
import { limits } from '../limits.js';
import { childLabel, type Payload } from '../document/payload.js';
import { isEncoded, isWorthOpening, payloadSummary } from '../payload/summary.js';
import type { Span } from '../text/span.js';

/** A line above a place in the text that offers to do something with it. */
export interface Lens {
  readonly span: Span;
  readonly title: string;
  readonly action:
    | { readonly is: 'live-preview' }
    | { readonly is: 'preview-custom-data' }
    | { readonly is: 'preview-cse' }
    /** Opens the payload at the end of these steps. */
    | { readonly is: 'decode'; readonly steps: readonly string[] }
    /** Explains one of the failures that the document tells of, by its place among them. */
    | { readonly is: 'explain'; readonly failure: number }
    /** Draws the boot: as the status of that failure tells it, or the whole document. */
    | { readonly is: 'timeline'; readonly failure?: number };
}

/** Previews on a node config and on bootstrap options, failures and payloads on every other document. */
export function codeLenses(analysis: Analysis): Lens[] {
  const { root } = analysis;
  const span = { start: 0, end: 0 };
  if (root.text !== analysis.text)
    return [{ span, title: `Decode: ${payloadSummary(root)}`, action: { is: 'decode', steps: root.steps } }];
  if (root.kind === 'karpenter-options') return [{ span, title: 'Live preview…', action: { is: 'live-preview' } }];
  if (root.kind === 'node-config')
    return [
      { span, title: 'Live preview…', action: { is: 'live-preview' } },
      { span, title: 'Preview custom data', action: { is: 'preview-custom-data' } },
      { span, title: 'Preview CSE', action: { is: 'preview-cse' } },
    ];
  return [...logLenses(analysis), ...failureLenses(analysis), ...payloadLenses(root).slice(0, limits.payloadLenses)];
}

/** One for each payload that has a place of its own in the file; what is inside an encoded one has none. */
function payloadLenses({ children }: Payload): Lens[] {
  return children.flatMap((child): Lens[] => {
    // What a status tells has a lens of its own where it is a failure.
    if (child.is === 'status') return [];
    const { payload, span } = child;
    const verb = isEncoded(payload) ? 'Decode' : 'Open';
    const title = `${verb} ${childLabel(child)}: ${payloadSummary(payload)}`;
    return [
      ...(isWorthOpening(payload) ? [{ span, title, action: { is: 'decode', steps: payload.steps } } as const] : []),
      ...(payload.map.exact ? payloadLenses(payload) : []),
    ];
  });
}

/** A log that tells of steps is a timeline. */
function logLenses({ kind, text }: Analysis): Lens[] {
  if (kind !== 'provision-log' || milestonesOf(text).length === 0) return [];
  return [{ span: { start: 0, end: 0 }, title: timelineTitle, action: { is: 'timeline' } }];
}

/** An explanation of each failure, for a success needs none; and the boot, where a status tells its times. */
function failureLenses({ failures }: Analysis): Lens[] {
  return failures.flatMap(({ exitCode, errorName, silence, span, timeline }, failure): Lens[] => {
    const at = span ?? { start: 0, end: 0 };
    const boot: Lens[] =
      timeline.length === 0 ? [] : [{ span: at, title: timelineTitle, action: { is: 'timeline', failure } }];
    if (exitCode === 0 || silence?.kind === 'succeeded' || silence?.kind === 'unrelated') return boot;
    const code = exitCode === null ? '' : ` ${exitCode}${errorName === null ? '' : ` (${errorName})`}`;
    return [{ span: at, title: `Explain failure${code}`, action: { is: 'explain', failure } }, ...boot];
  });
}

const timelineTitle = 'Boot timeline';
