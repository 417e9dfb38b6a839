export { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
export { madeFrom } from '../support/madeFrom.js';
export {
  Analysis,
  bootCommandOf,
  complete,
  cseOf,
  customDataDialects,
  customDataOf,
  decodeReport,
  environmentOf,
  hover,
  maskingOf,
  nodeFilesOf,
  sideBySide,
  validate,
  vmssModelOf,
} from '../../server/src/core/index.js';
