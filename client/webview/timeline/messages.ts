import type {
  TextPosition,
  TimelineExportParams,
  TimelineResult,
  TimelineSources,
} from '../../../server/src/protocol.js';

/** What the extension tells the page. */
export interface ChartMessage {
  readonly type: 'chart';
  readonly chart: TimelineResult;
  readonly sources: TimelineSources;
}

/** What the page tells the extension. */
export type PageMessage =
  /** The page is there, or has another zoom or room for another number of divisions. */
  | { readonly type: 'show'; readonly zoom: number; readonly divisions: number }
  | { readonly type: 'open'; readonly uri: string; readonly place: TextPosition }
  | { readonly type: 'export'; readonly as: TimelineExportParams['as'] };

/** What VS Code keeps of a page while it is not there. */
export interface PageState {
  readonly sources: TimelineSources;
  readonly zoom: number;
  /** The name of the step that is chosen, and its place among those of that name. */
  readonly chosen: { readonly name: string; readonly at: string } | null;
}
