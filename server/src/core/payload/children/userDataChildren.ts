import { archiveType } from '../../userData/contentTypes.js';
import { userDataTypeOf } from '../userDataType.js';
import { archiveEntries } from './archiveEntries.js';
import type { ChildFinder } from './finder.js';
import { shellScript } from './shellScript.js';

/** What user data other than cloud-configs and messages hold: entries of an archive, files that a script writes. */
export const userDataChildren: ChildFinder = (surroundings, context) =>
  userDataTypeOf(surroundings.payload) === archiveType
    ? archiveEntries(surroundings, context)
    : shellScript(surroundings, context);
