import { describe, expect, it } from 'vitest';
import { findPassage, passageAt, squeeze } from './find-passage.ts';

const LESSON = `A hive on a city roof is warm and dry. Wind is worse than cold, so stand it behind a wall.

Open the hive on a still day above 14 °C. Cold air chills the brood, and a chilled brood dies.

Feed the colony in autumn. A colony that is fed late cannot dry what it stores before the frost comes.`;

const passageOf = (quote: string, text = LESSON) => passageAt(text, text.indexOf(quote), text.indexOf(quote) + quote.length)!;
const readAt = (text: string, quote: string, original = LESSON) => {
  const found = findPassage(text, passageOf(quote, original));
  return found && text.slice(found.start, found.end);
};

describe('a passage', () => {
  it('is found in the same text, even where its words occur several times', () => {
    const text = 'Wait. Wait. Wait.';
    for (const start of [0, 6, 12])
      expect(findPassage(text, passageAt(text, start, start + 5)!)).toMatchObject({ start, isChanged: false });
  });

  it('ignores whitespace and invisible characters', () => {
    expect(readAt(LESSON.replaceAll(' ', '\n '), 'Wind is worse than cold')?.replaceAll(/\s+/g, ' ')).toBe('Wind is worse than cold');
    expect(readAt(LESSON.replace('worse', 'wor\u00adse'), 'Wind is worse than cold')).toBe('Wind is wor\u00adse than cold');
  });

  it('is found where it was moved to', () => {
    const [first, second, third] = LESSON.split('\n\n');
    expect(readAt([third, second, first].join('\n\n'), 'Wind is worse than cold, so')).toBe('Wind is worse than cold, so');
  });

  it('is found as changed when some of its words were changed', () => {
    const text = LESSON.replace('chills the brood, and', 'harms the brood, because');
    const found = findPassage(text, passageOf('Cold air chills the brood, and a chilled brood dies.'));
    expect(found?.isChanged).toBe(true);
    expect(text.slice(found!.start, found!.end)).toBe('Cold air harms the brood, because a chilled brood dies.');
  });

  it('is orphaned when its text was removed, even when its first word occurs elsewhere', () => {
    expect(
      readAt(LESSON.replace('Wind is worse than cold, so stand it behind a wall.', 'Choose well.'), 'Wind is worse than cold'),
    ).toBeNull();
    expect(readAt(LESSON.replace('Feed the colony in autumn. ', ''), 'colony')).toBeNull();
  });

  it('is orphaned rather than guessed if two places read the same', () => {
    const twice = `${LESSON}\n\n${LESSON}`;
    expect(findPassage(`Before. ${twice}`, passageOf('Open the hive', twice))).toBeNull();
  });

  it('does not exist in nothing, in blanks, or beyond the stored length', () => {
    expect(passageAt(LESSON, 5, 5)).toBeNull();
    expect(passageAt('   ', 0, 3)).toBeNull();
    expect(passageAt('x'.repeat(3_000), 0, 2_500)).toBeNull();
  });
});

/** A character of a text with its origin; inserted characters have none. */
interface Char {
  readonly char: string;
  readonly from: number;
}

/** Seeded random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = 'hive bee honey frame wax queen brood spring nectar smoke comb swarm the a of and in is on to for with'.split(' ');

function writeLesson(random: () => number): string {
  const word = () => WORDS[Math.floor(random() * WORDS.length)]!;
  const sentence = () => `${Array.from({ length: 4 + Math.floor(random() * 12) }, word).join(' ')}.`;
  const paragraph = () => Array.from({ length: 2 + Math.floor(random() * 4) }, sentence).join(' ');
  return Array.from({ length: 8 }, paragraph).join('\n\n');
}

/** One edit of a lesson: words inserted, deleted or replaced, a paragraph moved, duplicated or removed. */
function edit(text: readonly Char[], random: () => number): Char[] {
  const at = Math.floor(random() * text.length);
  const length = 1 + Math.floor(random() * 60);
  const fresh = [...`${WORDS[Math.floor(random() * WORDS.length)]} ${WORDS[Math.floor(random() * WORDS.length)]} `].map((char) => ({
    char,
    from: -1,
  }));
  const kind = Math.floor(random() * 6);
  if (kind === 0) return text.toSpliced(at, 0, ...fresh);
  if (kind === 1) return text.toSpliced(at, length);
  if (kind === 2) return text.toSpliced(at, Math.min(length, 12), ...fresh);
  const ends = [...text.entries()].filter(([, { char }]) => char === '\n').map(([index]) => index);
  const start = ends[Math.floor(random() * ends.length)] ?? 0;
  const end = ends.find((index) => index > start + 1) ?? text.length;
  const paragraph = text.slice(start, end);
  if (kind === 3) return [...text.slice(0, start), ...text.slice(end), ...paragraph];
  // a duplicate has the same text as its passage, so it is an equally good result
  if (kind === 4) return [...text, ...paragraph];
  return random() < 0.3 ? [...text.slice(0, start), ...text.slice(end)] : [...text];
}

it('LRN-05 after 200 random edits of a lesson every highlight is on its passage or honestly orphaned', () => {
  const tally = { found: 0, orphaned: 0, lostWhole: 0 };
  for (let round = 0; round < 20; round += 1) {
    const random = randomFrom(round * 7_919 + 1);
    const original = writeLesson(random);
    const highlights = Array.from({ length: 15 }, () => {
      const start = Math.floor(random() * (original.length - 200));
      return { start, end: start + 8 + Math.floor(random() * 180) };
    }).flatMap(({ start, end }) => passageAt(original, start, end) ?? []);
    const { at } = squeeze(original);
    let chars: Char[] = [...original].map((char, from) => ({ char, from }));
    for (let n = 0; n < 10; n += 1) {
      chars = edit(chars, random);
      const text = chars.map(({ char }) => char).join('');
      for (const passage of highlights) {
        const own = new Set(at.slice(passage.position, passage.position + squeeze(passage.quote).text.length));
        const left = chars.filter(({ from }) => own.has(from));
        const found = findPassage(text, passage);
        if (!found) {
          tally.orphaned += 1;
          // a long unchanged passage must be found unless its words occur twice
          const isWhole = left.length === own.size && own.size >= 24 && text.split(passage.quote).length === 2;
          if (isWhole) tally.lostWhole += 1;
          continue;
        }
        tally.found += 1;
        const covered = chars.slice(found.start, found.end).filter(({ char }) => /\S/.test(char));
        const ours = covered.filter(({ from }) => own.has(from)).length;
        const where = JSON.stringify({ round, n, quote: passage.quote, read: text.slice(found.start, found.end) });
        expect(ours / covered.length, `mostly its own words: ${where}`).toBeGreaterThanOrEqual(0.5);
        expect(ours / own.size, `most of its words: ${where}`).toBeGreaterThanOrEqual(0.5);
      }
    }
  }
  expect(tally.lostWhole).toBe(0);
  expect(tally.found).toBeGreaterThan(tally.orphaned);
});
