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
  /** `cover`, or the first lesson of its module. */
  readonly place: string;
  readonly alt: string;
  /** JPEG, which every reading system knows. */
  readonly bytes: Uint8Array;
}

const QUALITY = 82;

/** The pictures of a course, ready to be taken along: its cover, and at the first lesson of a module that of the module. */
export async function picturesFor({ pictures, modules }: Course): Promise<ExportPicture[]> {
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
  for (const { picture, ...place } of placed) if (picture) found.push({ ...place, alt: picture.alt, bytes: await jpegOf(picture) });
  return found;
}

async function jpegOf({ media_id: id }: CoursePicture): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readMedia({ id })) chunks.push(chunk);
  return sharp(Buffer.concat(chunks)).jpeg({ quality: QUALITY }).toBuffer();
}
