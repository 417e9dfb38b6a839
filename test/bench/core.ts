export { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
export { Analysis, complete, decodeReport, hover } from '../../server/src/core/index.js';
