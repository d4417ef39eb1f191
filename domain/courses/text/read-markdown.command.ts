import * as z from 'zod';
import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { closeNestedFences } from '#contract/courses/nested-fences.ts';
import { restricted, isInputFailure } from '#domain/platform/restricted/restricted-process.ts';
import type { TurnOf } from '#domain/platform/turns/turns.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';

/** An ordinary lesson takes 20 ms, the longest possible one 400 ms. */
const readRestricted = restricted({
  module: new URL('read-lesson.task.ts', import.meta.url),
  heapMb: 192,
  memoryBytes: 450_000_000,
  cpuMs: 700,
  withinMs: 20_000,
  answerBytes: 0,
  processes: 2,
  isFresh: false,
});

/** Texts being read: if an account requests a text several times at once, it is read once. */
const reading = new Map<string, Promise<string | null>>();

type Incoming = Pick<LessonContent, 'title' | 'content' | 'objectives' | 'key_takeaways'>;

/**
 * Returns the visible text of a lesson's Markdown, in page order; null when it cannot be made within the limits of time, memory and
 * nesting. No other code of the server may parse untrusted Markdown, because some short texts keep a parser busy for a minute.
 */
export function readMarkdown(content: string, turn: TurnOf): Promise<string | null> {
  // apart from requests that can be superseded: superseding cancels every caller that shares the read
  const key = [turn.accountId, turn.subject, turn.isAdmitted, content].join('\0');
  const read = reading.get(key) ?? readOnce(content, turn).finally(() => reading.delete(key));
  reading.set(key, read);
  return read;
}

async function readOnce(content: string, turn: TurnOf): Promise<string | null> {
  try {
    return z.string().parse((await readRestricted({ turn, signal: null, value: content })).value);
  } catch (error) {
    if (isInputFailure(error)) return null;
    throw error;
  }
}

/** A lesson's stored Markdown, and its visible text. */
interface Read {
  readonly content: string;
  readonly text: string;
}

/**
 * Reads a lesson that people or imported files bring. Its code blocks are closed where their author meant (`nested-fences.ts`); an existing
 * lesson changes only when it is stored again.
 * @throws ProductError lesson.too_long, lesson.too_complex; limits.rate, limits.superseded
 */
export async function readIncoming({ title, content: given, objectives, key_takeaways: takeaways }: Incoming, turn: TurnOf): Promise<Read> {
  const content = closeNestedFences(given);
  const longest = Math.max(content.length, [...objectives, ...takeaways].join('').length);
  if (longest > LESSON_CHARACTERS)
    throw new ProductError(
      'lesson.too_long',
      toSentence('The text of “{title}” is longer than {n} characters. Please split it.', { title, n: LESSON_CHARACTERS }),
    );
  const text = await readMarkdown(content, turn);
  if (text === null)
    throw new ProductError(
      'lesson.too_complex',
      toSentence('The formatting of “{title}” is too complex. Please use fewer marks, or nest them less.', { title }),
    );
  return { content, text };
}
