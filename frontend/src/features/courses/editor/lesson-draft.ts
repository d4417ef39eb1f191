import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import { closeNestedFences } from '#contract/courses/nested-fences.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import type { editLesson } from '#contract/courses/course-versions.contract.ts';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { stripInvisible, VISIBLE } from '#contract/platform/visible-text.ts';
import { t } from '#frontend/lib/text.ts';
import type { LessonText } from '../diff/lesson-parts.ts';

/** A lesson as form values. The two lists have one item per line. */
export interface LessonDraft {
  readonly title: string;
  readonly content: string;
  readonly objectives: string;
  readonly key_takeaways: string;
}
export type DraftField = keyof LessonDraft;

/** The contract's limits. */
const LIMITS = { title: 160, content: LESSON_CHARACTERS, points: 12, point: 500 } as const;
export const MOST_TITLE = LIMITS.title;

type Editable = Pick<Lesson, 'title' | 'content' | 'objectives' | 'key_takeaways'>;
type Changes = Omit<BodyInputOf<typeof editLesson>, 'base_version' | 'edit_session' | 'quiz'>;

export const draftOf = ({ title, content, objectives, key_takeaways }: Editable): LessonDraft => ({
  title,
  content,
  objectives: objectives.join('\n'),
  key_takeaways: key_takeaways.join('\n'),
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Converts the draft to a lesson's text, for comparison. */
export const textOfDraft = (draft: LessonDraft): LessonText => ({
  title: stripInvisible(draft.title),
  content: draft.content,
  objectives: linesOf(draft.objectives),
  key_takeaways: linesOf(draft.key_takeaways),
});

/** The text as the server stores it. */
const asStored = (draft: LessonDraft): LessonText => ({ ...textOfDraft(draft), content: closeNestedFences(draft.content) });

/** Returns the fields to send so that the lesson `saved` becomes `draft`; null when they are equal. */
export function changesBetween(saved: LessonDraft, draft: LessonDraft): Changes | null {
  const [before, after] = [asStored(saved), asStored(draft)];
  const changes: Changes = {};
  if (after.title !== before.title) changes.title = after.title;
  if (after.content !== before.content) changes.content = after.content;
  if (after.objectives.join('\n') !== before.objectives.join('\n')) changes.objectives = [...after.objectives];
  if (after.key_takeaways.join('\n') !== before.key_takeaways.join('\n')) changes.key_takeaways = [...after.key_takeaways];
  return Object.keys(changes).length === 0 ? null : changes;
}

function pointsProblem(text: string): string | null {
  const lines = linesOf(text);
  if (lines.length > LIMITS.points) return t('At most {n, plural, one {# point} other {# points}}.', { n: LIMITS.points });
  return lines.some((line) => line.length > LIMITS.point) ? t('A point has at most {n} characters.', { n: LIMITS.point }) : null;
}

/** Returns why a draft cannot be saved as it is, by field. */
export function problemsOf(draft: LessonDraft): Partial<Record<DraftField, string>> {
  const found: [DraftField, string | null][] = [
    ['title', !VISIBLE.test(draft.title) ? t('Enter a title for the lesson.') : null],
    ['title', stripInvisible(draft.title).length > LIMITS.title ? t('At most {n} characters.', { n: LIMITS.title }) : null],
    ['content', !VISIBLE.test(draft.content) ? t('A lesson must contain some text.') : null],
    ['content', draft.content.length > LIMITS.content ? t('At most {n} characters.', { n: LIMITS.content }) : null],
    ['objectives', pointsProblem(draft.objectives)],
    ['key_takeaways', pointsProblem(draft.key_takeaways)],
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== null)) as Partial<Record<DraftField, string>>;
}
