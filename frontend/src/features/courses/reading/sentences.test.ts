import { expect, it } from 'vitest';
import { paragraphFrom, sentencesOf } from './read-aloud.tsx';

const read = (text: string, language?: string) => sentencesOf({ text }, language).map((sentence) => sentence.text);

it('a lesson is read sentence by sentence; a block ends one, and unspeakable parts are left out', () => {
  expect(read('A title\nBees fly. They land!\n– \n3.5 km is far.', 'en')).toEqual(['A title', 'Bees fly.', 'They land!', '3.5 km is far.']);
  expect(read('这是一。那是二。', 'zh')).toEqual(['这是一。', '那是二。']);
});

it('each sentence has its position', () => {
  const text = 'One.  Two is here.\n Three';
  for (const { text: said, start, end } of sentencesOf({ text }, 'en')) expect(text.slice(start, end)).toBe(said);
});

it('a long sentence is read in pieces that fit the voice, and loses nothing', () => {
  const long = Array.from({ length: 60 }, (_, n) => `part ${n} of it`).join(', ');
  const pieces = read(`${long}.`, 'en');
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(281);
  expect(pieces.join(' ')).toBe(`${long}.`);
});

it('skipping moves to the next paragraph, and backwards first to the start of the current one', () => {
  const text = 'One. Two.\nThree. Four.\nFive.';
  const from = (at: number, by: 1 | -1) => paragraphFrom(text, sentencesOf({ text }, 'en'), at, by);
  expect([from(0, 1), from(1, 1), from(3, 1), from(4, 1)]).toEqual([2, 2, 4, 5]);
  expect([from(5, -1), from(4, -1), from(3, -1), from(2, -1), from(0, -1)]).toEqual([4, 2, 2, 0, 0]);
});
