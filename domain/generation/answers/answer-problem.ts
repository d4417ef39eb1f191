import type { Lesson } from '#contract/courses/courses.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';

/** What a lesson's text says of itself when it could not be had as asked. */
export type LessonNote = Exclude<Lesson['notes'][number], 'edited' | 'no_practice' | 'not_sourced' | QuizNote>;

/** Why a lesson goes without the quiz that was written for it: nobody else could check it, or who checked it agreed with none of its questions. */
export type QuizNote = Extract<Lesson['notes'][number], 'quiz_unchecked' | 'quiz_dropped'>;

/** What is wrong with an answer that fits its schema. `text` goes back to the model, so it names things and quotes nothing of a learner. */
export interface AnswerProblem {
  readonly text: string;
  /**
   * When the answer is good enough all the same: `noted` at once, when no other answer could be better; `after_reask` once the model has
   * been told what is wrong, `last_resort` when every service has failed at it. Left out: never.
   */
  readonly keep?: 'noted' | 'after_reask' | 'last_resort';
  /** What the lesson says of itself when it is kept. */
  readonly note?: LessonNote;
}

export const problem = (text: string, rest: Omit<AnswerProblem, 'text'> = {}): AnswerProblem => ({ text, ...rest });

/** Whether an answer with these problems may be kept now. */
export function mayKeep(problems: readonly AnswerProblem[], { reasked, last }: { reasked: boolean; last: boolean }): boolean {
  return problems.every(
    ({ keep }) => keep === 'noted' || (keep === 'after_reask' && (reasked || last)) || (keep === 'last_resort' && last),
  );
}

export const notesOf = (problems: readonly AnswerProblem[]): LessonNote[] => [...new Set(problems.flatMap(({ note }) => note ?? []))];

/** An answer that may be used. `notes`: what the reader should know of it, because it is not all that was asked for. */
export interface UsableAnswer<T> {
  readonly value: T;
  readonly service: Service;
  readonly inputHash: string;
  /** Id of the vendor call. */
  readonly callId: string;
  readonly notes: LessonNote[];
}
