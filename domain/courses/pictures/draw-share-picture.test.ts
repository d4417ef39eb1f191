import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawSharePicture, drawSquareCover, shareKey, type SharePicture } from './draw-share-picture.command.ts';

const course: SharePicture = { title: 'Bees in spring', category: 'personal', picture: null, shape: 'wide' };
const red = sharp({ create: { width: 64, height: 36, channels: 3, background: '#ff0000' } }).webp();
const picture = {
  id: 'red',
  async *read() {
    yield await red.toBuffer();
  },
};

it('the picture of a course replaces its drawn cover', async () => {
  const drawn = await drawSharePicture({ ...course, picture });
  const pixel = await sharp(drawn).extract({ left: 800, top: 300, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  expect([pixel[0]! > 240, pixel[1]! < 15, pixel[2]! < 15]).toEqual([true, true, true]);
});

it('a picture has a new key for every change of its contents', () => {
  const changes = [{}, { title: 'Bees' }, { category: 'academic' }, { note: 'Ines' }, { picture }, { shape: 'square' as const }];
  expect(new Set(changes.map((change) => shareKey({ ...course, ...change }))).size).toBe(changes.length);
});

it('a picture that could not be drawn is drawn at the next request', async () => {
  let reads = 0;
  const lost: SharePicture = {
    ...course,
    picture: {
      id: 'lost',
      async *read() {
        reads += 1;
        if (reads === 1) throw new Error('The store is away');
        yield await red.toBuffer();
      },
    },
  };
  await expect(drawSharePicture(lost)).rejects.toThrow('The store is away');
  expect(await sharp(await drawSharePicture(lost)).metadata()).toMatchObject({ width: 1200, height: 630 });
});

it('the cover of a podcast is drawn once, and again when its picture changes', async () => {
  let reads = 0;
  const shown = (id: string) => ({
    title: 'Bees',
    picture: {
      id,
      async *read() {
        reads += 1;
        yield await red.toBuffer();
      },
    },
  });
  const [first, second] = await Promise.all([drawSquareCover(shown('a')), drawSquareCover(shown('a'))]);
  expect([reads, second]).toEqual([1, first]);
  await drawSquareCover(shown('b'));
  expect(reads).toBe(2);
});

it('a title is words, never markup, and is cut where it is longer than the picture', async () => {
  for (const title of ['<span foreground="red">', 'A & B < C', 'word '.repeat(80), 'w'.repeat(200), 'كلمة '.repeat(60)])
    for (const shape of ['wide', 'square'] as const)
      expect((await sharp(await drawSharePicture({ ...course, title, shape })).metadata()).format, title).toBe('png');
});

it.each(['Bees 🐝 in spring', '👩🏽‍🔬 Bees in spring ❤️', 'Bees in spring 🇪🇸'])('the title %s is set without its emoji', async (title) => {
  const bare = await drawSharePicture({ ...course, picture });
  expect(await drawSharePicture({ ...course, picture, title })).toEqual(bare);
  expect(await drawSharePicture({ ...course, picture, title: '蜜蜂' })).not.toEqual(bare);
});
