import {
  ExtractedNames,
  maskingOf,
  type RedactableFile,
  type RedactedFileReport,
  redact as redactFiles,
  type Redaction,
  safeSegments,
} from '../../core/index.js';
import { counted } from '../../core/names.js';
import { nodePlatform } from '../../adapters/nodePlatform.js';
import type { OutputFolder } from '../../adapters/writeFiles.js';
import {
  type Command,
  type CommandIo,
  exitStatus,
  type ParsedArguments,
  sharedOptions,
  UsageError,
  worse,
} from '../command.js';
import { leadsToFolder } from '../operands.js';
import { JsonResults } from '../output/jsonResults.js';
import { printJson } from '../output/style.js';
import { joined, terminalLine, type TerminalText } from '../output/terminal.js';
import { checkRecordOptions, type RecordLine, recordLines, recordOptions } from '../records.js';
import { handleEach } from '../steps.js';
import { createFolder, type FilesToRedact, filesToRedact } from '../redactedFiles.js';

export const redact: Command = {
  name: 'redact',
  summary: 'the same documents with secrets, and maybe names, replaced in all layers',
  operands: 'FILE|DIR...',
  options: {
    format: sharedOptions.format,
    name: sharedOptions.name,
    kind: sharedOptions.kind,
    pseudonyms: { type: 'boolean', help: 'replace names of subscriptions, groups, hosts, users and addresses too' },
    out: { type: 'string', value: 'DIR', help: 'write the files into this new folder' },
    ...recordOptions,
    help: sharedOptions.help,
  },
  details: `Replaces each secret by an invented value of the same length and form, also inside base64, gzip, MIME
and other layers. Equal secrets get equal values in all files of one call. Payloads, problems and
explanations stay the same; if they don't, the command says what is different.

With --pseudonyms, ids of subscriptions, tenants and clients, names of resource groups, resources, hosts and
users, e-mail addresses, and IP addresses are replaced as well. Names that AKS or Azure gives, regions, image
names, private address ranges and words such as prod or nodepool stay. File names stay, too.

One file is written to standard output. Several files, a folder or a pattern such as 'case/**/*.log' (quoted) need --out; its folder must not exist. It
gets the files under their names and redaction.json, a manifest of what was replaced and how often. A file that
can't be redacted, such as a binary file, is left out. Look at the result before you share it: a name in a
sentence may be one that no position shows.

The exit status is 1 if a file is left out.

Examples
  aks-bootstrap redact vmss.json > vmss-redacted.json
  aks-bootstrap redact --pseudonyms --out case-redacted vmss.json cluster-provision.log case/`,
  async run(args, io) {
    if (args.flag('ndjson')) return redactRecords(args, io);
    const format = args.choice('format', ['text', 'json']) ?? 'text';
    const folder = args.text('out');
    const { files, leftOut, unreadable } = await inputsOf(args, io, folder);
    const output = folder === undefined ? undefined : createFolder(folder);
    const redaction = redactFiles(withKind(files, args), {
      platform: nodePlatform,
      pseudonyms: args.flag('pseudonyms'),
    });
    const notRedacted = [...unreadable, ...leftOut, ...redaction.manifest.notRedacted];
    // Names of files can contain secrets. The texts have none any more: masking would replace the invented values.
    const masking = maskingOf([]);
    const manifest = masking.strings({ ...redaction.manifest, notRedacted });
    if (output !== undefined) writeResult(output, redaction, manifest);
    const texts = folder === undefined ? redaction.files.map(({ text }) => text) : [];
    if (format === 'json')
      printJson(
        io,
        maskingOf([], { showSecrets: true }),
        manifest.files.map((report, index) => ({ ...report, ...(folder === undefined ? { text: texts[index] } : {}) })),
        { notRedacted: manifest.notRedacted },
      );
    else for (const text of texts) io.document(text);
    for (const report of manifest.files) io.err(notesOn(report, folder === undefined).masked(masking));
    if (folder !== undefined)
      io.err(
        terminalLine`aks-bootstrap: ${counted(manifest.files.length, 'file')} written to ${folder}\n`.masked(masking),
      );
    for (const { file, reason } of notRedacted)
      io.err(terminalLine`aks-bootstrap: ${file} is left out: ${reason}\n`.masked(masking));
    if (unreadable.length > 0) return exitStatus.usage;
    return notRedacted.length > 0 ? exitStatus.problems : exitStatus.fine;
  },
};

