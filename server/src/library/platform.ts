export { nodePlatform as platform } from '../adapters/nodePlatform.js';
