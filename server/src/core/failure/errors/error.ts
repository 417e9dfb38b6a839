/** What is known of an error of the provisioning scripts, in our own words. */
export interface KnownError {
  /** As upstream spells it. */
  readonly name: string;
  /** The part of provisioning that it belongs to. */
  readonly phase: string;
  /** What happened, as a sentence. */
  readonly meaning: string;
  /** Likely causes, the most likely one first. */
  readonly causes: readonly string[];
  /** What to look at next: files and commands that prove a cause. */
  readonly next: readonly string[];
}

/** An error without the name it is listed under and the phase it is listed with. */
export type ErrorText = Omit<KnownError, 'name' | 'phase'>;

/** Gives a group of errors their names and their phase. */
export function errorsOf(phase: string, texts: Readonly<Record<string, ErrorText>>): KnownError[] {
  return Object.entries(texts).map(([name, text]) => ({ name, phase, ...text }));
}
