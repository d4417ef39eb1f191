import { expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';

const read = (text: string, language?: string) => sentencesOf({ text }, language).map((sentence) => sentence.text);

it('a lesson is read sentence by sentence; a block ends one, and what cannot be said is left out', () => {
  expect(read('A title\nBees fly. They land!\n– \n3.5 km is far.', 'en')).toEqual(['A title', 'Bees fly.', 'They land!', '3.5 km is far.']);
  expect(read('这是一。那是二。', 'zh')).toEqual(['这是一。', '那是二。']);
});

it('each sentence has its position', () => {
  const text = 'One.  Two is here.\n Three';
  for (const { text: said, start, end } of sentencesOf({ text }, 'en')) expect(text.slice(start, end)).toBe(said);
});

it('a long sentence is read in pieces that a voice can hold, and loses nothing', () => {
  const long = Array.from({ length: 60 }, (_, n) => `part ${n} of it`).join(', ');
  const pieces = read(`${long}.`, 'en');
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(281);
  expect(pieces.join(' ')).toBe(`${long}.`);
});
