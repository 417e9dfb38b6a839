import type { DocumentKind } from '../document/kinds.js';
import { typeByBeginning, userDataType } from '../cloudConfig/userData/contentTypes.js';
import { isArmExpression } from '../formats/arm/parse.js';
import { isScriptStatus } from '../failure/recognise.js';
import { goalStateFormat, isActivityTable, isExtensionStatus } from './detectKind.js';
import { isJsonString, looksLikeJson } from '../formats/json/looks.js';
import { isJsonLines } from '../formats/json/lines.js';
import type { SyntaxTree } from '../formats/tree/node.js';
import { isWindowsCommandLine, readWindowsCommand } from '../formats/shell/windows.js';
import { manifestFormats } from './containers/kubernetesSecret.js';
import type { Content } from './content.js';
import type { LayerName } from '../document/payload.js';

/** The format that remains when all transport encodings are off; some documents have two names. `tree` is the text read as JSON. */
export function formatLayers(
  content: Content,
  kind: DocumentKind,
  tree: () => SyntaxTree | undefined,
): readonly LayerName[] {
  const { text } = content;
  if (text === undefined) return [isTar(content.bytes) ? 'tar' : 'binary'];
  if (text === '') return ['empty'];
  switch (kind) {
    case 'cloud-config':
      return cloudConfigLayers(text);
    case 'ignition':
      return ['ignition'];
    case 'mime':
      return [isMultipart(text) ? 'mime-multipart' : 'mime-single'];
    case 'cse-command':
      return commandLayers(text);
    case 'user-data':
      return userDataLayers(text);
    case 'cse-status':
      return statusLayers(text, tree);
    case 'unknown':
    case 'provision-log':
      return [looseLayer(text, tree)];
    case 'arm-template':
      return isArmExpression(text) ? ['arm-expression'] : [jsonLayer(tree()), 'arm-template'];
    case 'cse-settings':
      return [jsonLayer(tree()), 'cse-settings'];
    case 'goal-state':
      return goalStateLayers(text, tree);
    case 'activity-log':
      if (isActivityTable(text)) return ['csv'];
      return isJsonLines(text) ? ['jsonl'] : containerLayers(tree());
    case 'vmss-json':
    case 'vm-json':
      return containerLayers(tree());
    case 'karpenter-options':
      return looksLikeJson(text) ? [jsonLayer(tree())] : ['text'];
    case 'kubernetes':
      return manifestFormats(text);
    case 'node-config':
    case 'custom-data':
      return [jsonLayer(tree())];
  }
}

/** The message itself, a file that the guest agent reads, or another document with such a message inside. */
function statusLayers(text: string, tree: () => SyntaxTree | undefined): LayerName[] {
  if (!looksLikeJson(text)) {
    const layer = looseLayer(text, tree);
    return [layer === 'text' && isScriptStatus(text) ? 'cse-status-text' : layer];
  }
  const read = tree();
  return isExtensionStatus(read?.root) ? [jsonLayer(read), 'extension-status'] : [jsonLayer(read)];
}

function cloudConfigLayers(text: string): LayerName[] {
  if (typeByBeginning(text) === 'text/jinja2') return ['jinja-template', 'cloud-config'];
  return /^\s*#[^\n]*\n\s*\{/.test(text) ? ['cloud-config', 'json-in-yaml'] : ['cloud-config'];
}

function jsonLayer(tree: SyntaxTree | undefined): LayerName {
  return tree?.relaxed === true ? 'jsonc' : 'json';
}

function containerLayers(tree: SyntaxTree | undefined): LayerName[] {
  return tree?.root?.kind === 'array' ? [jsonLayer(tree), 'json-array'] : [jsonLayer(tree)];
}

/** Settings of extensions are JSON in strings in each of these documents. */
function goalStateLayers(text: string, tree: () => SyntaxTree | undefined): LayerName[] {
  const format = goalStateFormat(text);
  if (format === 'ovf-env') return ['xml', 'ovf-env'];
  if (format === 'extensions-config') return ['xml', 'extensions-config', 'json-string'];
  const read = tree();
  return (read?.problems.length ?? 0) > 0 ? [jsonLayer(read)] : ['json', 'vm-settings', 'json-string'];
}

function commandLayers(text: string): LayerName[] {
  if (!isWindowsCommandLine(text)) return ['shell-command'];
  const { runsPowerShell, encoded } = readWindowsCommand(text);
  return runsPowerShell && encoded === undefined
    ? ['windows-command-line', 'powershell-command']
    : ['windows-command-line'];
}

function isMultipart(text: string): boolean {
  return /^(?:[^\n]+\n)*?Content-Type:\s*multipart\//im.test(text);
}

function userDataLayers(text: string): LayerName[] {
  if (userDataType(text) === 'text/jinja2') return ['jinja-template', ...templatedLayers(text)];
  const layer = layerByBeginning(text);
  return [layer === undefined || layer === 'cloud-config' ? 'text' : layer];
}

/** What a Jinja template is of, by the line behind its header. */
function templatedLayers(text: string): LayerName[] {
  const layer = layerByBeginning(text.slice(text.search(/\n|$/)));
  return layer === undefined ? [] : [layer];
}

/** What cloud-init takes a text for, in the words of layers; undefined for templates, messages and what it does not know. */
function layerByBeginning(text: string): LayerName | undefined {
  const type = typeByBeginning(text);
  if (type === undefined) return undefined;
  return type === 'text/x-shellscript' ? scriptLayer(text) : layersOfTypes.get(type);
}

const layersOfTypes: ReadonlyMap<string, LayerName> = new Map([
  ['text/cloud-config', 'cloud-config'],
  ['text/cloud-config-archive', 'cloud-config-archive'],
  ['text/cloud-config-jsonp', 'cloud-config-jsonp'],
  ['text/cloud-boothook', 'cloud-boothook'],
  ['text/x-include-url', 'include'],
  ['text/x-include-once-url', 'include'],
  ['text/part-handler', 'part-handler'],
]);

function scriptLayer(text: string): LayerName {
  return /^\s*#!.*\bpython/.test(text) ? 'python' : 'shell-script';
}

function looseLayer(text: string, tree: () => SyntaxTree | undefined): LayerName {
  if (/^\s*#!/.test(text)) return scriptLayer(text);
  if (looksLikeJson(text)) return jsonLayer(tree());
  if (isJsonString(text)) return 'json';
  return looksLikePowerShell(text) ? 'powershell' : 'text';
}

/** PowerShell has no first line that would tell it: comment blocks, parameters, variables or cmdlets do. */
function looksLikePowerShell(text: string): boolean {
  const start = text.slice(0, 2_000);
  if (/^\s*(?:<#|param\s*\(|\$\w+\s*=|function\s+[\w-]+\s*\{)/im.test(start) && /\$[A-Za-z_:]/.test(text)) return true;
  return /^\s*(?:Write|Get|Set|New|Remove|Invoke|Start|Stop|Import|Add|Copy|Test|Enable|Install)-[A-Z][A-Za-z]+\b/m.test(
    start,
  );
}

/** The magic of POSIX archives, behind the header of the first member. */
function isTar(bytes: Uint8Array): boolean {
  return 'ustar' === String.fromCharCode(...bytes.subarray(257, 262));
}
