import { moduleOf } from './schema/schemaNode.js';
import { isMisspeltCloudConfig, misspeltBeginning, multipartType, userDataType } from './userData/contentTypes.js';
import { typeOfTemplate } from './userData/template.js';

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
 * Whether a YAML text has the keys of a cloud-config, and no header: at the top nothing but keys that cloud-init's modules
 * read, and among them one that nobody else has.
 */
export function hasCloudConfigKeys(text: string): boolean {
  if (!/^(?:runcmd|bootcmd|write_files)[ \t]*:/m.test(text)) return false;
  const keys = [...text.matchAll(/^([\w-]+)[ \t]*:(?:[ \t\r]|$)/gm)].map(([, key]) => key ?? '');
  return keys.length > 0 && keys.every((key) => moduleOf(key) !== undefined);
}
