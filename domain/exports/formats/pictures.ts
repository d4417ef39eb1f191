import sharp from 'sharp';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { CoursePicture } from '#contract/courses/pictured.ts';
import { readMedia } from '#domain/media/media.command.ts';

/** A picture of a course as a file takes it along. */
export interface ExportPicture {
  /** Of its file: `cover.jpg`. */
  readonly name: string;
  /** The part of the course at whose beginning it stands (`chapters.ts`). */
  readonly chapter: string;
  readonly alt: string;
  /** JPEG, which every reading system knows. */
  readonly bytes: Uint8Array;
}

const QUALITY = 82;

/** The pictures of a course, ready to be taken along: its cover, and at the first lesson of a module that of the module. */
export async function picturesFor({ pictures }: Course): Promise<ExportPicture[]> {
  const placed = [
    { name: 'cover.jpg', chapter: 'preface', picture: pictures?.cover ?? null },
    ...(pictures?.modules ?? []).map((picture, m) => ({ name: `module-${m + 1}.jpg`, chapter: `lesson-${m + 1}-1`, picture })),
  ];
  const found: ExportPicture[] = [];
  for (const { picture, ...place } of placed) if (picture) found.push({ ...place, alt: picture.alt, bytes: await jpegOf(picture) });
  return found;
}

async function jpegOf({ media_id: id }: CoursePicture): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readMedia({ id })) chunks.push(chunk);
  return sharp(Buffer.concat(chunks)).jpeg({ quality: QUALITY }).toBuffer();
}
