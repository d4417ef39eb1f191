import { describe, expect, it } from 'vitest';
import { alignWords } from './speak-script.command.ts';

const heard = (...words: [string, number, number][]) => words.map(([text, start, end]) => ({ text, start, end }));

describe('words of a script with their times', () => {
  it('get them from the recognised words, whatever the marks and capitals', () => {
    expect(alignWords(['The', 'tide', 'rises.'], heard(['the', 0.1, 0.2], ['tide', 0.3, 0.6], ['rises', 0.7, 1.1]), 2)).toEqual([
      { text: 'The', start: 0.1, end: 0.2 },
      { text: 'tide', start: 0.3, end: 0.6 },
      { text: 'rises.', start: 0.7, end: 1.1 },
    ]);
  });

  it('share the time between the recognised ones', () => {
    const words = alignWords(['The', 'high', 'tide', 'rises'], heard(['the', 0, 1], ['rises', 3, 4]), 4);
    expect(words.map(({ start }) => start)).toEqual([0, 1, 2, 3]);
  });

  it('share the whole time if nothing was recognised, in order and within it', () => {
    const words = alignWords(['one', 'two', 'three'], [], 3);
    expect(words[0]!.start).toBe(0);
    expect(words.at(-1)!.end).toBeCloseTo(3);
    expect(words.every((word, n) => n === 0 || word.start === words[n - 1]!.end)).toBe(true);
  });

  it('of a text without spaces are found however the service divides them', () => {
    const words = ['我们', '学习', '潮汐', '的', '规律。'];
    const starts = [0, 1, 2, 3, 3.5];
    const bySign = [...'我们学习潮汐的规律'].map((sign, n) => [sign, n / 2, (n + 1) / 2] as [string, number, number]);
    expect(alignWords(words, heard(...bySign), 4.5).map(({ start }) => start)).toEqual(starts);
    const byPhrase = heard(['我们学习', 0, 2], ['潮汐的', 2, 3.5], ['规律', 3.5, 4.5]);
    expect(alignWords(words, byPhrase, 4.5).map(({ start }) => start)).toEqual(starts);
  });

  it('never lie outside the sound', () => {
    expect(alignWords(['late'], heard(['late', 9, 12]), 4)).toEqual([{ text: 'late', start: 4, end: 4 }]);
  });
});
