import type { OpenedDocument } from '../../document/kindSpec.js';
import type { Payload } from '../../document/payload.js';
import { type MimeEntity, parseMime, partsOf } from '../../formats/mime/message.js';
import { joinedOutcomes, runRules, type RuleOutcome } from '../../problems/rules.js';
import { contentRules } from '../rules/contents.js';
import { templateIn } from '../view.js';
import type { CloudConfigContext } from '../rules/input.js';
import { userDataTypeOf } from './contentTypes.js';
import { messageRules, userDataRules } from './rules/index.js';
import type { TemplateReading } from './rules/template.js';

/** User data that is neither a cloud-config nor a message of parts: scripts, boothooks, archives, includes. */
export class UserDataView {
  readonly text: string;
  readonly #payload: Payload;
  readonly #template: TemplateReading | undefined;

  constructor({ payload, text }: OpenedDocument, context: CloudConfigContext) {
    this.text = text;
    this.#payload = payload;
    this.#template = templateIn(payload, text, context);
  }

  validate(): RuleOutcome {
    if (this.#template !== undefined) return this.#template.validate();
    const { text } = this;
    const payload = this.#payload;
    const input = { text, payload, contentType: userDataTypeOf(payload) };
    const asUserData = payload.isFile ? { problems: [], failures: [] } : runRules(userDataRules, input);
    // Scripts inside other documents are checked as scripts too; a script of its own is not ours to check.
    if (payload.steps.length === 0) return asUserData;
    return joinedOutcomes([asUserData, runRules(contentRules, { path: payload.name, text })]);
  }
}

/** User data that is a MIME message. */
export class MessageView {
  readonly payload: Payload;
  readonly text: string;
  #parts: readonly MimeEntity[] | undefined;

  constructor({ payload, text }: OpenedDocument) {
    this.payload = payload;
    this.text = text;
  }

  get parts(): readonly MimeEntity[] {
    return (this.#parts ??= partsOf(parseMime(this.text)));
  }

  validate(): RuleOutcome {
    const { payload, text } = this;
    return runRules(messageRules, { text, payload, contentType: userDataTypeOf(payload) });
  }
}
