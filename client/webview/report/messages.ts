/** Message from the page of a report to the extension. */
export interface ReportMessage {
  /** A link of the report, as Markdown has it: `./cluster-provision.log#L12`. */
  readonly open: string;
}

/** The state that VS Code keeps, to restore a report after a restart: what it is about. */
export interface ReportState {
  readonly about: unknown;
  /** Pixels by which the page was scrolled. */
  readonly scrolled: number;
}
