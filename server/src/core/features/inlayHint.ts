/** A few words beside a value that say what it comes to. */
export interface InlayHint {
  /** Where they stand: the offset behind the value. */
  readonly offset: number;
  readonly label: string;
  /** The whole story, as Markdown, where the label is only a part of it. */
  readonly tooltip?: string;
}
