/** The version of this build. */
export { version } from '../../package.json';
