import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { Analysis, maskingOf, Remembered, validate } from '../../server/src/core/index.js';

/** The characters of the texts that were read or searched, by what was made from them. */
export type MadeFrom = Readonly<Record<string, number>>;

/**
 * What is made of versions of a document in an editor, one after the other: a later one needs only what the versions before it
 * don't have. Texts that are made from others that are known, such as the document itself, don't count.
 */
export function madeFrom(name: string, versions: readonly string[]): MadeFrom[] {
  const remembered = new Remembered({ versions: true });
  const { texts } = remembered;
  const set = texts.set.bind(texts);
  return versions.map((content) => {
    const characters: Record<string, number> = {};
    remembered.startVersion(content);
    texts.set = (text, key, made) => {
      const what = /^[\w-]+/.exec(key)?.[0] ?? key;
      // An entry that is known is only moved.
      if (text !== content && texts.get(text, key) === undefined)
        characters[what] = (characters[what] ?? 0) + text.length;
      set(text, key, made);
    };
    const analysis = new Analysis({ name, content, remembered }, nodePlatform);
    validate(analysis);
    maskingOf([analysis]).text('a token: b');
    remembered.versionRead();
    return characters;
  });
}
