import { blocks, inlineCode, type Markdown, markup, prose } from '../../text/markdown.js';
import type { HoverInfo } from '../../document/editing.js';
import type { OpenedDocument } from '../../document/kindSpec.js';
import type { Payload } from '../../document/payload.js';
import { type MimeEntity, parseMime, partsOf } from '../../formats/mime/message.js';
import { joinedRuns, type Rule, type RuleRun, runRules } from '../../problems/rules.js';
import type { Budget } from '../../text/budget.js';
import { touches } from '../../text/span.js';
import { contentRules } from '../rules/contents.js';
import type { CloudConfigContext } from '../rules/input.js';
import { templateIn } from '../view.js';
import { archiveType, handlerOf, isIncludeType, type UserDataInput, userDataTypeOf } from './contentTypes.js';
import { archive, header, message } from './rules/messages.js';
import { include, partHandler, parts, patch, script } from './rules/parts.js';
import type { TemplateReading } from './rules/template.js';
import { grouped } from '../../text/strings.js';

/** The rules about MIME messages. */
const messageRules: readonly Rule<UserDataInput>[] = [message, parts];

/** The rules about all other user data than cloud-configs. */
const userDataRules: readonly Rule<UserDataInput>[] = [header, include, script, partHandler, archive, patch];

/** User data that is neither a cloud-config nor a message of parts: scripts, boothooks, archives, includes. */
export class UserDataView {
  readonly text: string;
  readonly #payload: Payload;
  readonly #budget: Budget;
  readonly #template: TemplateReading | undefined;

  constructor({ payload, text, budget }: OpenedDocument, context: CloudConfigContext) {
    this.text = text;
    this.#payload = payload;
    this.#budget = budget;
    this.#template = templateIn(payload, text, { ...context, budget });
  }

  *validate(): RuleRun {
    if (this.#template !== undefined) return yield* this.#template.validate();
    const { text } = this;
    const payload = this.#payload;
    const budget = this.#budget;
    const input = { text, payload, contentType: userDataTypeOf(payload), budget };
    return yield* joinedRuns([
      ...(payload.isFile ? [] : [runRules(userDataRules, input, budget)]),
      // Scripts inside other documents are checked as scripts too; a script of its own is not ours to check.
      ...(payload.steps.length === 0 ? [] : [runRules(contentRules, { path: payload.name, text, budget }, budget)]),
    ]);
  }
}

/** User data that is a MIME message. */
export class MessageView {
  readonly payload: Payload;
  readonly text: string;
  readonly #budget: Budget;
  #parts: readonly MimeEntity[] | undefined;

  constructor({ payload, text, budget }: OpenedDocument) {
    this.payload = payload;
    this.text = text;
    this.#budget = budget;
  }

  get parts(): readonly MimeEntity[] {
    return (this.#parts ??= partsOf(parseMime(this.text, this.#budget)));
  }

  validate(): RuleRun {
    const { payload, text } = this;
    const budget = this.#budget;
    return runRules(messageRules, { text, payload, contentType: userDataTypeOf(payload), budget }, budget);
  }
}

/** What cloud-init does with a part of a message, for the headers of the part. */
export function partHeaderHover({ payload, parts }: MessageView, offset: number): HoverInfo | undefined {
  for (const [index, { headers }] of parts.entries()) {
    const child = payload.children[index];
    const [first] = headers;
    if (child === undefined || first === undefined || !headers.some(({ span }) => touches(span, offset))) continue;
    const size = markup`**Part ${index + 1}**: ${prose(grouped(child.payload.bytes.length))} bytes`;
    const handling = handlerSentence(child.payload.partType);
    return {
      markdown: blocks([size, handling]),
      span: { start: first.span.start, end: (headers.at(-1) ?? first).span.end },
    };
  }
  return undefined;
}

/** A sentence on what cloud-init does with parts of a type; undefined for containers of other parts. */
export function handlerSentence(type: string | undefined): Markdown | undefined {
  if (type === undefined || type.startsWith('multipart/')) return undefined;
  const named = inlineCode(type);
  if (isIncludeType(type)) return markup`${named}: cloud-init downloads and processes the addresses in it.`;
  if (type === archiveType) return markup`${named}: cloud-init processes each of its entries as a part.`;
  if (type === 'text/part-handler') return markup`${named}: cloud-init registers it as a handler of more types.`;
  const handler = handlerOf(type);
  return handler === null
    ? markup`${named}: cloud-init has no handler for it.`
    : markup`${named}: handled by cloud-init's ${prose(handler)}.`;
}
