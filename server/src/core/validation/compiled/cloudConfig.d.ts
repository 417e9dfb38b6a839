import type { ShapeValidator } from '../shape.js';

/** `schemas/cloud-config.schema.json`, compiled by ajv when the project is built (`npm run generate`). */
export const validateCloudConfig: ShapeValidator;
