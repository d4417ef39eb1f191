import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { createCreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { database } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

const CREATOR = 'creator@example.com';
/** Audit entry of the given drafts: one that its owner deletes is not given again. */
const GIVEN = { actor: 'script:seed', action: 'studio.sample_courses' } as const;

const DRAFTS: readonly BodyOf<typeof createCreatorCourse>[] = [
  {
    title: 'Bread at home: four loaves in four weekends',
    description: `Flour, water, salt and time: a course for people whose first loaf came out flat.

Each weekend you bake one bread and learn the one thing it teaches best: how dough feels when it has been kneaded enough, what a slow rise does for taste, how to shape a loaf that keeps its height, and how to run an oven that was not made for bread. At the end you have four breads you can repeat, and you can tell what went wrong by looking at the crumb.`,
    category: 'personal',
    price: 8,
    difficulty: 'beginner',
    duration: 6,
    objectives: `Judge by touch whether a dough has been kneaded and has risen enough
Bake a tin loaf, a flatbread, a rye bread and a sourdough from the same few ingredients
Read a crumb and name what to change next time`,
    tags: ['baking', 'bread', 'sourdough'],
    prerequisites: 'An oven, a kitchen scale and one free morning a week. No baking experience.',
  },
  {
    title: 'Bookkeeping for a business of one',
    description: `You are good at what you sell and put off the paperwork. This course sets up books that take an hour a week and answer three questions at any time: what came in, what has to be paid, and what is really yours.

It works with a spreadsheet and one business account. It does not replace a tax adviser; it makes sure you hand over papers that a tax adviser can work with.`,
    category: 'business',
    price: 10,
    difficulty: 'beginner',
    duration: 4.5,
    objectives: `Record income and expenses so that every entry leads back to a receipt
Tell profit from the money in the account
Write invoices that get paid, and follow up the ones that do not
Put money aside for tax before it is due`,
    tags: ['bookkeeping', 'freelancing', 'invoices'],
    prerequisites: 'You sell something, or are about to. You can add up a column in a spreadsheet.',
  },
];

/** Gives the sample creator two drafts, so that the studio of a new installation is not empty. Nothing of them was sold. */
export async function seedSampleCourses(): Promise<string[]> {
  const { rows } = await database().raw(
    `select id from account where email = ? and not exists (select from audit_entry where subject = 'account:' || account.id and action = ?)`,
    [CREATOR, GIVEN.action],
  );
  if (rows.length === 0) return [];

  // loaded only when needed, like the accounts: every start checks
  const { createCreatorCourse } = await import('#domain/studio/create-creator-course.command.ts');
  for (const [index, fields] of DRAFTS.entries())
    await createCreatorCourse({ accountId: rows[0].id, fields, idempotencyKey: `sample-course-${index + 1}` });
  await recordAudit({ ...GIVEN, subject: `account:${rows[0].id}` });
  return [`${CREATOR}: ${DRAFTS.length} drafts in the Creator Studio`];
}
