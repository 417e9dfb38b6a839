/** Reads and writes ZIP archives. */
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** The files of an archive, with their times. */
export async function filesOf(archive) {
  const zip = await fromBufferPromise(archive);
  const files = [];
  for await (const entry of zip.eachEntry())
    files.push({
      name: entry.fileName,
      time: entry.getLastModDate(),
      content: await buffer(await zip.openReadStreamPromise(entry)),
    });
  return files;
}

/** An archive of files as small as possible, each with the mode of an ordinary file. */
export async function archiveOf(files) {
  const zip = new ZipFile();
  for (const { name, time, content } of files)
    zip.addBuffer(content, name, { mtime: time, mode: 0o100644, compressionLevel: 9, forceDosTimestamp: true });
  zip.end();
  return buffer(zip.outputStream);
}
