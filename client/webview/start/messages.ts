/** What the page asks for with a button. */
export type StartAction =
  | 'clipboard'
  | 'file'
  | 'folder'
  | 'sample'
  | 'newNodeConfig'
  | 'walkthrough'
  | 'report'
  | 'timeline'
  | 'payloads'
  | 'groups'
  | 'compare'
  | 'config'
  | 'example'
  | 'preview';

/** Message from the start page to the extension. */
export type StartMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly text: string }
  /** Dropped files with their paths, with slashes. */
  | { readonly type: 'files'; readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[] }
  /** Files that were dragged inside of VS Code. */
  | { readonly type: 'uris'; readonly uris: readonly string[] }
  | { readonly type: 'tooLarge' }
  | { readonly type: 'run'; readonly action: StartAction };

/** What was recognised, or what is being done: a text with masked secrets, and what there is to open. */
export interface StartResult {
  readonly sentence: string;
  readonly isBusy: boolean;
  readonly actions: readonly StartButton[];
}

export interface StartButton {
  readonly action: StartAction;
  readonly title: string;
}

/** What the page gets: a result to show, or the focus for its box. */
export type PageUpdate = StartResult | 'focus';

/** The texts of the page in the user's language, and its limits. */
export interface StartPage {
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
  readonly open: string;
  readonly buttons: readonly StartButton[];
  readonly links: readonly StartButton[];
  /** Bytes of a text, or of all files of one drop. */
  readonly mostBytes: number;
  /** Files of one drop. */
  readonly mostFiles: number;
}
