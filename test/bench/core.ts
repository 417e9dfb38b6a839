export { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
export { Analysis, complete, hover } from '../../server/src/core/index.js';
