/**
 * The core's door to names alone: what the doors announce before anything is read, such as the values of an option.
 * It costs nothing to load.
 */
export { defaultCloudInitVersion } from './cloudConfig/version.js';
export { documentKinds } from './document/kinds.js';
export { failureFamilies } from './failure/tables/table.js';
export { configRefactoringNames, refactoringNames } from './document/editing.js';
export { customDataDialects } from './nodeConfig/render/customData.js';
