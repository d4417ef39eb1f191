import type { Knex } from 'knex';
import type { SubjectType } from '#contract/moderation/moderation.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { withdrawText } from '#domain/moderation/submit-text.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { isSampleStudent } from '#domain/people/people.queries.ts';
import { withEngine } from '../scripts/with-engine.ts';
import { SAMPLE_RUN } from './sample-batch.ts';
import { SIGN_IN_ACCOUNTS } from './sample-people.ts';

/** Audit entry of the removal, after which samples are not created again. */
const REMOVED = { actor: 'script:seed', action: 'samples.removed', subject: 'installation' } as const;

/** Tells whether this installation's samples were removed on purpose. */
export async function areSamplesRemoved(): Promise<boolean> {
  return (await database()('audit_entry').where(REMOVED).first('id')) !== undefined;
}

/** Ids of sample accounts that represent nobody, and of those to sign in as. */
interface SampleAccounts {
  readonly nobody: string[];
  readonly signIn: string[];
  readonly all: string[];
}

/**
 * Removes the sample data in one transaction, and keeps the accounts to sign in as with their tokens. Other users' data stays: a sample
 * course that a real account has taken, ordered or reported is withdrawn from the market and kept with its creator, and a discussion in
 * which a real account wrote is kept completely. The ledger is append-only, so every remaining sample sale is refunded there.
 * @returns a line for each action
 */
export async function removeSamples(): Promise<string[]> {
  if (await areSamplesRemoved()) return [];
  return transact(async (trx) => {
    const accounts = await sampleAccounts(trx);
    const courses = await sampleCourses(trx, accounts);
    const kept = courses.filter(({ is_taken: isTaken }) => isTaken);
    const removed = courses.filter(({ is_taken: isTaken }) => !isTaken);
    const [sold, drafts] = [removed.filter(({ is_draft: isDraft }) => !isDraft), removed.filter(({ is_draft: isDraft }) => isDraft)];
    const sales = await giveBackSales(trx);
    await removeLearning(trx, accounts, courses);
    await trx('billing_order').whereRaw(`detail->>'sample' = 'yes'`).delete();
    await removeCourses(trx, removed, kept);
    await removeRuns(trx);
    const threads = await removeSampleTexts(trx, accounts);
    await removePlaces(trx, accounts);
    const gone = await removePeople(trx, accounts);
    await recordAudit(REMOVED, trx);
    return [
      `Removed: ${sold.length} courses, ${drafts.length} drafts, ${gone} people, and what the sample accounts were given.`,
      `${sales} sample sales were given back in the ledger.`,
      ...(kept.length > 0 ? [`Withdrawn and kept, because others have them: ${kept.map(({ title }) => title).join(', ')}`] : []),
      ...(threads > 0 ? [`Discussions and groups kept, because others are in them: ${threads}`] : []),
    ];
  });
}

async function sampleAccounts(trx: Knex.Transaction): Promise<SampleAccounts> {
  const nobody: string[] = await trx('account')
    .where(expression(trx, isSampleStudent(sql`account`)))
    .pluck('id');
  const signIn: string[] = await trx('account').whereIn('email', SIGN_IN_ACCOUNTS).pluck('id');
  return { nobody, signIn, all: [...nobody, ...signIn] };
}

interface SampleCourse {
  readonly id: string;
  readonly account_id: string;
  readonly title: string;
  /** The course from which it is published; null for a draft. */
  readonly course_id: string | null;
  readonly is_draft: boolean;
  /** It concerns others too: a real user has it, pays for it, or reported it. */
  readonly is_taken: boolean;
}

/** An order not made by a sample. */
const REAL_ORDER = `(o.detail->>'sample' is null and o.status not in ('expired','failed'))`;

async function sampleCourses(trx: Knex.Transaction, { all }: SampleAccounts): Promise<SampleCourse[]> {
  const { rows } = await trx.raw(
    `select c.id, c.account_id, c.title, c.course_id, c.status = 'draft' as is_draft,
            exists (select from enrolment e where e.creator_course_id = c.id and e.account_id <> all(:all))
            or exists (select from billing_order o where o.kind = 'course' and o.package_id = c.id::text and ${REAL_ORDER})
            or exists (select from course_report r where r.creator_course_id = c.id and r.account_id <> all(:all)) as is_taken
       from creator_course c
      where c.account_id = any(:all) and (c.client_key like 'sample-published-%' or c.client_key like 'sample-course-%' and c.status = 'draft')
      order by c.title for update`,
    { all },
  );
  return rows;
}

/** Refunds the rest of each sample sale. @returns number of sales */
async function giveBackSales(trx: Knex.Transaction): Promise<number> {
  const { recordSaleRefund, unrefundedCents } = await withEngine(import('#domain/billing/ledger/record-sale.command.ts'));
  const orders: string[] = await trx('billing_order')
    .whereRaw(`detail->>'sample' = 'yes' and kind = 'course'`)
    .orderBy('created_at')
    .pluck('id');
  let count = 0;
  for (const orderId of orders) {
    const cents = await unrefundedCents(trx, orderId);
    if (cents === 0) continue;
    await recordSaleRefund(trx, { orderId, refundId: `sample-removed-${orderId}`, cents, cause: toSentence('Sample data') });
    count += 1;
  }
  return count;
}

