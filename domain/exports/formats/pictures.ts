import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Course } from '#contract/courses/courses.contract.ts';
import { PICTURE_SIZE } from '#contract/courses/course-pictures.contract.ts';
import type { CoursePicture } from '#contract/courses/picture-schemas.ts';
import { drawnCover } from '#domain/courses/pictures/draw-share-picture.command.ts';
import { readMedia } from '#domain/media/store-media.command.ts';

/** A picture of a course for an exported file. */
export interface ExportPicture {
  /** Its file name: `cover.jpg`. */
  readonly name: string;
  /** The part of the course that begins with it or, for a simulation, ends with it (`chapters.ts`). */
  readonly chapter: string;
  /** `cover`, or the first lesson of its module. */
  readonly place: string;
  readonly alt: string;
  /** The simulation whose poster it is, in plain texts; null for pictures of the course. */
  readonly simulation: { readonly title: string; readonly description: string; readonly tasks: readonly string[] } | null;
  /** Size in pixels of one of the product's own figures that the lesson's text shows (`figuresFor`); undefined for other pictures. */
  readonly figure?: { readonly address: string; readonly width: number; readonly height: number };
  /** JPEG, which every reading system supports. */
  readonly bytes: Uint8Array;
}

export const QUALITY = 82;

/**
 * Returns the pictures of a course for export: its cover, and each module's at the module's first lesson. `hasDrawnCover`: a course without a
 * cover gets the one that the interface draws.
 */
export async function picturesFor({ title, pictures, modules }: Course, { hasDrawnCover = false } = {}): Promise<ExportPicture[]> {
  const placed = [
    { name: 'cover.jpg', chapter: 'preface', place: 'cover', picture: pictures?.cover ?? null },
    ...(pictures?.modules ?? []).map((picture, m) => ({
      name: `module-${m + 1}.jpg`,
      chapter: `lesson-${m + 1}-1`,
      place: modules[m]?.lessons[0]?.lesson_id ?? '',
      picture,
    })),
  ];
  const found: ExportPicture[] = [];
  if (hasDrawnCover && !pictures?.cover) {
    const bytes = await sharp(await drawnCover({ title }, PICTURE_SIZE))
      .jpeg({ quality: QUALITY })
      .toBuffer();
    found.push({ name: 'cover.jpg', chapter: 'preface', place: 'cover', alt: title, simulation: null, bytes });
  }
  for (const { picture, ...place } of placed)
    if (picture) found.push({ ...place, alt: picture.alt, simulation: null, bytes: await jpegOf(picture) });
  return found;
}

async function jpegOf({ media_id: id }: CoursePicture): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readMedia({ id })) chunks.push(chunk);
  return sharp(Buffer.concat(chunks)).jpeg({ quality: QUALITY }).toBuffer();
}

/** Folder of the interface's figures: as built, or as in the sources. */
const FOLDERS = ['../../../frontend/dist/figures/', '../../../frontend/public/figures/'].map((folder) => new URL(folder, import.meta.url));
/** The length of a figure's alternative text is limited, so that a text of many openings is not scanned again from each. */
const SHOWN = /!\[((?:[^[\]\\]|\\.){0,600})\]\((\/figures\/([a-z0-9-]+)\.svg)\)/g;
/** Scale at which a figure is drawn, for print. */
const SCALE = 2;

async function readFigure(name: string): Promise<Uint8Array | null> {
  for (const folder of FOLDERS) {
    const bytes = await readFile(new URL(`${name}.svg`, folder)).catch(() => null);
    if (bytes) return bytes;
  }
  return null;
}

/** Returns the product's own figures that a course's lessons show; a file cannot refer to their addresses. */
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
