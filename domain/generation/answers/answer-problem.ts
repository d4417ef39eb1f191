import type { LessonNote } from '#domain/courses/content/course-content.queries.ts';
import type { Authorship } from '#contract/platform/authorship.ts';
import type { TextFlaw } from '#domain/vendors/llm/hygiene/clean-answer.ts';
import type { Flaw } from '#domain/vendors/llm/vendor-failure.ts';
import type { Service } from '#contract/platform/status.contract.ts';

/** A problem with an answer that fits its schema. `text` goes back to the model, so it names things and quotes nothing from a learner. */
export interface AnswerProblem {
  readonly text: string;
  /**
   * When the answer may be used despite the problem. `noted`: at once, because no other answer could be better; `after_reask`: once the
   * model was asked again with the problem; `after_others`: once three answers were no better, from two services if there are two;
   * `last_resort`: when every service has failed. Default: never.
   */
  readonly keep?: 'noted' | 'after_reask' | 'after_others' | 'last_resort';
  /** A flaw in how the model writes. It recurs elsewhere in the run, so the model is given up after three. */
  readonly flaw?: TextFlaw;
  /** Its consequence for the course's owner, if the checks know it. */
  readonly cause?: Extract<Flaw, 'twin' | 'too_few'>;
  /** The note that the lesson gets if the answer is used. */
  readonly note?: LessonNote;
}

export const problem = (text: string, rest: Omit<AnswerProblem, 'text'> = {}): AnswerProblem => ({ text, ...rest });

/** Number of other answers that were no better, before one with a note is used: each costs as much as the lesson. */
const ENOUGH_OTHERS = 2;

/** Tells whether an answer with these problems may be used now. @param given `rejected`: number of the step's answers rejected before */
export function mayKeep(problems: readonly AnswerProblem[], { rejected, last }: { rejected: number; last: boolean }): boolean {
  return problems.every(
    ({ keep }) =>
      keep === 'noted' ||
      (keep === 'after_reask' && (rejected > 0 || last)) ||
      (keep === 'after_others' && (rejected >= ENOUGH_OTHERS || last)) ||
      (keep === 'last_resort' && last),
  );
}

export const notesOf = (problems: readonly AnswerProblem[]): LessonNote[] => [...new Set(problems.flatMap(({ note }) => note ?? []))];

/** A usable answer. `notes` tell the reader what it lacks of the request. */
export interface UsableAnswer<T> {
  readonly value: T;
  readonly service: Service;
  readonly by?: Authorship;
  readonly inputHash: string;
  /** Id of the vendor call. */
  readonly callId: string;
  readonly notes: LessonNote[];
}
