import { expect, it } from 'vitest';
import { hasMotif, renderPicture } from './render-picture.ts';

const prompt = (subject: string) => `A flat illustration of ${subject}, warm colours, no text`;

it('a part of a course shows the subject of the course, and no other one that its own words name', async () => {
  const part = await renderPicture(prompt('The world in a jar in a course on Sourdough bread at home'), 64, 36);
  expect(part).not.toBeNull();
  expect(hasMotif(prompt('The world in a jar in a course on Xylography'))).toBe(false);
});

it('a subject without a motif has no picture', async () => {
  expect(await renderPicture(prompt('Something or other'), 64, 36)).toBeNull();
  expect([hasMotif('A harbour in fog'), hasMotif('Foxes at night'), hasMotif('Xylography')]).toEqual([true, true, false]);
});
