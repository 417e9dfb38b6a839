import type { TextPosition, TimelineExportParams, TimelineResult } from '../../../server/src/protocol.js';

/** Message from the extension to the page. */
export interface ChartMessage {
  readonly chart: TimelineResult;
  /** Whether to scroll to the chart and move the focus into it. */
  readonly reveal: boolean;
}

/** Message from the page to the extension. */
export type PageMessage =
  /** The page is ready, or its zoom or number of divisions has changed. */
  | { readonly type: 'show'; readonly zoom: number; readonly divisions: number }
  | { readonly type: 'open'; readonly uri: string; readonly place: TextPosition }
  | { readonly type: 'export'; readonly as: TimelineExportParams['as'] }
  /** A link of the report, as Markdown has it: `./cluster-provision.log#L12`, `./fleet.json#group-2`, `./fleet.json#fix-1`. */
  | { readonly type: 'follow'; readonly link: string };

/** The state that VS Code keeps while the page is hidden, and to restore it after a restart. */
export interface PageState {
  /** What the page is about, as the extension gave it. */
  readonly about: unknown;
  /** Pixels by which the page was scrolled. */
  readonly scrolled: number;
  readonly zoom: number;
  /** The name and time of the chosen step. */
  readonly chosen: { readonly name: string; readonly at: string } | null;
}
