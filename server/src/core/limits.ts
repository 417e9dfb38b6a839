/**
 * Every bound that protects the process from hostile or damaged input, in one place.
 * Reaching a bound is reported as a problem (`payload/limit-*`, `json/too-deep`, …); it never throws.
 */
export const limits = {
  /** Largest file that is analysed at all, in bytes. Real payload containers stay below 25 MB. */
  inputBytes: 32 * 1024 * 1024,
  /** Characters at the beginning of a larger file by which its kind is recognised, so that it is reported. */
  inputBeginning: 1024 * 1024,
  /** Bytes of one message of an editor: the largest file, if each byte of it is escaped, and more. */
  messageBytes: 256 * 1024 * 1024,
  /** Bytes of the header before a message; editors send about 30. */
  messageHeaderBytes: 4 * 1024,
  /** Bytes of one `.gitignore`; larger ones are skipped. Git skips those above 100 MB; real ones have some kilobytes. */
  ignoreFileBytes: 1024 * 1024,
  /** Bytes of all `.gitignore` that are read, and lines of them; further ones are skipped. */
  ignoreBytes: 8 * 1024 * 1024,
  ignoreLines: 20_000,
  /** Steps of matching one path with the rules of `.gitignore`; a path that needs more counts as not tracked. */
  ignoreSteps: 20_000_000,
  /** Bytes of one file that Bicep or Terraform source reads. Custom data has at most 64 KiB, unpacked some times that. */
  sourceFileBytes: 1024 * 1024,
  /** Bytes of such files that are kept, so that they aren't read again. */
  keptSourceBytes: 64 * 1024 * 1024,
  /** Files that one source file reads; further ones aren't looked for. */
  sourceFiles: 100,
  /** Milliseconds until a FIFO that is named on the command line has to have a writer. */
  pipeMilliseconds: 5_000,
  /** Characters of a path that is compared with globs: PATH_MAX of Linux, which no file that can be opened exceeds. */
  pathCharacters: 4_096,
  /** Characters of one glob; longer ones match nothing. */
  globCharacters: 1_000,
  /** Nesting of JSON containers kept in a tree. protobuf-go refuses more than 10,000. */
  jsonDepth: 10_050,
  /** Nesting of YAML collections. */
  yamlDepth: 200,
  /** Bytes of a configuration file; real ones have some kilobytes. All globs in it are compared with each path. */
  configurationBytes: 64 * 1024,
  /** Files of one folder, and bytes of each, that are looked at for Karpenter's settings; real ones have some kilobytes. */
  settingCandidates: 64,
  settingCandidateBytes: 256 * 1024,
  /** Nesting of a configuration file, which needs three levels. */
  configurationDepth: 20,
  /** Nesting of TOML arrays and inline tables; deeper files aren't checked. */
  tomlDepth: 200,
  /** Characters of a TOML file; longer ones aren't checked. */
  tomlCharacters: 1024 * 1024,
  /** YAML alias nodes in one document. */
  yamlAliases: 1_000,
  /** Values that expanding YAML aliases may produce in one document. */
  yamlExpandedNodes: 32_000,
  /** Characters that aliases of one document may repeat; real cloud-configs have at most 64 KiB altogether. */
  yamlRepeatedCharacters: 4 * 1024 * 1024,
  /** Broken lines that are replaced by spaces in one top-level YAML entry before all of it is. */
  yamlRecoveries: 8,
  /** How often a script is read on after something that is never closed, to find the here-documents there. */
  shellRecoveries: 16,
  /** Syntax problems reported for one document; the rest follow from the first ones. */
  syntaxProblems: 50,
  /** Layers between a file and a payload inside it. */
  payloadDepth: 16,
  /** Bytes that all layers of one file may decode to together; what aliases repeat counts each time. */
  decodedBytes: 64 * 1024 * 1024,
  /** The maximum ratio of inflated to packed bytes; that of deflate itself is 1,032. */
  inflation: 500,
  /** Bytes that may be inflated at any ratio: text that consists of spaces packs well. */
  inflatedFreely: 4 * 1024 * 1024,
  /** Milliseconds of opening and checking one file; the remaining payloads stay closed and unchecked. */
  decodeMilliseconds: 10_000,
  /** Milliseconds of work after which messages are read, so that other requests are answered and calls can be cancelled. */
  sliceMilliseconds: 25,
  /**
   * Milliseconds of each further step of an answer: finding the secrets of a file, masking an output, explaining, comparing
   * or redacting a file. What is left then is masked as a whole, or left out with a sentence that says so.
   */
  answerMilliseconds: 10_000,
  /** Nested encodings that are searched for secrets. */
  secretDepth: 4,
  /** Levels of escapes that are resolved in a text that is searched for secrets: JSON in JSON, percent-encoded, twice. */
  secretEscapes: 6,
  /** Characters from which the entries of a document are searched for secrets apart from those that follow. */
  searchedPart: 16 * 1024,
  /** Parts of one MIME message, files of one cloud-config, here-documents of one script. */
  childrenPerPayload: 10_000,
  /** Nesting of MIME messages; Python's reader fails at about 300. */
  mimeDepth: 32,
  /** Parts of one message, including those of its parts; the rest of the text stays one part. */
  mimeParts: 10_000,
  /** Nesting of expressions and tags in a template. */
  templateDepth: 100,
  /** Operators, filters, members and calls of one expression; `a|b|c` is evaluated as deep as it is long. */
  templateLinks: 300,
  /** Nesting of a value that a template computes or of instance data. */
  templateValueDepth: 200,
  /** Expressions, statements and values that rendering one template may evaluate. */
  templateSteps: 500_000,
  /** Characters that one template may print. */
  templateOutput: 4 * 1024 * 1024,
  /** Positions in a text of an unknown kind at which JSON in quotes is looked for. */
  embeddedJson: 20,
  /** Nesting of functions in one template expression, and of a value that functions make. */
  armDepth: 100,
  /** Arguments of one function of a template expression. */
  armArguments: 2_000,
  /** Nesting of blocks and expressions of HCL; the rest of a file that is deeper isn't read. */
  hclDepth: 200,
  /** Strings of HCL without a closing quote, after which the rest of a file isn't read. */
  hclRecoveries: 16,
  /** Characters of one interpolation in a string of HCL. */
  hclSequence: 20_000,
  /** Evaluation steps of the expressions of one template, including variables and nested templates. */
  armSteps: 200_000,
  /** Literals and unknown expressions in the text that an expression makes. */
  armPieces: 20_000,
  /** Characters of a string, or of the JSON of a list or object, that a template function may return. */
  armTextLength: 4 * 1024 * 1024,
  /** Delimiters of one `split()`. */
  armDelimiters: 20,
  /** Entries of a list that a template function may return. */
  armListLength: 10_000,
  /** Base64 characters of custom data that Azure accepts: 64 KiB decoded. */
  customDataCharacters: 87_380,
  /** Characters of a value that is to be filled in, such as `<the subnet of the nodes>`. */
  placeholderCharacters: 1_000,
  /** Rounds of applying safe fixes to a text. Each round fixes at least one of the mistakes that are reported at once. */
  fixRounds: 1_000,
  /** White space that formatting may write into one document; it grows with the square of the nesting. */
  formattedSpace: 16 * 1024 * 1024,
  /** Changes of one formatting that are sent separately. */
  formattingChanges: 5_000,
  /** Previews in which one request looks for what a field determines, and positions in each that it marks. */
  tracedPreviews: 16,
  tracedRanges: 200,
  /** Parts of one config that are shown as the node sees them; further ones look as usual. */
  nodeViewParts: 5_000,
  /** How deep an outline follows a document, and its entries, of which the outer ones come first. */
  outlineDepth: 8,
  outlineEntries: 5_000,
  /** Payloads at one position that code actions open; the opened ones offer those inside of them. */
  offeredPayloads: 12,
  /** Payloads of one document that have code lenses; lists contain all of them. */
  payloadLenses: 1_000,
  /** Lines, and characters of each, that a hover shows of a payload; more lines if the editor can't open the payload beside it. */
  shownLines: 8,
  shownLinesAlone: 40,
  shownLineLength: 120,
  /** Steps of a growing selection; further ones before the whole text are left out. */
  selectionSteps: 200,
  /** Nesting of a VM or scale set's model that is read as such; Azure's own is below 12. */
  modelDepth: 50,
  /** Documents without differences that a comparison names. */
  namedDocuments: 5,
  /** Removed and added entries in the alignment of two lists; with more, the one list replaces the other. */
  comparedEdits: 1_000,
  /** Pairs of entries that aligning two lists may compare. */
  comparedPairs: 20_000_000,
  /** Characters of one document, or of the model of one machine, that is compared value by value; of larger ones, lines are. */
  comparedCharacters: 1024 * 1024,
  /** Characters of a file that is rendered, and that editors get hover, completion, outlines and the like for. */
  interactiveCharacters: 8 * 1024 * 1024,
  /** Differences that one comparison lists. */
  comparedDifferences: 5_000,
  /** Differences of a list that are named as the cause of one of the variables made from its entries. */
  numberedCauses: 10,
  /** Lines of one text that a comparison shows, including those around changes. */
  comparedLines: 5_000,
  /** Lines of one document in a side-by-side comparison. */
  laidOutLines: 20_000,
  /** Secure parameters whose values are searched for in what a template is evaluated to; Azure accepts 256 parameters. */
  templateParameters: 256,
  /** Unknown names in one document for which the nearest known name is suggested. */
  suggestions: 1_000,
  /** Characters of a text that are searched for failures; a failure message has some kilobytes. */
  failureText: 8 * 1024 * 1024,
  /** Characters of a text that is searched for the marks of mails and terminals. */
  pastedText: 1024 * 1024,
  /** Characters of one failure message on each side of its exit code. */
  failureMessage: 32 * 1024,
  /** Levels of escapes that are resolved around a failure message; three are usual, seven backslashes have been seen. */
  failureLevels: 8,
  /** VMs of one text whose failures are listed. */
  instances: 1_000,
  /** Failures read from one text. */
  failures: 50,
  /** Opening brackets before a key of a provisioning status that are tried. */
  statusBrackets: 8,
  /** Commands of a trace that are shown. */
  traceCommands: 12,
  /** Commands of one phase of a log that references list. */
  phaseCommands: 1_000,
  /** Events of the guest agent that are read from one text. */
  guestAgentEvents: 2_000,
  /** Steps of one timeline; a boot has some dozens. */
  bootSteps: 500,
  /** Divisions of a time axis at any zoom. */
  axisTicks: 600,
  /** The maximum width of a chart in widths of its window. */
  chartZoom: 64,
  /** Documents of one timeline in an editor. */
  timelineTexts: 50,
  /** Files of one redacted bundle, and bytes of all of them, which are in memory at once. */
  redactedFiles: 10_000,
  redactedBytes: 256 * 1024 * 1024,
  /** Files and folders below one folder that the user names; more are not looked at. */
  foundFiles: 1_000_000,
  /** Files of one case, and bytes of all of them after unpacking; they are read one after the other. */
  caseFiles: 10_000,
  caseBytes: 512 * 1024 * 1024,
  /** Bytes of one archive of a case, packed and unpacked, which are in memory at once. */
  archiveBytes: 256 * 1024 * 1024,
  /** Archives and compressions around one file of a case: a log in .gz in .tar.gz in .zip has four. */
  archiveDepth: 6,
  /** Folders around a file of a case that may each be about one VM. */
  caseFolders: 20,
  /** Cases that an editor sends at the same time; with more, the oldest one is forgotten. */
  openCases: 4,
  /** Lines of evidence, files and fields that a case lists for one failure. */
  caseEvidence: 20,
  /** Timelines of a case; further failures have none. */
  caseTimelines: 8,
  /** Steps of one source that are kept for the timeline of a case. */
  caseSteps: 2_000,
  /** Node configs of a case that are kept to find fields in them. */
  caseConfigs: 50,
  /** Actions at one position that make a fix in all documents: a string of base64 can have many problems. */
  fixesEverywhere: 5,
  /** Payloads of one document that are written back one by one because they can't be written together. */
  redactedSingly: 32,
  /** Files that one thread works on; of more, some threads do, which take a tenth of a second to start. */
  filesInProcess: 64,
  /** Threads of one call of the command line, unless the user asks for more. */
  threads: 8,
  /** Milliseconds until a thread counts as hanging: its answer about a file has several budgets of `answerMilliseconds`. */
  threadMilliseconds: 120_000,
  /** Megabytes of the heap of one thread; a file that needs more is reported. */
  threadMegabytes: 2_048,
  /** Bytes of one line of newline-delimited JSON: the largest file, if half of its characters are escaped. */
  recordBytes: 48 * 1024 * 1024,
  /** Values of one document of a fleet; the rest isn't compared. A scale set has some hundred. */
  fleetValues: 20_000,
  /** Characters of a value that a result about a fleet shows. */
  fleetText: 500,
  /** Values that a fleet shares between documents: with more, and fewer documents for each, a field counts as individual. */
  sharedValues: 10,
  /** Values that a report about a fleet lists in an editor. */
  fleetRows: 5_000,
  /** Documents that a group names as text, other formats name all; machines that a message names. */
  namedMembers: 10,
  /** Differences that are listed for a group of documents, and those that its title names. */
  groupDifferences: 200,
  namedDifferences: 3,
  /** Nesting of messages in a `.proto` file; protoc refuses more. */
  protoDepth: 32,
  /** `.proto` files and scripts of one checkout that are read, bytes of each, and fields and enum values that they may declare together. */
  checkoutFiles: 200,
  checkoutFileBytes: 1024 * 1024,
  contractFields: 2_000,
  /** Characters of a comment in a `.proto` file that are shown; those of AgentBaker have some hundred. */
  protoComment: 4_000,
  /** Characters of an unresolved expression that a result repeats. */
  quotedExpression: 200,
  /** Characters of a value that a message repeats. */
  quotedValue: 60,
  /** Diagnostics of one document with the note on further ones; VS Code shows no more of one extension. */
  diagnostics: 1_000,
  /** Problems that an answer to an assistant lists. */
  toolProblems: 200,
  /** Characters of one answer to an assistant: some 100,000 tokens; an assistant accepts no more, and usually less. */
  toolAnswerCharacters: 400_000,
  /** Characters of a text that an assistant passes over the Model Context Protocol; it can name larger files. */
  toolTextCharacters: 8 * 1024 * 1024,
  /** Bytes of one message over the Model Context Protocol: the longest text with its escapes. */
  toolMessageBytes: 32 * 1024 * 1024,
} as const;

/** The bounds that hold for one file. Tests set smaller ones, so that a bound is reached by a small document. */
export type Limits = Readonly<Record<keyof typeof limits, number>>;
