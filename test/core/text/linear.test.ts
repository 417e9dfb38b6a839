import { describe, expect, it } from 'vitest';
import { safeSegments } from '../../../server/src/core/text/fileName.js';
import { textElements } from '../../../server/src/core/formats/xml.js';
import { readingsOf } from '../../../server/src/core/redaction/escapes.js';
import { withoutTrailing } from '../../../server/src/core/text/strings.js';
import { analyse, config } from '../../support/analyse.js';

/** In quadratic time, each of these texts takes minutes: more than the time limit of a test. */
const many = 500_000;

const unit = (line: string): string =>
  `#cloud-config\nwrite_files:\n- path: /etc/systemd/system/a.service\n  content: |\n    [Unit]\n    ${line}\n`;

describe('linear time is enough for', () => {
  it('characters to remove at the end that are elsewhere too', () => {
    const text = `${'0'.repeat(2 * many)}1`;
    expect(withoutTrailing(text, '0')).toBe(text);
    expect(withoutTrailing(`${text}0 0`, ' 0')).toBe(text);
    expect(withoutTrailing('000', '0')).toBe('');
  });

  it.each([
    ['a number with zeros', 'a.json', config(`"cse_timeout":1.${'0'.repeat(many)}1`)],
    ['an escaped text of backslashes', 'a.txt', `{\\"a\\":\\"${'\\'.repeat(many)}`],
    ['spaces in a unit file', 'a.yaml', unit(`a${' '.repeat(many)}b`)],
    ['empty lines in a block scalar', 'a.yaml', unit(`${'\n'.repeat(many)}    b`)],
    ['a part handler of one-word lines', 'a.txt', `#part-handler\n${'_types\r'.repeat(many / 5)}`],
  ])('%s', (_, name, text) => {
    expect(() => analyse(name, text)).not.toThrow();
  });

  it('a path of dots', () => {
    expect(safeSegments(`a${'.'.repeat(2 * many)}b`)).toHaveLength(1);
  });

  it('runs of backslashes in a text to redact', () => {
    expect(readingsOf(`\\n${'\\'.repeat(2 * many)}x`)).toHaveLength(2);
  });

  it('XML with long names', () => {
    expect([...textElements(`<a:${'b'.repeat(many)}' x>c</a>`)]).toEqual([]);
    const [element] = textElements(`<a ${'-'.repeat(many)} b="1">c</a>`);
    expect(element?.attributes.get('b')).toBe('1');
  });
});
