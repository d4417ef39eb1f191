import sharp from 'sharp';
import { drawMotif, motifNamedIn } from '#contract/courses/cover-art/cover-art.ts';
import { COVER_HEIGHT, COVER_WIDTH, seedOf } from '#contract/courses/cover-art/draw.ts';

/**
 * Words of the sandbox's own prompts that describe the style, and the part of the course that a picture is for: all pictures show the
 * course's subject.
 */
const MANNER = /^A flat illustration of (?:.* in a course on )?|, warm colours, no text$/gs;

/** A part's picture differs from its course's, which is drawn as screens draw the cover of a course without a picture. */
const IS_PART = / in a course on /;

/**
 * Draws a motif of a prompt's subject as PNG, always the same for the same prompt, in the same style as the covers of courses.
 * @returns null for a subject without a motif: a different motif would be worse than none
 */
export async function renderPicture(prompt: string, width: number, height: number): Promise<Buffer | null> {
  const subject = prompt.replaceAll(MANNER, '');
  const motif = motifNamedIn(subject);
  if (motif === null) return null;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" preserveAspectRatio="xMidYMid slice">${drawMotif(motif, seedOf(IS_PART.test(prompt) ? prompt : subject))}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer();
}

/** Tells whether a motif exists for a prompt's subject. */
export const hasMotif = (prompt: string): boolean => motifNamedIn(prompt.replaceAll(MANNER, '')) !== null;
