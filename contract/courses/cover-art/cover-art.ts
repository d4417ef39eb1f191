import { COVER_WIDTH, group, randomFrom, seedOf, type Motif } from './draw.ts';
import { CRAFT_MOTIFS } from './craft-motifs.ts';
import { IDEA_MOTIFS } from './idea-motifs.ts';
import { LIFE_MOTIFS } from './life-motifs.ts';
import { NATURE_MOTIFS } from './nature-motifs.ts';
import { PALETTES } from './palettes.ts';
import { PLACE_MOTIFS } from './place-motifs.ts';
import { SUBJECT_WORDS } from './subject-words.ts';
import { THING_MOTIFS } from './thing-motifs.ts';

const MOTIFS = { ...NATURE_MOTIFS, ...LIFE_MOTIFS, ...PLACE_MOTIFS, ...THING_MOTIFS, ...CRAFT_MOTIFS, ...IDEA_MOTIFS } satisfies Record<
  string,
  Motif
>;
export type MotifName = keyof typeof MOTIFS;
export const MOTIF_NAMES = Object.keys(MOTIFS) as MotifName[];

/** Letters of the words' languages, in lower case: a browser takes ten times as long for each pattern that knows all letters there are. */
const LETTER = '[a-zß-ɏء-ي]';
/** For titles in lower case. Arabic writes its article and short prepositions at the word. */
const PATTERNS = SUBJECT_WORDS.map(
  ([motif, words]) => [motif, new RegExp(`(?<!${LETTER})(?:[وبل]?ال|لل)?(?:${words.replaceAll('!', `(?!${LETTER})`)})`)] as const,
);

/** Where no word decides. */
const BY_CATEGORY: Readonly<Record<string, readonly MotifName[]>> = {
  business: ['bars', 'coins', 'people'],
  technology: ['code', 'network', 'locks'],
  creative: ['paint', 'tiles', 'stage'],
  personal: ['mountains', 'planes', 'mind'],
  academic: ['books', 'shapes', 'globe'],
};
const ANYTHING: readonly MotifName[] = ['tiles', 'shapes', 'books', 'planes', 'mountains', 'globe'];

/** What a cover is chosen by. */
export interface CoverSubject {
  readonly title: string;
  readonly category?: string | null | undefined;
}

/** Returns the motif of a course: by the words of its title, else by its category, else any, always the same for the same title. */
export function motifOf({ title, category }: CoverSubject): MotifName {
  // Arabic is written with or without its vowel signs
  const plain = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\p{Mn}/gu, '');
  const named = PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0];
  const choices = BY_CATEGORY[category ?? ''] ?? ANYTHING;
  return named ?? choices[seedOf(title) % choices.length]!;
}

/** Draws a motif: SVG elements for a view box of `COVER_WIDTH` by `COVER_HEIGHT`. The same seed gives the same drawing on every machine. */
export function drawMotif(name: MotifName, seed: number): string {
  const motif: Motif = MOTIFS[name];
  const random = randomFrom(seed);
  const palette = motif.palettes[Math.floor(random() * motif.palettes.length)]!;
  const art = motif.draw(random, PALETTES[palette]);
  return motif.canMirror && random() < 0.5 ? group(art, { transform: `translate(${COVER_WIDTH} 0) scale(-1 1)` }) : art;
}

/** Draws the cover of a course without a picture. It holds no text, so any language can show it. */
export const coverArt = (subject: CoverSubject): string => drawMotif(motifOf(subject), seedOf(subject.title));
