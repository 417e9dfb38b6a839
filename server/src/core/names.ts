/**
 * Names that front ends need before anything is read, such as the values of an option. This doesn't load the rest of the core.
 */
export { defaultCloudInitVersion } from './cloudConfig/version.js';
export { documentKinds } from './document/kinds.js';
export { failureFamilies } from './failure/exitCodes/table.js';
export { configRefactoringNames, refactoringNames } from './document/editing.js';
export { customDataDialects } from './nodeConfig/render/dialects.js';
export { schemaNames } from './schemas.js';
export { errorDetail, errorMessage, failure, success } from './text/result.js';
export { counted, enumerated, grouped, wrapped } from './text/strings.js';
export { nearestName } from './text/suggest.js';
