import { rootSchema as cloudConfig } from './cloudConfig/schema/schemaNode.js';
import configuration from '../../../schemas/aks-bootstrap-config.schema.json';
import cseStatus from '../../../schemas/cse-status.schema.json';
import karpenterOptions from '../../../schemas/karpenter-bootstrap-options.schema.json';
import nodeConfig from '../../../schemas/aks-node-config.schema.json';

/** The schemas that this version publishes, by their names on the command line. */
export const publishedSchemas = [
  { name: 'aks-node-config', title: nodeConfig.title, schema: nodeConfig },
  { name: 'aks-bootstrap-config', title: configuration.title, schema: configuration },
  { name: 'cloud-config', title: String(cloudConfig.title), schema: cloudConfig },
  { name: 'cse-status', title: cseStatus.title, schema: cseStatus },
  { name: 'karpenter-bootstrap-options', title: karpenterOptions.title, schema: karpenterOptions },
];
