/**
 * The schema for the Red Hat YAML extension, shared by the client and the tests. That extension selects a schema from an
 * online catalog by the name of a file; then it would report, complete and explain the same things in cloud-configs as we do.
 */
export const noSchema = {
  /** The name of our registration, which is also the scheme of the URI. */
  contributor: 'aks-bootstrap-cloud-config',
  uri: 'aks-bootstrap-cloud-config://none',
  /** An empty schema, which still replaces any other one. */
  content: '{}',
} as const;

/** The schema that the extension should use for a document: ours for cloud-configs, undefined to let it choose. */
export function schemaForYamlExtension(firstLine: string): string | undefined {
  return /^\ufeff?\s*#cloud-config\b(?!-)/i.test(firstLine) ? noSchema.uri : undefined;
}
