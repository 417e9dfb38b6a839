/**
 * Every bound that protects the process from hostile or damaged input, in one place.
 * Reaching a bound is reported as a problem (`payload/limit-*`, `json/too-deep`, …); it never throws.
 */
export const limits = {
  /** Largest file that is analysed at all, in bytes. Real payload containers stay below 25 MB. */
  inputBytes: 32 * 1024 * 1024,
  /**
   * Bytes of one `.gitignore`; larger ones are skipped. Git skips pattern files above 100 MB, but real ones have some
   * kilobytes, and each of their lines becomes a regular expression.
   */
  ignoreFileBytes: 1024 * 1024,
  /** Nesting of JSON containers kept in a tree. protobuf-go refuses more than 10,000. */
  jsonDepth: 10_050,
  /** Nesting of YAML collections. */
  yamlDepth: 200,
  /** Nesting of TOML arrays and inline tables; deeper files aren't checked. */
  tomlDepth: 200,
  /** Characters of a TOML file; longer ones aren't checked. */
  tomlCharacters: 1024 * 1024,
  /** YAML alias nodes in one document. */
  yamlAliases: 1_000,
  /** Values that expanding YAML aliases may produce in one document. */
  yamlExpandedNodes: 200_000,
  /** Broken lines that are blanked out of one top-level YAML entry before all of it is. */
  yamlRecoveries: 8,
  /** Syntax problems reported for one document; the rest follow from the first ones. */
  syntaxProblems: 50,
  /** Layers between a file and a payload inside it. */
  payloadDepth: 16,
  /** Bytes that all layers of one file may decode to together; what aliases repeat counts each time. */
  decodedBytes: 64 * 1024 * 1024,
  /** How many times larger unpacking may make a piece of data; deflate itself cannot do more than 1,032. */
  inflation: 500,
  /** Bytes that unpacking may give whatever the ratio: text of nothing but blanks packs well. */
  inflatedFreely: 4 * 1024 * 1024,
  /** Milliseconds of opening and checking one file; what is not reached by then stays closed and unchecked. */
  decodeMilliseconds: 10_000,
  /** Parts of one MIME message, files of one cloud-config, here-documents of one script. */
  childrenPerPayload: 10_000,
  /** Messages within messages that are told apart; Python's reader ends in a failure of its own at about 300. */
  mimeDepth: 32,
  /** Parts of one message, those of its parts included; the rest of the text is not cut any more. */
  mimeParts: 10_000,
  /** Nesting of expressions and tags in a template. */
  templateDepth: 100,
  /** Expressions, statements and values that rendering one template may go through. */
  templateSteps: 500_000,
  /** Characters that one template may print. */
  templateOutput: 4 * 1024 * 1024,
  /** Places in a text of no known kind where JSON in quotes is tried to be read. */
  embeddedJson: 20,
  /** Nesting of functions in one template expression. */
  armDepth: 100,
  /** Arguments of one function of a template expression. */
  armArguments: 2_000,
  /** Steps of evaluating the expressions of one template, those in variables and nested templates included. */
  armSteps: 200_000,
  /** Characters of a text that a template function may make. */
  armTextLength: 4 * 1024 * 1024,
  /** Entries of a list that a template function may make. */
  armListLength: 10_000,
  /** Base64 characters of custom data that Azure takes: 64 KiB decoded. */
  customDataCharacters: 87_380,
  /** Times that a text is mended and read again; one fix seldom makes another one possible. */
  mendingRounds: 10,
  /** White space that formatting may write into one document; nesting makes it grow with its square. */
  formattedSpace: 16 * 1024 * 1024,
  /** Changes of one formatting that are sent one by one. */
  formattingChanges: 5_000,
  /** Payloads of one document above which an editor offers to open them; more are told of in lists. */
  payloadLenses: 1_000,
  /** Lines, and characters of each, that a hover shows of a payload. */
  shownLines: 8,
  shownLineLength: 120,
  /** Steps of a growing selection; those between the innermost ones and the whole text are left out. */
  selectionSteps: 200,
  /** Entries taken out and put in that are looked for between two lists; beyond these one is exchanged for the other. */
  comparedEdits: 1_000,
  /** Pairs of entries that aligning two lists may look at. */
  comparedPairs: 20_000_000,
  /** Differences that one comparison lists. */
  comparedDifferences: 5_000,
  /** Lines of one text that a comparison shows, with those around the changed ones. */
  comparedLines: 5_000,
  /** Lines of one document that is laid out beside another. */
  laidOutLines: 20_000,
  /** Wrong names in one document for which the nearest known one is looked for; there is none for further ones. */
  suggestions: 1_000,
  /** Characters of a text in which failures are looked for; a failure message is some kilobytes long. */
  failureText: 8 * 1024 * 1024,
  /** Characters of a text that may have been pasted: marks of mails and terminals are looked for in no longer one. */
  pastedText: 1024 * 1024,
  /** Characters of one failure message on each side of its exit code. */
  failureMessage: 32 * 1024,
  /** Levels of escapes that are resolved around a failure message; three are usual, seven back-slashes have been seen. */
  failureLevels: 8,
  /** Failures read from one text. */
  failures: 50,
  /** Commands of a trace that are shown. */
  traceCommands: 12,
  /** Commands of one phase of a log that references lead to. */
  phaseCommands: 1_000,
  /** Steps of one timeline; a boot has some dozens. */
  bootSteps: 500,
  /** Divisions of a time axis, however far it is magnified. */
  axisTicks: 600,
  /** How many times the width of its window a chart may take. */
  chartZoom: 64,
  /** Texts that are put into one timeline in an editor. */
  timelineTexts: 50,
  /** Characters of an unresolved expression that a result repeats. */
  quotedExpression: 200,
  /** Characters of a value that a message repeats. */
  quotedValue: 60,
} as const;

/** The bounds that hold for one file. Tests set smaller ones, so that a bound is reached by a small document. */
export type Limits = Readonly<Record<keyof typeof limits, number>>;
