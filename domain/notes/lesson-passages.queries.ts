import { QUOTE_LENGTH, squeeze } from '#contract/notes/find-passage.ts';
import { liveText } from '#domain/courses/content/live-lesson.queries.ts';
import { lessonText } from './lesson-text.ts';

/** Fewer characters without blanks name no passage. */
const LEAST = 12;

/**
 * Which of the quotes stand word for word in what a reader sees of a live lesson, each as it stands there, once. Blanks and Markdown marks do not
 * matter.
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
  const text = lessonText(live);
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
