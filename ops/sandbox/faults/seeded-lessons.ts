import type { GivenSample } from '#domain/generation/evaluations/evaluation.commands.ts';
import { asWritten, readLibrary, type LibraryCourse, type LibraryLesson } from '../answers/read-library.ts';
import { proseOf } from '../answers/prose.ts';
import { hash32 } from '../seeded-random.ts';
import { reword } from './reword.ts';

/** The ways in which lessons are damaged. */
export const DEFECTS = [
  'contradicting number',
  'cut end',
  'missing section',
  'repeated paragraph',
  'invented citation',
  'wrong quiz key',
  'wrong language',
  'open fence',
  'empty exercise',
  'off-topic paragraph',
] as const;
export type Defect = (typeof DEFECTS)[number];

/** Ways that a comparison of words can detect, in any lesson of the library. */
export const PLAIN_DEFECTS = [
  'repeated paragraph',
  'invented citation',
  'wrong language',
  'open fence',
  'empty exercise',
] as const satisfies readonly Defect[];

/** A lesson of the library as a candidate, damaged in one way or reworded, beside one without faults. */
export interface SeededLesson {
  readonly course: string;
  /** The same lesson unchanged; for a held-out candidate another lesson of its course, so that no intact twin shows the fault. */
  readonly original: GivenSample;
  readonly candidate: GivenSample;
  /** Null if the candidate has no fault. */
  readonly defect: Defect | null;
  /** Its lesson was not used to develop the rules of the sandbox's judge. */
  readonly isHeldOut: boolean;
}

/** In the order of their seeds, the sandbox's judge was developed on lessons among the first of these. */
export const TUNED_ON = 240;
/** A lesson with fewer changes hardly counts as reworded. */
const CHANGES = 5;

interface Source {
  readonly course: LibraryCourse;
  readonly lesson: LibraryLesson;
  readonly sample: GivenSample;
  readonly seed: number;
}

const sampleOf = ({ title, sections, objectives, takeaways, exercise, questions }: LibraryLesson): GivenSample => ({
  lesson: {
    title,
    content: sections.join('\n\n'),
    objectives: [...objectives],
    key_takeaways: [...takeaways],
    exercises: exercise ? [{ title, instructions: exercise.task }] : [],
  },
  questions: questions.map(asWritten),
});

const withContent = ({ lesson, questions }: GivenSample, content: string): GivenSample => ({ lesson: { ...lesson, content }, questions });
const blocksOf = (content: string): string[] => content.split(/\n{2,}/);
const PROSE_CHARACTERS = 150;
const isCode = (block: string): boolean => /^\s*(```|~~~)/.test(block);
/** Returns the indexes of paragraphs long enough to be noticed, outside code. */
const longProse = (blocks: readonly string[]): number[] => {
  const prose = new Set(proseOf(blocks.join('\n\n')));
  let isOpen = false;
  return blocks.flatMap((block, at) => {
    const isInCode = isOpen;
    if ((block.match(/^\s*(```|~~~)/gm) ?? []).length % 2 === 1) isOpen = !isOpen;
    return !isInCode && !isCode(block) && prose.has(block) && block.length >= PROSE_CHARACTERS ? [at] : [];
  });
};
const pick = <T>(all: readonly T[], seed: number): T | undefined => all[seed % Math.max(1, all.length)];

