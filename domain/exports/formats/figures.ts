import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Course } from '#contract/courses/courses.contract.ts';
import { QUALITY, type ExportPicture } from './pictures.ts';

/** Where the interface has its figures: built, and as they are drawn. */
const FOLDERS = ['../../../frontend/dist/figures/', '../../../frontend/public/figures/'].map((folder) => new URL(folder, import.meta.url));
/** Its words are bounded: a text of nothing but openings would be read anew from each. */
const SHOWN = /!\[((?:[^[\]\\]|\\.){0,600})\]\((\/figures\/([a-z0-9-]+)\.svg)\)/g;
/** A figure is drawn so many times larger than it is shown, for paper. */
const SCALE = 2;

async function readFigure(name: string): Promise<Uint8Array | null> {
  for (const folder of FOLDERS) {
    const bytes = await readFile(new URL(`${name}.svg`, folder)).catch(() => null);
    if (bytes) return bytes;
  }
  return null;
}

/** Returns the figures that a course's lessons show from the product's own address: a file has no such address. */
export async function figuresFor({ modules }: Course): Promise<ExportPicture[]> {
  const found = new Map<string, ExportPicture>();
  for (const [m, { lessons }] of modules.entries())
    for (const [l, { lesson_id: place, content }] of lessons.entries())
      for (const [, alt = '', address = '', name = ''] of content.matchAll(SHOWN)) {
        const chapter = `lesson-${m + 1}-${l + 1}`;
        const svg = await readFigure(name);
        if (!svg || found.has(`${chapter} ${name}`)) continue;
        const { data, info } = await sharp(svg, { density: 72 * SCALE })
          .flatten({ background: '#ffffff' })
          .jpeg({ quality: QUALITY })
          .toBuffer({ resolveWithObject: true });
        const figure = { address, width: info.width / SCALE, height: info.height / SCALE };
        found.set(`${chapter} ${name}`, { name: `${chapter}-${name}.jpg`, chapter, place, alt, simulation: null, figure, bytes: data });
      }
  return [...found.values()];
}
