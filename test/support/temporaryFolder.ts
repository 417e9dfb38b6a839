import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A temporary folder for the tests of a file or group. */
export interface TemporaryFolder {
  readonly path: string;
  /** Writes a file into the folder and returns its path. */
  readonly file: (name: string, content: string | Uint8Array) => string;
}

/** Creates a folder that is deleted after the tests of the calling file or group. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'aks-bootstrap-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  const file = (name: string, content: string | Uint8Array): string => {
    const at = join(path, name);
    writeFileSync(at, content);
    return at;
  };
  return { path, file };
}