/** Each function damages a lesson, or returns null if it cannot be damaged in that way. */
const SPOIL: Readonly<Record<Defect, (source: Source, all: readonly Source[], foreign: readonly Source[]) => GivenSample | null>> = {
  'contradicting number': ({ lesson, sample }) => {
    const blocks = blocksOf(sample.lesson.content);
    const elsewhere = [...lesson.takeaways, ...sample.questions.map(({ explanation }) => explanation)];
    for (const at of longProse(blocks))
      for (const [number] of blocks[at]!.matchAll(/(?<![\d.,])\d{2,4}(?![\d.,]*\d)/g)) {
        const says = new RegExp(`(?<![\\d.,])${number}(?![\\d.,]*\\d)`);
        const isSaidTwice = blocks.some((block, other) => other !== at && says.test(block)) || elsewhere.some((text) => says.test(text));
        if (!isSaidTwice) continue;
        const changed = blocks.with(at, blocks[at]!.replaceAll(new RegExp(says, 'g'), String(Number(number) * 2 + 1)));
        return withContent(sample, changed.join('\n\n'));
      }
    return null;
  },
  'cut end': ({ sample, seed }) => {
    const blocks = blocksOf(sample.lesson.content);
    const late = longProse(blocks).filter((at) => at >= blocks.length / 2);
    const at = pick(late, seed);
    if (at === undefined) return null;
    const half = blocks[at]!.slice(0, Math.floor(blocks[at]!.length / 2)).replace(/[^\p{L}]*\s\S*$/u, '');
    return withContent(sample, [...blocks.slice(0, at), half].join('\n\n'));
  },
  'missing section': ({ lesson, sample, seed }) => {
    const { sections } = lesson;
    if (sections.length < 4) return null;
    const gone = 1 + (seed % (sections.length - 2));
    return withContent(sample, sections.filter((_, at) => at !== gone).join('\n\n'));
  },
  'repeated paragraph': ({ sample, seed }) => {
    const blocks = blocksOf(sample.lesson.content);
    const places = longProse(blocks);
    const at = pick(places.slice(0, -1), seed);
    return at === undefined ? null : withContent(sample, blocks.toSpliced(places.at(-1)! + 1, 0, blocks[at]!).join('\n\n'));
  },
  'invented citation': ({ sample, seed }) => {
    const blocks = blocksOf(sample.lesson.content);
    const at = pick(longProse(blocks), seed);
    if (at === undefined) return null;
    // half of them with a mark, half with a name
    const cited = seed % 2 === 0 ? `${blocks[at]!}[^7]` : `${blocks[at]!} This was confirmed by a large trial (Hartwell and Moreau, 2017).`;
    return withContent(sample, blocks.with(at, cited).join('\n\n'));
  },
  'wrong quiz key': ({ sample, seed }) => {
    const places = sample.questions.flatMap(({ kind }, at) => (kind === 'single' || kind === 'true_false' ? [at] : []));
    const at = pick(places, seed);
    if (at === undefined) return null;
    const question = sample.questions[at]!;
    const wrong = (question.correct_options[0]! + 1) % question.options.length;
    return { ...sample, questions: sample.questions.with(at, { ...question, correct_options: [wrong] }) };
  },
  'wrong language': ({ sample, seed }, _, foreign) => {
    const blocks = blocksOf(sample.lesson.content);
    const other = pick(foreign, seed);
    if (!other) return null;
    const theirs = blocksOf(other.sample.lesson.content);
    const half = Math.ceil(blocks.length / 2);
    return withContent(sample, [...blocks.slice(0, half), ...theirs.slice(Math.floor(theirs.length / 2))].join('\n\n'));
  },
  'open fence': ({ sample, seed }) => {
    const blocks = blocksOf(sample.lesson.content);
    const at = pick(longProse(blocks), seed);
    return at === undefined ? null : withContent(sample, blocks.toSpliced(at, 0, '```').join('\n\n'));
  },
  'empty exercise': ({ sample }) => {
    const [exercise] = sample.lesson.exercises ?? [];
    return exercise ? { ...sample, lesson: { ...sample.lesson, exercises: [{ ...exercise, instructions: '' }] } } : null;
  },
  'off-topic paragraph': ({ course, sample, seed }, all) => {
    const blocks = blocksOf(sample.lesson.content);
    const others = all.filter((one) => one.course.head.category !== course.head.category);
    const theirs = pick(others, seed);
    const paragraph = theirs && pick(longProse(blocksOf(theirs.sample.lesson.content)), seed);
    const at = pick(longProse(blocks), seed);
    if (at === undefined || paragraph === undefined) return null;
    return withContent(sample, blocks.toSpliced(at + 1, 0, blocksOf(theirs!.sample.lesson.content)[paragraph]!).join('\n\n'));
  },
};

