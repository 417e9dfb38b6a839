import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder of a test's own. */
export interface TemporaryFolder {
  readonly path: string;
  /** Writes a file into the folder and gives its path. */
  readonly file: (name: string, content: string | Uint8Array) => string;
}

/** Makes a folder that is gone when the tests of the file or group that asks for it have run. */
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
