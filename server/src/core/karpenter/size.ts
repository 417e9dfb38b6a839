import { customDataLevel } from '../customDataLength.js';
import { utf8Length } from '../text/bytes.js';
import type { OptionsReading } from './read.js';
import { renderKarpenterScript } from './script/render.js';

/** How much custom data the script of some options is, in bytes and in the base64 characters that Azure counts. */
export interface ScriptSize {
  readonly bytes: number;
  readonly characters: number;
  readonly level: ReturnType<typeof customDataLevel>;
}

/** Measures the script with its real secrets; undefined where there is none. */
export function scriptSize({ ok, value }: OptionsReading): ScriptSize | undefined {
  const rendered = ok ? renderKarpenterScript(value) : undefined;
  if (rendered?.ok !== true) return undefined;
  const bytes = utf8Length(rendered.value.script);
  const characters = 4 * Math.ceil(bytes / 3);
  return { bytes, characters, level: customDataLevel(characters) };
}
