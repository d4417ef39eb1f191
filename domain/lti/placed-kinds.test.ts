import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { PLACED } from '#contract/platform/kinds-of-work.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { enterNames } from '#domain/platform/migrate.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';

const db = useTestDatabase();
const names = () => db.knex('placed_kind').orderBy('name').pluck('name');

it('a start enters what kinds of work can be placed, and keeps what an older release does not know', async () => {
  expect(await names()).toEqual(PLACED.toSorted());
  await db.knex('placed_kind').where({ name: 'simulation' }).delete();
  await db.knex('placed_kind').insert({ name: 'clip' as never });
  await enterNames(db.knex);
  expect(await names()).toEqual(['clip', ...PLACED].toSorted());
  await db
    .knex('placed_kind')
    .where({ name: 'clip' as never })
    .delete();
});

it('a further kind is placed without a migration once its name is entered, and not before', async () => {
  const { id: organisation_id, owner } = await givenOrganisation();
  const course_id = await givenCourse(owner.id);
  const platform_id = uuidv7();
  await db.knex('lti_platform').insert({ id: platform_id, organisation_id, name: 'School', product: 'moodle', state: 'waiting' });
  const clip = { platform_id, kind: 'clip' as never, title: 'A clip', course_id, placed_id: uuidv7() };
  await expect(db.knex('lti_placement').insert({ id: uuidv7(), ...clip })).rejects.toThrow(/lti_placement_kind_known/);
  await db.knex('placed_kind').insert({ name: 'clip' as never });
  await db.knex('lti_placement').insert({ id: uuidv7(), ...clip });
  expect(await db.knex('lti_placement').where({ platform_id }).first()).toMatchObject(clip);
});
