import type { DocumentKind } from '../document/kinds.js';
import { typeByBeginning } from '../userData/contentTypes.js';
import { userDataType } from '../userData/header.js';
import type { Content } from './decoders.js';
import type { LayerName } from './payload.js';

/** The format that remains when all transport encodings are off; templates have two names. */
export function formatLayers(content: Content, kind: DocumentKind): LayerName[] {
  if (kind === 'arm-template') return ['json', 'arm-template'];
  if (kind === 'cse-settings') return ['json', 'cse-settings'];
  const layer = formatLayer(content, kind);
  const isTemplate = layer === 'cloud-config' && typeByBeginning(content.text ?? '') === 'text/jinja2';
  return isTemplate ? ['jinja-template', layer] : [layer];
}

function formatLayer(content: Content, kind: DocumentKind): LayerName {
  const { text } = content;
  if (text === undefined) return 'binary';
  if (text === '') return 'empty';
  switch (kind) {
    case 'cloud-config':
      return 'cloud-config';
    case 'ignition':
      return 'ignition';
    case 'mime':
      return /^(?:[^\n]+\n)*?Content-Type:\s*multipart\//im.test(text) ? 'mime-multipart' : 'mime-single';
    case 'cse-command':
      return 'shell-command';
    case 'user-data':
      return userDataLayer(text);
    case 'cse-status':
    case 'provision-log':
    case 'unknown':
      return looseLayer(text);
    default:
      return 'json';
  }
}

function userDataLayer(text: string): LayerName {
  const type = userDataType(text);
  if (type === undefined || type === 'cloud-config' || type === 'mime') return 'text';
  return type === 'script' ? scriptLayer(text) : type;
}

function scriptLayer(text: string): LayerName {
  return /^\s*#!.*\bpython/.test(text) ? 'python' : 'shell-script';
}

function looseLayer(text: string): LayerName {
  if (/^\s*#!/.test(text)) return scriptLayer(text);
  if (/^\s*[{[]/.test(text)) return 'json';
  if (
    /^\s*(?:<#|param\s*\(|\$\w+\s*=|function\s+[\w-]+\s*\{)/im.test(text.slice(0, 2_000)) &&
    /\$[A-Za-z_:]/.test(text)
  ) {
    return 'powershell';
  }
  return 'text';
}
