import * as vscode from 'vscode';
import { noSchema, schemaForYamlExtension } from '../../server/src/yamlExtension.js';
import { errorText, type Log, logText } from './log.js';
import { openDocument } from './openDocuments.js';

/** The Red Hat YAML extension, which shows syntax errors and outlines of YAML itself. */
export const yamlExtensionId = 'redhat.vscode-yaml';

/** Its API (see "Developer support" in its README). */
interface YamlExtensionApi {
  registerContributor(
    schema: string,
    requestSchema: (resource: string) => string | undefined,
    requestSchemaContent: (uri: string) => string,
    label?: string,
  ): boolean;
}

/** Keeps that extension from applying its own schema to cloud-configs, so that no problem is reported twice. */
export async function disableSchemaForCloudConfigs(log: Log): Promise<void> {
  const extension = vscode.extensions.getExtension<Partial<YamlExtensionApi> | undefined>(yamlExtensionId);
  if (extension === undefined) return;
  try {
    const api = await extension.activate();
    api?.registerContributor?.(noSchema.contributor, schemaOf, () => noSchema.content, 'AKS Bootstrap');
  } catch (error) {
    log.warn(logText`Could not disable the schema of the YAML extension for cloud-configs: ${errorText(error)}`);
  }
}

function schemaOf(resource: string): string | undefined {
  const document = openDocument(resource);
  return document === undefined || document.lineCount === 0
    ? undefined
    : schemaForYamlExtension(document.lineAt(0).text);
}
