export function assembleCloudConfig() {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'x',
    title: 'cloud-config',
    type: 'object',
    properties: { write_files: { type: 'array' }, runcmd: { type: 'array' } },
    additionalProperties: false,
  };
}
