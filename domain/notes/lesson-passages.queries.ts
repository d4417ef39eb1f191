import { QUOTE_LENGTH, squeeze } from '#contract/notes/find-passage.ts';
import { liveText } from '#domain/courses/content/live-lesson.queries.ts';
import { lessonTexts } from '#domain/courses/text/lesson-texts.command.ts';

/** Shorter quotes (not counting white space) identify no passage. */
const LEAST = 12;

/**
 * Returns the quotes that occur word for word in the visible text of a live lesson, each once and as it occurs there. White space and
 * Markdown marks are ignored.
 */
export async function passagesIn({
  quotes,
  ...lesson
}: {
  accountId: string;
  courseId: string;
  lessonId: string;
  quotes: readonly string[];
}): Promise<string[]> {
  const live = await liveText(lesson);
  if (!live) return [];
  // for an answer of the mentor, which was paid for
  const [text = ''] = await lessonTexts([{ courseId: lesson.courseId, lesson: live }], { accountId: lesson.accountId, isAdmitted: true });
  const squeezed = squeeze(text);
  const found = quotes.flatMap((quote) => {
    const wanted = squeeze(quote.replaceAll(/[*_`#]/g, '')).text;
    const start = wanted.length < LEAST ? -1 : squeezed.text.indexOf(wanted);
    if (start < 0) return [];
    const passage = text.slice(squeezed.at[start], squeezed.at[start + wanted.length - 1]! + 1).replaceAll(/\s+/g, ' ');
    return passage.length <= QUOTE_LENGTH ? [passage] : [];
  });
  return [...new Set(found)];
}
