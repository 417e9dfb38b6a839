import type { ValidationContext } from '../core/index.js';
import { anyMatches, pathsOf, type Settings } from './settings.js';
import type { ServerHost } from './host.js';

/** The instance data that the settings name for a document. */
export interface ChosenInstanceData {
  /** The file that the settings name; it may be missing. */
  readonly uri: string;
  readonly context: Pick<ValidationContext, 'instanceData' | 'instanceDataFault'>;
}

/**
 * Reads the instance data that the settings name for a document: the last glob that matches decides. Undefined if
 * they name none, and for documents that aren't on this machine. `folders` are the URIs of the workspace folders.
 */
export async function instanceDataOf(
  { instanceData }: Settings,
  uri: string,
  folders: readonly string[],
  host: Pick<ServerHost, 'instanceData'>,
): Promise<ChosenInstanceData | undefined> {
  if (instanceData.length === 0) return undefined;
  const paths = pathsOf(uri, folders);
  const written = instanceData.findLast(({ glob, path }) => path !== '' && anyMatches(paths, glob))?.path;
  const file = written === undefined ? undefined : await host.instanceData(written, uri, folders);
  if (written === undefined || file === undefined) return undefined;
  const { content } = file;
  return {
    uri: file.uri,
    context: content.ok
      ? { instanceData: content.value }
      : { instanceDataFault: `The setting aksBootstrap.cloudInit.instanceData names ${written}. ${content.error}` },
  };
}
