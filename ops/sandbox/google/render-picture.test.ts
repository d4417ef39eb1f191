import { expect, it } from 'vitest';
import sharp from 'sharp';
import { coverArt } from '#contract/courses/cover-art/cover-art.ts';
import { COVER_HEIGHT, COVER_WIDTH } from '#contract/courses/cover-art/draw.ts';
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

it('the picture of a course is the cover that screens draw for its title, so that the course stays recognisable', async () => {
  const title = 'Weather: reading the sky';
  const svg = (art: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="40" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" preserveAspectRatio="xMidYMid slice">${art}</svg>`;
  const drawn = await sharp(Buffer.from(svg(coverArt({ title }))))
    .png({ compressionLevel: 3 })
    .toBuffer();
  expect(await renderPicture(prompt(title), 64, 40)).toEqual(drawn);
  const part = await renderPicture(prompt(`Clouds in a course on ${title}`), 64, 40);
  expect(part).not.toEqual(drawn);
});
