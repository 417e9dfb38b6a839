import type {
  TextPosition,
  TimelineExportParams,
  TimelineResult,
  TimelineSources,
} from '../../../server/src/protocol.js';

/** Message from the extension to the page. */
export interface ChartMessage {
  readonly type: 'chart';
  readonly chart: TimelineResult;
  readonly sources: TimelineSources;
}

/** Message from the page to the extension. */
export type PageMessage =
  /** The page is ready, or its zoom or number of divisions has changed. */
  | { readonly type: 'show'; readonly zoom: number; readonly divisions: number }
  | { readonly type: 'open'; readonly uri: string; readonly place: TextPosition }
  | { readonly type: 'export'; readonly as: TimelineExportParams['as'] };

/** The state that VS Code keeps while the page is hidden. */
export interface PageState {
  readonly sources: TimelineSources;
  readonly zoom: number;
  /** The name and time of the chosen step. */
  readonly chosen: { readonly name: string; readonly at: string } | null;
}
