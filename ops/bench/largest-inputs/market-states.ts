import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { enrolFree } from '#domain/market/enrol.command.ts';
import { chooseContent, publishCourse } from '#domain/market/publish-course.command.ts';
import { createCreatorCourse } from '#domain/studio/create-creator-course.command.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { COURSE_SHAPES } from './course-files.ts';

/** Publishes a large course of somebody else. @returns its id in the market */
export async function othersCourse({ knex }: { knex: Knex }, changes: { price?: number } = {}): Promise<string> {
  const [{ content, most }] = COURSE_SHAPES as [(typeof COURSE_SHAPES)[number]];
  const accountId = await insertAccount(knex, { birth_year: 1980 });
  const contentId = await givenCourse(accountId, { document: content(most) });
  const fields = {
    title: 'Beekeeping for balconies',
    description: 'From an empty hive to the first honey of a year.',
    category: 'personal',
    difficulty: 'beginner',
    objectives: 'Keep bees',
    ...changes,
  } as const;
  const { id } = await createCreatorCourse({ accountId, fields, idempotencyKey: randomUUID() });
  await chooseContent({ accountId, courseId: id, contentId, isConfirmed: true });
  await publishCourse({ accountId, courseId: id, hasRights: true });
  return id;
}

/** Takes a course of somebody else. @returns its id in the market, its copy, and the copy's first lesson */
export async function enrolledCourse(owner: { knex: Knex; accountId: string }): Promise<{ market: string; copy: string; lesson: string }> {
  const market = await othersCourse(owner);
  const copy = await enrolFree({ accountId: owner.accountId, courseId: market });
  const version = await owner.knex('course_version').where({ course_id: copy }).first('content');
  return { market, copy, lesson: version!.content.modules[0]!.lessons[0]!.lesson_id };
}