/** Rewords a lesson; null if too little can be changed. */
function inOtherWords(sample: GivenSample): GivenSample | null {
  const { content, changes } = reword(sample.lesson.content);
  return changes < CHANGES ? null : withContent(sample, content);
}

const sourcesOf = (courses: readonly LibraryCourse[]): Source[] =>
  courses.flatMap((course) =>
    course.lessons.map((lesson) => ({ course, lesson, sample: sampleOf(lesson), seed: hash32(`${course.slug}/${lesson.file}`) })),
  );

/**
 * Returns lessons of the sandbox's library, half of them damaged, equally often in each way; always the same. For each way every second
 * lesson is held out and paired with another lesson of its course, as is every second intact one after the first ten.
 * @param count number of lessons; a multiple of twenty
 * @param ways of damage, in rotation; default: all
 */
export function seededLessons(count: number, ways: readonly Defect[] = DEFECTS): SeededLesson[] {
  const library = readLibrary();
  const all = sourcesOf(library.filter(({ head }) => head.language === 'english')).toSorted((one, other) => one.seed - other.seed);
  const foreign = sourcesOf(library.filter(({ head }) => head.language === 'spanish'));
  if (all.length < TUNED_ON + count) throw new Error(`the library has ${all.length} lessons, which are too few for ${count}`);
  const tuned = new Set(all.slice(0, TUNED_ON));
  const heldOut = new Set(all.slice(TUNED_ON));
  const take = (isHeldOut: boolean, defect: Defect | null, change: (source: Source) => GivenSample | null): SeededLesson => {
    const pool = isHeldOut ? heldOut : tuned;
    for (const source of pool) {
      const other = all.find((one) => one.course === source.course && one !== source);
      const candidate = change(source);
      if (!candidate || !other) continue;
      pool.delete(source);
      return { course: source.course.head.title, original: (isHeldOut ? other : source).sample, candidate, defect, isHeldOut };
    }
    throw new Error(`no lesson in the library allows this change: ${defect ?? 'rewording'}`);
  };
  const rounds = Array.from({ length: count / 2 }, (_, number) => ({
    defect: ways[number % ways.length]!,
    isHeldOut: Math.floor(number / DEFECTS.length) % 2 === 1,
  }));
  // neither half comes first
  return rounds.flatMap(({ defect, isHeldOut }) => [
    take(isHeldOut, defect, (source) => SPOIL[defect](source, all, foreign)),
    take(isHeldOut, null, ({ sample }) => inOtherWords(sample)),
  ]);
}

export interface DetectionFigures {
  readonly precision: number | null;
  readonly recall: number;
  readonly falseAlarms: number;
  /** Share of the intact lessons that were flagged, 0 to 1; null if there are none. */
  readonly falseAlarmShare: number | null;
  readonly byDefect: readonly { readonly defect: Defect; readonly found: number; readonly all: number }[];
}

/**
 * Counts what a method has found: precision is the share of its alarms that were right, recall the share of the defects that it found.
 * @param flagged indexes of the lessons that it found worse than their originals
 */
export function detectionFigures(defects: readonly (Defect | null)[], flagged: ReadonlySet<number>): DetectionFigures {
  const spoilt = defects.flatMap((defect, at) => (defect === null ? [] : [{ defect, isFound: flagged.has(at) }]));
  const found = spoilt.filter(({ isFound }) => isFound).length;
  const clean = defects.length - spoilt.length;
  const falseAlarms = defects.filter((defect, at) => defect === null && flagged.has(at)).length;
  return {
    precision: found + falseAlarms === 0 ? null : found / (found + falseAlarms),
    recall: spoilt.length === 0 ? 0 : found / spoilt.length,
    falseAlarms,
    falseAlarmShare: clean === 0 ? null : falseAlarms / clean,
    byDefect: DEFECTS.map((defect) => {
      const own = spoilt.filter((one) => one.defect === defect);
      return { defect, found: own.filter(({ isFound }) => isFound).length, all: own.length };
    }),
  };
}
