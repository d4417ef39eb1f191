import type { Person, useTestApi } from '#api/testing/test-api.ts';
import { buildContent, givenCourse } from '#domain/courses/content/course.factory.ts';
import type { CourseContent } from '#domain/courses/content/course-content.ts';

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

/** Creates a studio course with a text of its creator's, ready to be published. */
export async function givenReady(stack: Stack, creator: Person, changes: object = {}): Promise<Made> {
  const content = buildContent();
  const contentId = await givenCourse(creator.userId, { document: content });
  const bearer = creator.accessToken;
  const made = await stack.call('/api/creator/courses', { method: 'POST', body: { ...TEXTS, ...changes }, bearer });
  const id: string = made.json.course.id;
  const address = `/api/creator/courses/${id}/content`;
  const chosen = await stack.call(address, { method: 'PUT', body: { content_id: contentId }, bearer });
  if (chosen.status !== 200) throw new Error(chosen.text);
  return { id, contentId, content };
}

/** Creates and publishes one. */
export async function givenPublished(stack: Stack, creator: Person, changes: object = {}): Promise<Made> {
  const ready = await givenReady(stack, creator, changes);
  const address = `/api/creator/courses/${ready.id}/publish`;
  const answer = await stack.call(address, { method: 'POST', body: { has_rights: true }, bearer: creator.accessToken });
  if (answer.status !== 200) throw new Error(answer.text);
  return ready;
}
