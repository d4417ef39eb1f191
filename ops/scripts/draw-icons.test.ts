import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawIcons } from './draw-icons.ts';

const PUBLIC = path.join(import.meta.dirname, '../../frontend/public');
const read = (file: string) => readFileSync(path.join(PUBLIC, file));

it('the icons of the app are those of its favicon, in the sizes of its manifest', async () => {
  const drawn = await drawIcons(read('favicon.svg').toString());
  const manifest: { icons: { src: string; sizes: string }[] } = JSON.parse(read('manifest.webmanifest').toString());
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(read(src)).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  for (const [file, bytes] of Object.entries(drawn)) {
    // compares the middle of the committed and the drawn file, regardless of their encoders
    const middle = (png: Buffer) => sharp(png).removeAlpha().resize(16, 16, { fit: 'cover' }).raw().toBuffer();
    const [committed, fresh] = await Promise.all([middle(read(file)), middle(bytes)]);
    expect(Math.max(...committed.map((value, n) => Math.abs(value - fresh[n]!))), `${file}: npm run icons draws it again`).toBeLessThan(12);
  }
});

it('a system that crops icons to its own shape crops nothing of the logo', async () => {
  const { 'icons/app-maskable-512.png': icon } = await drawIcons(read('favicon.svg').toString());
  const { data, info } = await sharp(icon!).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const petrol = data.subarray(0, 3);
  const cut: string[] = [];
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      // https://www.w3.org/TR/appmanifest/#icon-masks: everything within 40 % of the middle is always shown
      if (Math.hypot(x - 256, y - 256) <= 512 * 0.4) continue;
      const at = (y * info.width + x) * info.channels;
      if (!petrol.equals(data.subarray(at, at + 3))) cut.push(`${x}, ${y}`);
    }
  expect(cut).toEqual([]);
});
