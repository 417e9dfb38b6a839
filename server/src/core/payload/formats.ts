import type { UnreadDocument } from '../document/kindSpec.js';
import type { LayerName } from '../document/payload.js';
import { isScriptStatus } from '../failure/recognise.js';
import { isArmExpression } from '../formats/arm/parse.js';
import { isJsonLines, isJsonString, looksLikeJson } from '../formats/json/detect.js';
import { isWindowsCommandLine, readWindowsCommand } from '../formats/shell/windows.js';
import type { SyntaxTree } from '../formats/tree/node.js';
import { parseYaml, readYaml } from '../formats/yaml/read.js';
import { scriptLayer } from '../cloudConfig/userData/formats.js';
import { goalStateFormat, isActivityTable, isAzureYaml, isExtensionStatus, isPayloadTable } from './recognise.js';

type JsonTree = () => SyntaxTree | undefined;

export function jsonLayer(tree: SyntaxTree | undefined): LayerName {
  return tree?.relaxed === true ? 'jsonc' : 'json';
}

/** Reads a document of Azure: JSON, or YAML as `az -o yaml` prints it. */
export function readAzure({ text, budget }: UnreadDocument, json: () => SyntaxTree): SyntaxTree {
  return isAzureYaml(text) ? parseYaml(text, budget) : json();
}

/** A document of Azure: an object or a list of objects. */
export function machineFormats(text: string, json: JsonTree): LayerName[] {
  if (isAzureYaml(text)) return ['yaml'];
  const tree = json();
  return tree?.root?.kind === 'array' ? [jsonLayer(tree), 'json-array'] : [jsonLayer(tree)];
}

/** In each of these documents, settings of extensions are JSON in strings. */
export function goalStateFormats(text: string, tree: JsonTree): LayerName[] {
  const format = goalStateFormat(text);
  if (format === 'ovf-env') return ['xml', 'ovf-env'];
  if (format === 'extensions-config') return ['xml', 'extensions-config', 'json-string'];
  const read = tree();
  return (read?.problems.length ?? 0) > 0 ? [jsonLayer(read)] : ['json', 'vm-settings', 'json-string'];
}

export function commandFormats(text: string): LayerName[] {
  if (!isWindowsCommandLine(text)) return ['shell-command'];
  const { runsPowerShell, encoded } = readWindowsCommand(text);
  return runsPowerShell && encoded === undefined
    ? ['windows-command-line', 'powershell-command']
    : ['windows-command-line'];
}

export function activityFormats(text: string, json: JsonTree): LayerName[] {
  if (isActivityTable(text)) return ['csv'];
  return isJsonLines(text) ? ['jsonl'] : machineFormats(text, json);
}

export function templateFormats(text: string, json: JsonTree): LayerName[] {
  return isArmExpression(text) ? ['arm-expression'] : [isAzureYaml(text) ? 'yaml' : jsonLayer(json()), 'arm-template'];
}

/** The message itself, a file that the guest agent reads, or another document with such a message inside. */
export function statusFormats(text: string, tree: JsonTree): LayerName[] {
  if (!looksLikeJson(text)) {
    const layer = looseFormat(text, tree);
    return [layer === 'text' && isScriptStatus(text) ? 'cse-status-text' : layer];
  }
  const read = tree();
  return isExtensionStatus(read?.root) ? [jsonLayer(read), 'extension-status'] : [jsonLayer(read)];
}

/** The format of a text of unknown kind, by its first characters. */
export function looseFormat(text: string, tree: JsonTree): LayerName {
  if (/^\s*#!/.test(text)) return scriptLayer(text);
  if (looksLikeJson(text)) return jsonLayer(tree());
  if (isPayloadTable(text)) return 'csv';
  if (isAzureYaml(text) && readYaml(text).ok) return 'yaml';
  if (isJsonString(text)) return 'json';
  return looksLikePowerShell(text) ? 'powershell' : 'text';
}

/** PowerShell has no `#!` line; it is recognised by comment blocks, parameters, variables or cmdlets. */
function looksLikePowerShell(text: string): boolean {
  const start = text.slice(0, 2_000);
  if (/^[ \t]*(?:<#|param\s*\(|\$\w+\s*=|function\s+[\w-]+\s*\{)/im.test(start) && /\$[A-Za-z_:]/.test(text))
    return true;
  return /^[ \t]*(?:Write|Get|Set|New|Remove|Invoke|Start|Stop|Import|Add|Copy|Test|Enable|Install)-[A-Z][A-Za-z]+\b/m.test(
    start,
  );
}

/** The magic bytes of POSIX archives, in the header of the first member. */
export function isTar(bytes: Uint8Array): boolean {
  return 'ustar' === String.fromCharCode(...bytes.subarray(257, 262));
}
