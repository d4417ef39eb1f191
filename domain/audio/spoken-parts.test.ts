import { describe, expect, it } from 'vitest';
import { partsOfScript, wordsOf } from './spoken-parts.ts';

const first = (text: string) => partsOfScript([{ voice: 'first', text }]);

describe('the parts of a script', () => {
  it('are whole sentences, as many as fit into one, and end where the voice changes', () => {
    const sentence = `${'The moon pulls at the sea '.repeat(6).trim()}.`;
    const parts = partsOfScript([
      { voice: 'first', text: `${sentence} ${sentence} ${sentence}` },
      { voice: 'second', text: 'And the sea?', asks: true },
    ]);
    expect(parts).toEqual([
      { voice: 'first', text: `${sentence} ${sentence} `, endsTurn: false, asks: false },
      { voice: 'first', text: sentence, endsTurn: true, asks: false },
      { voice: 'second', text: 'And the sea?', endsTurn: true, asks: true },
    ]);
  });

  it('of a sentence that is too long are split between words; nothing is lost', () => {
    const endless = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ');
    const parts = first(endless);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every(({ text }) => text.trim().length <= 360)).toBe(true);
    expect(parts.map(({ text }) => text).join('')).toBe(endless);
  });

  it('are shorter in scripts whose characters are syllables, which take as long as three letters', () => {
    const parts = first('月亮吸引海水，海水随之起伏。'.repeat(20));
    expect(parts.every(({ text }) => text.length <= 140)).toBe(true);
    expect(parts.map(({ text }) => text).join('')).toBe('月亮吸引海水，海水随之起伏。'.repeat(20));
  });
});

describe('the words of a transcript', () => {
  const shown = (text: string) => wordsOf(text).map((word) => (word.glued ? word.text : `${word.text} `));

  it('are separated by spaces, with their punctuation', () => {
    expect(shown('The sea, it rises. ')).toEqual(['The ', 'sea, ', 'it ', 'rises. ']);
    expect(shown('조수는 하루에 두 번 움직입니다. ')).toEqual(['조수는 ', '하루에 ', '두 ', '번 ', '움직입니다. ']);
  });

  it.each([
    ['Chinese', '我们用 Python 学习“潮汐”，每天两次。'],
    ['Japanese', '潮の満ち引きは、月が「海水」を引くために起こります。'],
    ['Thai', 'น้ำขึ้นน้ำลงเกิดจากดวงจันทร์ และดวงอาทิตย์'],
  ])('in %s are those of the language, with the blanks of the text and no others', (_, text) => {
    const words = wordsOf(text);
    expect(words.length).toBeGreaterThan(4);
    expect(words.every((word) => /[\p{L}\p{N}]/u.test(word.text))).toBe(true);
    expect(shown(text).join('')).toBe(text);
  });
});
