export { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
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
