import type { Payload } from '../../../payload/payload.js';

/** What a rule about user data sees; the payload's text and places are the document's own. */
export interface UserDataInput {
  readonly text: string;
  readonly payload: Payload;
  /** The type that cloud-init takes the document for; undefined where it knows none. */
  readonly contentType: string | undefined;
}
