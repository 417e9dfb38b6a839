/** Why a text cannot be written back through its layers, as a sentence for people. */
export class WriteError {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}
