/** What a rule about the content of a file sees, wherever the file was found. */
export interface ContentInput {
  /** The path on the node; a name that is no path where the content is a script of user data. */
  readonly path: string;
  readonly text: string;
}
