/** The world outside as the commands see it, so that tests can put something else in its place. */
export interface CommandIo {
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  err(text: string): void;
  /** Whether standard output takes colours. */
  readonly colour: boolean;
  /** All of standard input. */
  readStandardInput(): Promise<Uint8Array>;
}

/** Exit statuses, as docs and `--help` promise them. */
export const exitStatus = {
  fine: 0,
  /** At least one problem of severity error, or a document that cannot be rendered. */
  problems: 1,
  /** Wrong usage, or a file that could not be read. */
  usage: 2,
} as const;

/** The worse of two statuses. */
export function worse(a: number, b: number): number {
  return Math.max(a, b);
}

/** A wrong call; the message is for the caller and ends the command with status 2. */
export class UsageError extends Error {}
