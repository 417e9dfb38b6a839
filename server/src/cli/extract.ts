import { basename } from 'node:path';
import type { OutputFolder } from '../adapters/writeFiles.js';
import { type Analysis, type ExtractedNames, extractedDocuments, type Masking } from '../core/index.js';
import { errorMessage } from '../core/names.js';

export interface Extraction {
  readonly written: number;
  readonly masked: boolean;
  /** A sentence for each document that couldn't be written. */
  readonly refused: readonly string[];
}

/**
 * Writes every document inside a file into `folder`, with its payload path as its name. Names can't lead outside, and links
 * are never followed.
 */
export function extractFiles(
  file: string,
  analysis: Analysis,
  folder: OutputFolder,
  names: ExtractedNames,
  masking: Masking,
): Extraction {
  let written = 0;
  let masked = false;
  const refused: string[] = [];
  for (const document of extractedDocuments(basename(file), analysis, masking)) {
    const { segments, content } = document;
    masked ||= document.masked;
    try {
      folder.write(names.unique(segments), content);
      written++;
    } catch (error) {
      refused.push(`${segments.join('/')}: ${errorMessage(error)}`);
    }
  }
  return { written, masked, refused };
}
