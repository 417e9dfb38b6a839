import { type Masked, type Severity, type TextMasking, visible, visibleLine } from '../../core/index.js';

declare const terminal: unique symbol;

/** What the command line prints: masked, and without characters that control a terminal but for line endings and colours. */
export type TerminalOutput = Masked & { readonly [terminal]: true };

/** A text without characters that control a terminal; only this file makes it. */
class EscapedText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  masked(masking: TextMasking): TerminalOutput {
    return masking.text(this.#text) as TerminalOutput;
  }
}

/**
 * Text for a terminal before it is masked. Text from files, names and arguments in it can't control the terminal or look
 * like other lines: {@link terminalLine} and {@link terminalLines} show its invisible characters as escapes.
 */
export type TerminalText = EscapedText;

/** A template whose literals are words of ours. Strings in it are escaped and stay on their line. */
export function terminalLine(
  literals: TemplateStringsArray,
  ...values: readonly (TerminalText | string | number)[]
): TerminalText {
  return new EscapedText(
    literals.reduce((text, literal, index) => text + shownValue(values[index - 1] ?? '') + literal),
  );
}

/** A text of several lines, with its line feeds and tabs. */
export function terminalLines(text: string): TerminalText {
  return new EscapedText(visible(text));
}

export function joined(parts: readonly (TerminalText | string)[], separator: '' | '\n' = ''): TerminalText {
  return new EscapedText(parts.map(shownValue).join(separator));
}

/** Text that is masked already, such as a result in JSON. In JSON, the escapes don't change its meaning. */
export function terminalOutput(text: Masked): TerminalOutput {
  return visible(text) as TerminalOutput;
}

function shownValue(value: TerminalText | string | number): string {
  return value instanceof EscapedText ? value.text : visibleLine(String(value));
}

/** Colours text for a terminal, or returns it unchanged. */
export interface Style {
  bold: Paint;
  dim: Paint;
  removed: Paint;
  added: Paint;
  severity(severity: Severity, text: TerminalText | string): TerminalText;
}

export type Paint = (text: TerminalText | string) => TerminalText;

export function createStyle(colour: boolean): Style {
  const paint =
    (code: number): Paint =>
    (text) =>
      // ECMA-48, 8.3.117.
      new EscapedText(colour ? `\u001b[${code}m${shownValue(text)}\u001b[0m` : shownValue(text));
  const bySeverity: Record<Severity, Paint> = {
    error: paint(31),
    warning: paint(33),
    information: paint(36),
    hint: paint(2),
  };
  return {
    bold: paint(1),
    dim: paint(2),
    removed: paint(31),
    added: paint(32),
    severity: (severity, text) => bySeverity[severity](text),
  };
}
