/**
 * What the Red Hat YAML extension is told, shared by the client and the tests. That extension takes a schema for a file
 * by its name, from a catalog on the network; then it would report, complete and explain in a cloud-config what we do.
 */
export const noSchema = {
  /** The name under which we register, which is also the scheme of the address. */
  contributor: 'aks-bootstrap-cloud-config',
  uri: 'aks-bootstrap-cloud-config://none',
  /** A schema that says nothing. It still takes the place of any other one. */
  content: '{}',
} as const;

/** The schema that the extension is to use for a document: ours for cloud-configs, undefined to let it choose. */
export function schemaForYamlExtension(firstLine: string): string | undefined {
  return /^\ufeff?\s*#cloud-config\b(?!-)/i.test(firstLine) ? noSchema.uri : undefined;
}
