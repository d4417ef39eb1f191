import { beforeAll, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { createReply } from '#domain/community/forums/post.commands.ts';
import { registerAccount } from '#domain/identity/accounts/account.commands.ts';
import { enrolFree, grantCourse } from '#domain/market/enrolment.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { creatorStats } from '#domain/studio/creator-figures.queries.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { marketKey } from './published-courses.ts';
import { accountIds, CREATOR } from './sample-people.ts';
import { scenarioOf } from './scenarios.ts';

const db = useTestDatabase();
const courseIdOf = async (slug: string): Promise<string> =>
  (await db
    .knex('creator_course')
    .where({ client_key: marketKey(slug) })
    .first('id'))!.id;
const PAID = 'pricing-for-a-small-business';
const FREE = 'a-personal-budget-that-lasts';

let ids: Map<string, string>;
beforeAll(async () => {
  await scenarioOf('sample-accounts').seed();
  ids = await accountIds([CREATOR]);
});

it('the enrolments, ratings and answers of real accounts stay with the courses and the discussion, and the ledger adds up', async () => {
  const { accountId } = await registerAccount({
    email: 'real@elsewhere.example',
    password: 'correct horse',
    firstName: 'Ria',
    lastName: 'Real',
    marketingConsent: false,
    userAgent: '',
  });
  const [paid, free] = [await courseIdOf(PAID), await courseIdOf(FREE)];
  await enrolFree({ accountId, courseId: free });
  const order = { id: uuidv7(), account_id: accountId, kind: 'course', package_id: paid, catalogue_version: 1, amount_cents: 900 };
  await db.knex('billing_order').insert({ ...order, status: 'fulfilled', fulfilled_at: new Date(), detail: '{"name":"Pricing"}' });
  await transact(async (trx) => grantCourse(trx, (await trx('billing_order').where({ id: order.id }).first())!));
  await db.knex('course_rating').insert({ account_id: accountId, creator_course_id: paid, stars: 4, text: 'Mine' });
  const [post] = await db.knex('forum_post').where({ is_sample: true, title: 'How I write a lesson people finish' });
  await createReply({ accountId, postId: post!.id, replyId: uuidv7(), content: 'I will try that with my own lessons.' });
  const theirs = async () =>
    Object.fromEntries(
      await Promise.all(
        ['account', 'course', 'enrolment', 'billing_order', 'course_rating', 'forum_reply'].map(async (table) => [
          table,
          await db.knex(table).where({ [table === 'account' ? 'id' : table === 'forum_reply' ? 'author_id' : 'account_id']: accountId }),
        ]),
      ),
    );
  const had = await theirs();

  const done = await scenarioOf('remove-samples').seed();
  expect(done).toEqual([
    'Removed: 10 courses, 2 drafts, 37 people, and what the sample accounts were given.',
    expect.stringMatching(/^\d+ sample sales were given back in the ledger\.$/),
    'Withdrawn and kept, because others have them: A personal budget that lasts the year, Pricing for a small business',
    'Discussions and groups kept, because others are in them: 1',
  ]);
  expect(await theirs()).toEqual(had);
  expect(await db.knex('creator_course').orderBy('title').select('title', 'status', 'students', 'rating_count')).toEqual([
    { title: 'A personal budget that lasts the year', status: 'archived', students: 1, rating_count: 0 },
    { title: 'Pricing for a small business', status: 'archived', students: 1, rating_count: 1 },
  ]);
  expect(await ledgerFaults(db.knex)).toEqual([]);
  // the creator is owed the proceeds of the one real sale
  const payable = await db
    .knex('ledger_account')
    .where({ unit: 'USD', kind: 'payable', owner_id: ids.get(CREATOR)! })
    .first();
  const { balance } = payable!;
  expect((await creatorStats({ accountId: ids.get(CREATOR)! })).total_revenue).toBe(balance / 100);
  expect(balance).toBeGreaterThan(0);
  expect(Number(balance)).toBeLessThan(900);
});
