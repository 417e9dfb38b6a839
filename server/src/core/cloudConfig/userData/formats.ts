import type { LayerName } from '../../document/payload.js';
import { typeByBeginning, userDataType } from './contentTypes.js';

export function cloudConfigFormats(text: string): LayerName[] {
  if (typeByBeginning(text) === 'text/jinja2') return ['jinja-template', 'cloud-config'];
  return /^\s*#[^\n]*\n\s*\{/.test(text) ? ['cloud-config', 'json-in-yaml'] : ['cloud-config'];
}

export function messageFormats(text: string): LayerName[] {
  return [isMultipart(text) ? 'mime-multipart' : 'mime-single'];
}

function isMultipart(text: string): boolean {
  return /^(?:[^\n]+\n)*?Content-Type:\s*multipart\//im.test(text);
}

export function userDataFormats(text: string): LayerName[] {
  if (userDataType(text) === 'text/jinja2') return ['jinja-template', ...templatedFormats(text)];
  const layer = layerByBeginning(text);
  return [layer === undefined || layer === 'cloud-config' ? 'text' : layer];
}

/** What a Jinja template is of, by the line behind its header. */
function templatedFormats(text: string): LayerName[] {
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

/** The language that a script names in its first line. */
export function scriptLayer(text: string): LayerName {
  return /^\s*#!.*\bpython/.test(text) ? 'python' : 'shell-script';
}
