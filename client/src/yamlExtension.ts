import * as vscode from 'vscode';
import { noSchema, schemaForYamlExtension } from '../../server/src/yamlExtension.js';

/** The Red Hat YAML extension, which shows syntax errors and outlines of YAML without us. */
export const yamlExtensionId = 'redhat.vscode-yaml';

/** What that extension offers to others (its README, "Developer support"). */
interface YamlExtensionApi {
  registerContributor(
    schema: string,
    requestSchema: (resource: string) => string | undefined,
    requestSchemaContent: (uri: string) => string,
    label?: string,
  ): boolean;
}

/** Keeps that extension from judging cloud-configs by a schema of its own, so that nothing is said twice. */
export async function leaveCloudConfigsToUs(log: vscode.LogOutputChannel): Promise<void> {
  const extension = vscode.extensions.getExtension<Partial<YamlExtensionApi> | undefined>(yamlExtensionId);
  if (extension === undefined) return;
  try {
    const api = await extension.activate();
    api?.registerContributor?.(noSchema.contributor, schemaOf, () => noSchema.content, 'AKS Bootstrap');
  } catch (error) {
    log.warn(`the YAML extension could not be told to leave cloud-configs to us: ${String(error)}`);
  }
}

function schemaOf(resource: string): string | undefined {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === resource);
  return document === undefined || document.lineCount === 0
    ? undefined
    : schemaForYamlExtension(document.lineAt(0).text);
}
