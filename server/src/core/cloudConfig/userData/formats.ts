import type { LayerName } from '../../document/payload.js';
import { moduleOf } from '../schema/schemaNode.js';
import {
  isMisspeltCloudConfig,
  misspeltBeginning,
  multipartType,
  typeByBeginning,
  userDataType,
} from './contentTypes.js';
import { typeOfTemplate } from './template.js';

/** The kind of user data that a text is by its beginning, or was meant to be; undefined for other texts. */
export function kindOfUserData(text: string): 'cloud-config' | 'user-data' | 'mime' | undefined {
  if (isMisspeltCloudConfig(text)) return 'cloud-config';
  const type = userDataType(text);
  if (type === undefined) return misspeltBeginning(text) === undefined ? undefined : 'user-data';
  if (type === multipartType) return 'mime';
  const rendered = type === 'text/jinja2' ? typeOfTemplate(text) : type;
  return rendered === 'text/cloud-config' ? 'cloud-config' : 'user-data';
}

/**
 * Whether a YAML text without the header is most likely a cloud-config: all its top-level keys are known to cloud-init,
 * and one of them is only known to cloud-init.
 */
export function hasCloudConfigKeys(text: string): boolean {
  if (!/^(?:runcmd|bootcmd|write_files)[ \t]*:/m.test(text)) return false;
  const keys = [...text.matchAll(/^([\w-]+)[ \t]*:(?:[ \t\r]|$)/gm)].map(([, key]) => key ?? '');
  return keys.length > 0 && keys.every((key) => moduleOf(key) !== undefined);
}

export function cloudConfigFormats(text: string): LayerName[] {
  if (typeByBeginning(text) === 'text/jinja2') return ['jinja-template', 'cloud-config'];
  return /^\s*#[^\n]*\n\s*\{/.test(text) ? ['cloud-config', 'json-in-yaml'] : ['cloud-config'];
}

export function messageFormats(text: string): LayerName[] {
  return [/^Content-Type:\s*multipart\//im.test(text) ? 'mime-multipart' : 'mime-single'];
}

export function userDataFormats(text: string): LayerName[] {
  if (userDataType(text) === 'text/jinja2') {
    // The line after the header of the template decides.
    const templated = layerByBeginning(text.slice(text.search(/\n|$/)));
    return templated === undefined ? ['jinja-template'] : ['jinja-template', templated];
  }
  const layer = layerByBeginning(text);
  return [layer === undefined || layer === 'cloud-config' ? 'text' : layer];
}

/** The format of a text by its beginning; undefined for templates, messages and text that cloud-init doesn't know. */
function layerByBeginning(text: string): LayerName | undefined {
  const type = typeByBeginning(text) ?? '';
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