/** Redacts the documents in lines of standard input. Each has its own invented values: nothing is kept for the next one. */
async function redactRecords(args: ParsedArguments, io: CommandIo): Promise<number> {
  checkRecordOptions(args);
  if (args.text('out') !== undefined) throw new UsageError('--out writes files, so it excludes --ndjson');
  const json = new JsonResults(io, maskingOf([], { showSecrets: true }), 'lines');
  const options = { platform: nodePlatform, pseudonyms: args.flag('pseudonyms') };
  let status: number = exitStatus.fine;
  const fail = (code: string, message: string, worst: number): object => {
    status = worse(status, worst);
    return { error: { code, message: maskingOf([]).text(message) } };
  };
  const resultOf = (read: RecordLine): object => {
    const { line } = read;
    if ('fault' in read) return { line, ...fail('record/invalid', read.fault, exitStatus.usage) };
    const { name = args.text('name') ?? `line ${line}`, content, kind = args.kind } = read.record;
    const { files, manifest } = redactFiles([{ name, content, kind }], options);
    const [report, refused] = [manifest.files[0], manifest.notRedacted[0]];
    const file = maskingOf([]).text(name);
    if (report === undefined)
      return { line, file, ...fail('file/not-redacted', refused?.reason ?? '', exitStatus.problems) };
    return { line, ...maskingOf([]).strings(report), text: files[0]?.text };
  };
  await handleEach(recordLines(io.standardInput()), (line) => json.print(json.entryOf(resultOf(line))), io, {
    isInput: true,
  });
  return status;
}

async function inputsOf(args: ParsedArguments, io: CommandIo, folder: string | undefined): Promise<FilesToRedact> {
  const [first] = args.files;
  if (first === undefined) throw new UsageError('name at least one file, or - for standard input');
  const isStandardInput = args.files.includes('-');
  if (folder === undefined) {
    if (args.files.length > 1 || leadsToFolder(first)) throw new UsageError(severalFiles);
  }
  const { files, ...rest } = await filesToRedact(args.files.filter((file) => file !== '-'));
  if (folder === undefined && files.length > 1) throw new UsageError(severalFiles);
  if (!isStandardInput) return { files, ...rest };
  const input = { name: args.text('name') ?? 'standard input', content: await io.readStandardInput() };
  return { files: [input, ...files], ...rest };
}

const severalFiles = 'several files need --out DIR, the folder to write them into';

function withKind(files: readonly RedactableFile[], { kind }: ParsedArguments): readonly RedactableFile[] {
  return kind === undefined ? files : files.map((file) => ({ ...file, kind }));
}

function writeResult(folder: OutputFolder, { files }: Redaction, manifest: object): void {
  const names = new ExtractedNames();
  const manifestName = names.unique(['redaction.json']);
  for (const { name, bytes } of files) folder.write(names.unique(safeSegments(name)), bytes);
  folder.write(manifestName, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Lines about one file; the manifest has its counts. */
function notesOn(report: RedactedFileReport, withCounts: boolean): TerminalText {
  const { file, secrets, pseudonyms, replacedWhole, differences, nameInFileName } = report;
  const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);
  const names = pseudonyms === undefined ? '' : ` and ${counted(sum(pseudonyms), 'name')}`;
  const lines = withCounts ? [`${counted(sum(secrets), 'secret')}${names} replaced`] : [];
  for (const place of replacedWhole) lines.push(`all of ${place} is replaced, because it can't be written back`);
  for (const difference of differences) lines.push(`the result differs, ${difference}`);
  if (nameInFileName) lines.push('its name contains a name that is replaced in the files');
  return joined(lines.map((line) => terminalLine`aks-bootstrap: ${file}: ${line}\n`));
}
