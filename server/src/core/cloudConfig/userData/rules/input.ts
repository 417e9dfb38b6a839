import type { Payload } from '../../../document/payload.js';

/** What a rule about user data sees; the payload's text and places are the document's own. */
export interface UserDataInput {
  readonly text: string;
  readonly payload: Payload;
  /** The type that cloud-init takes the document for; undefined where it knows none. */
  readonly contentType: string | undefined;
}

/** The first lines that cloud-init 26.2 recognises, for sentences. */
export const beginningsInWords =
  '#cloud-config, #cloud-config-archive, #cloud-config-jsonp, #cloud-boothook, #include, #include-once, #part-handler, ## template: jinja or #!';
