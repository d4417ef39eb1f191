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

/** Tells whether a text names a thread: in full, or by one of the words of its name, inflected or not. */
export function namesThread(content: string, { name }: Pick<Thread, 'name'>): boolean {
  const text = content.normalize('NFKC').toLowerCase();
  const whole = name.normalize('NFKC').toLowerCase().trim();
  const words = whole.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const stems = words
    .filter((word) => word.length >= NAME_LETTERS)
    .map((word) => word.slice(0, Math.max(NAME_LETTERS, word.length - ENDING)));
  const said = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return text.includes(whole) || stems.some((stem) => said.some((word) => word.startsWith(stem)));
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
  const repeated = earlier.filter((lesson) => [...runsOf(lesson.content)].some((run) => own.has(run))).map(({ number }) => number);
  if (repeated.length === 0) return [];
  return [problem(`sentences of lesson ${repeated.join(', ')} stand in this one again: its readers know them`, { keep: 'after_reask' })];
}