/** Removes the sample accounts' copies of sample courses, with all progress in them; not the copies they bought themselves. */
async function removeLearning(trx: Knex.Transaction, { all, signIn }: SampleAccounts, courses: readonly SampleCourse[]): Promise<void> {
  const { rows } = await trx.raw(
    `delete from enrolment e where e.creator_course_id = any(:ids) and e.account_id = any(:all)
        and not exists (select from billing_order o where o.id = e.order_id and ${REAL_ORDER}) returning e.course_id`,
    { ids: courses.map(({ id }) => id), all },
  );
  const copies: string[] = rows.flatMap(({ course_id: id }: { course_id: string | null }) => id ?? []);
  await trx('certificate').whereIn('course_id', copies).delete();
  await trx('activity_minute').whereIn('course_id', copies).delete();
  await trx('flash_card').whereIn('course_id', copies).delete();
  await trx.raw(`delete from point_entry where account_id = any(?) and cause like 'lesson:%' and split_part(cause, ':', 2) = any(?)`, [
    signIn,
    copies,
  ]);
  await trx('notification').whereIn('course_id', copies).delete();
  await trx('course').whereIn('id', copies).delete();
  // achievements reached without the samples are awarded again when their owner looks
  await trx('achievement').whereIn('account_id', signIn).delete();
  await trx('point_entry').whereIn('account_id', signIn).whereLike('cause', 'achievement:%').delete();
  await trx('learning_goal').whereIn('account_id', signIn).where({ subject: 'week' }).delete();
}

async function removeCourses(trx: Knex.Transaction, removed: readonly SampleCourse[], kept: readonly SampleCourse[]): Promise<void> {
  const idsOf = (courses: readonly SampleCourse[]) => courses.map(({ id }) => id);
  await trx('creator_course').whereIn('id', idsOf(kept)).update({ status: 'archived' });
  await trx('creator_course').whereIn('id', idsOf(removed)).delete();
  const contents = removed.flatMap(({ course_id: id }) => id ?? []);
  await trx('course').whereIn('id', contents).delete();
}

async function removeRuns(trx: Knex.Transaction): Promise<void> {
  const runs = trx('run').where({ request_id: SAMPLE_RUN }).select('id');
  await trx('vendor_call').whereIn('run_id', runs).delete();
  await trx('run').where({ request_id: SAMPLE_RUN }).delete();
}

/** An event that a real user has joined stays until it is over. */
async function removePlaces(trx: Knex.Transaction, { all, signIn }: SampleAccounts): Promise<void> {
  await trx('local_event')
    .where({ is_sample: true })
    .whereNotExists(trx('event_attendance').whereRaw('event_id = local_event.id').whereNotIn('account_id', all))
    .delete();
  await trx('study_place')
    .where({ is_sample: true })
    .whereNotExists(trx('study_place_rating').whereRaw('place_id = study_place.id').whereNotIn('account_id', all))
    .delete();
  await trx('learner_position').whereIn('account_id', signIn).delete();
}

/** Accounts that own a course or wrote in a kept discussion stay. @returns number of removed accounts */
async function removePeople(trx: Knex.Transaction, { nobody }: SampleAccounts): Promise<number> {
  return trx('account')
    .whereIn('id', nobody)
    .whereNotExists(trx('creator_course').whereRaw('account_id = account.id'))
    .whereNotExists(trx('forum_post').whereRaw('author_id = account.id'))
    .whereNotExists(trx('forum_reply').whereRaw('author_id = account.id'))
    .delete();
}

/** Removes sample discussions and groups with only sample accounts. @returns number of those that stay because of others */
async function removeSampleTexts(trx: Knex.Transaction, { all, signIn }: SampleAccounts): Promise<number> {
  const posts: string[] = await trx('forum_post')
    .where({ is_sample: true })
    .whereNotExists(trx('forum_reply').whereRaw('post_id = forum_post.id').whereNotIn('author_id', all))
    .pluck('id');
  const replies: string[] = await trx('forum_reply').whereIn('post_id', posts).pluck('id');
  const groups: string[] = await trx('study_group')
    .where({ is_sample: true })
    .whereNotExists(trx('study_group_member').whereRaw('group_id = study_group.id').whereNotIn('account_id', all))
    .pluck('id');
  await trx('notification').whereIn('task_id', posts).delete();
  await trx('forum_post').whereIn('id', posts).delete();
  await trx('study_group').whereIn('id', groups).delete();
  await withdrawAll(trx, 'post', posts);
  await withdrawAll(trx, 'reply', replies);
  await withdrawAll(trx, 'group', groups);
  // everybody who wrote in a forum has joined it
  await trx('forum_member')
    .whereIn('account_id', signIn)
    .whereNotExists(trx('forum_post').whereRaw('author_id = forum_member.account_id and forum_post.forum_id = forum_member.forum_id'))
    .delete();
  const kept = [
    await trx('forum_post').where({ is_sample: true }).pluck('id'),
    await trx('study_group').where({ is_sample: true }).pluck('id'),
  ];
  return kept.flat().length;
}

async function withdrawAll(trx: Knex.Transaction, type: SubjectType, ids: readonly string[]): Promise<void> {
  for (const id of ids) await withdrawText(trx, { type, id });
}
