import { rootSchema as cloudConfig } from './cloudConfig/schema/schemaNode.js';
import cseStatus from '../../../schemas/cse-status.schema.json';
import karpenterOptions from '../../../schemas/karpenter-bootstrap-options.schema.json';
import nodeConfig from '../../../schemas/aks-node-config.schema.json';

/** A JSON Schema for other tools. */
export interface PublishedSchema {
  readonly name: string;
  readonly title: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The schemas that this version publishes, by their names on the command line. */
export const publishedSchemas: readonly PublishedSchema[] = [
  { name: 'aks-node-config', title: nodeConfig.title, schema: nodeConfig },
  { name: 'cloud-config', title: String(cloudConfig.title), schema: cloudConfig },
  { name: 'cse-status', title: cseStatus.title, schema: cseStatus },
  { name: 'karpenter-bootstrap-options', title: karpenterOptions.title, schema: karpenterOptions },
];
