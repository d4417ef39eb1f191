import type { StoredPlan, Thread } from '#contract/courses/course-plan.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { outsideCode, plainProse, tokensOf } from '#domain/platform/prose/plain-prose.ts';

/** What a lesson's text is compared with. */
interface Around {
  readonly shared: StoredPlan | undefined;
  readonly lessonId: string;
  /** Earlier lessons of its module. */
  readonly earlier: readonly { readonly number: string; readonly content: string }[];
}

/**
 * Returns where a lesson leaves its course: the thread that its plan works on is not in it, or it says again what an earlier lesson of its
 * module says in the same words. A reader is served by such a lesson too, so it is asked for again only once.
 */
export const checkContinuity = (content: string, { shared, lessonId, earlier }: Around): AnswerProblem[] => [
  ...checkThread(content, shared, lessonId),
  ...checkRepeated(content, earlier),
];

function checkThread(content: string, shared: StoredPlan | undefined, lessonId: string): AnswerProblem[] {
  const part = shared?.lessons.find(({ lesson_id: id }) => id === lessonId);
  if (!shared?.thread || !part?.thread.trim() || namesThread(content, shared.thread)) return [];
  return [
    problem('the lesson does not follow the thread of <course>, although its part of the plan says what happens to it', {
      keep: 'after_reask',
    }),
  ];
}

/** A word with fewer letters, such as an article, names nothing. */
const NAME_LETTERS = 4;
/** Endings that languages inflect names with. */
const ENDING = 2;

const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
const stemsIn = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => word.length >= NAME_LETTERS)
    .map((word) => word.slice(0, Math.max(NAME_LETTERS, word.length - ENDING)));

/** A fact with fewer long words could be any text's. */
const FACT_STEMS = 6;

/**
 * Tells whether a text works on a thread: it has its name, one of the words of it, inflected or not, or most of the words of one of its facts.
 * A thread such as an age or a war is told by what happened, and seldom by its name.
 */
export function namesThread(content: string, { name, facts }: Pick<Thread, 'name' | 'facts'>): boolean {
  const beginnings = new Set(wordsIn(content).flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1))));
  const has = (stem: string) => beginnings.has(stem);
  if (content.normalize('NFKC').toLowerCase().includes(name.normalize('NFKC').toLowerCase().trim())) return true;
  if (stemsIn(name).some(has)) return true;
  return facts.some(({ value }) => {
    const stems = [...new Set(stemsIn(value))];
    return stems.length >= FACT_STEMS && stems.filter(has).length * 2 > stems.length;
  });
}

/** Words of a run that two lessons of a module must not share; in scripts that write a word as one or two characters, twice as many. */
const RUN = 8;
const RUN_SIGNS = 16;

/** Returns the word runs of a text's sentences. Quotes, tables and code may recur: they are the material that lessons work on. */
export function runsOf(markdown: string): Set<string> {
  let prose = '';
  outsideCode(markdown, (part) => (prose += `${part}\n\n`) && part);
  const own = prose.replaceAll(/^[ \t]*(?:>|\||#).*$/gm, '\n').replaceAll(/“[^”]*”|«[^»]*»|"[^"\n]*"/g, '\n');
  const runs = new Set<string>();
  for (const sentence of own.split(/[.!?。！？؟।\n]+/)) {
    const tokens = tokensOf(plainProse(sentence));
    const length = tokens.filter((token) => token.length === 1).length * 2 > tokens.length ? RUN_SIGNS : RUN;
    for (let at = 0; at + length <= tokens.length; at += 1) runs.add(tokens.slice(at, at + length).join(' '));
  }
  return runs;
}

function checkRepeated(content: string, earlier: Around['earlier']): AnswerProblem[] {
  if (earlier.length === 0) return [];
  const own = runsOf(content);
  const repeated = earlier.flatMap(({ number, content: text }) => {
    const run = [...runsOf(text)].find((one) => own.has(one));
    return run === undefined ? [] : [`lesson ${number} (“… ${run} …”)`];
  });
  if (repeated.length === 0) return [];
  return [problem(`words of ${repeated.join(', ')} stand in this one again: its readers know them`, { keep: 'after_reask' })];
}
