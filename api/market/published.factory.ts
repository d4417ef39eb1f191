import type { Person, useTestApi } from '#api/testing/test-api.ts';
import { buildContent, givenCourse } from '#domain/courses/content/course.factory.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { takeDownCourse } from '#domain/market/moderation/course-report.commands.ts';

type Stack = Pick<ReturnType<typeof useTestApi>, 'call'>;

export const TEXTS = {
  title: 'Beekeeping for balconies',
  description: 'Everything from the empty hive to the first honey, on four square metres.',
  category: 'personal',
  objectives: 'Keep one colony through a year\nTake honey without losing the colony',
  tags: ['bees', 'garden'],
};

interface Made {
  readonly id: string;
  readonly contentId: string;
  readonly content: CourseContent;
}

/** Creates a studio course with its creator's text, ready to be published. */
export async function givenReady(stack: Stack, creator: Person, changes: object = {}, content = buildContent()): Promise<Made> {
  const contentId = await givenCourse(creator.userId, { document: content });
  const bearer = creator.accessToken;
  // publishing requires an age that is high enough; an existing year is kept
  await stack.call('/api/auth/birth-year', { method: 'PUT', body: { birth_year: 1990 }, bearer });
  const made = await stack.call('/api/creator/courses', { method: 'POST', body: { ...TEXTS, ...changes }, bearer });
  const id: string = made.json.course.id;
  const address = `/api/creator/courses/${id}/content`;
  const chosen = await stack.call(address, { method: 'PUT', body: { content_id: contentId, is_confirmed: true }, bearer });
  if (chosen.status !== 200) throw new Error(chosen.text);
  return { id, contentId, content };
}

/** Creates and publishes a course. */
export async function givenPublished(stack: Stack, creator: Person, changes: object = {}, content = buildContent()): Promise<Made> {
  const ready = await givenReady(stack, creator, changes, content);
  const address = `/api/creator/courses/${ready.id}/publish`;
  const answer = await stack.call(address, { method: 'POST', body: { has_rights: true }, bearer: creator.accessToken });
  if (answer.status !== 200) throw new Error(answer.text);
  return ready;
}

/** The ways in which a course can be outside the market. */
export const UNPUBLISHED = ['never published', 'withdrawn to a draft', 'archived', 'taken down by operators'] as const;

/** Creates a course that is not in the market; except for `never published`, it was there before. */
export async function givenUnpublished(
  stack: Stack,
  creator: Person,
  how: (typeof UNPUBLISHED)[number],
  changes: object = {},
  content = buildContent(),
): Promise<Made> {
  if (how === 'never published') return givenReady(stack, creator, changes, content);
  const made = await givenPublished(stack, creator, changes, content);
  if (how === 'taken down by operators') {
    await takeDownCourse({ operatorId: creator.userId, courseId: made.id, reason: 'It is not yours.' });
    return made;
  }
  const body = { to: how === 'archived' ? 'archived' : 'draft' };
  const answer = await stack.call(`/api/creator/courses/${made.id}/withdraw`, { method: 'POST', body, bearer: creator.accessToken });
  if (answer.status !== 200) throw new Error(answer.text);
  return made;
}
