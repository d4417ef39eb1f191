import { uuidv7 } from 'uuidv7';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { reportSubject as endpoint, SubjectType } from '#contract/moderation/moderation.contract.ts';
import { PROFILE_COLUMNS, profileText } from '#domain/identity/accounts/profile-text.queries.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { findLiveLesson, liveContents } from '#domain/courses/content/live-lesson.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { expression } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { moderatedSubjects } from '#domain/moderation/moderation.ports.ts';
import { fingerprintOf, WAITS_SINCE } from '#domain/moderation/public-text.queries.ts';

type Report = BodyOf<typeof endpoint> & { readonly accountId: string };

/**
 * Reports a moderated text, or a user, to the moderators. Only accounts that may see a subject may report it. Once per account: a repeat is
 * the same report. Each passage of a lesson is reported separately.
 * @throws ProductError not_found, also for subjects that the caller may not see; validation.failed for the caller's own
 */
export async function reportSubject({
  accountId,
  subject_type: type,
  subject_id: named,
  reason,
  text,
  passage,
}: Report): Promise<{ reported: true }> {
  await assertMaySee(accountId, { type, id: named });
  const id = type === 'lesson' ? passageId(named, passage) : named;
  return transact(async (trx) => {
    if (type === 'profile') await keepProfile(trx, id);
    if (type === 'message') await keepDirectMessage(trx, id);
    if (type === 'lesson') await keepPassage(trx, accountId, { named, id, passage });
    const found = await trx('public_text').where({ subject_type: type, subject_id: id }).forUpdate().first('author_id', 'state');
    if (!found || (found.state !== 'clear' && found.author_id !== accountId)) throw notFound('text');
    if (found.author_id === accountId && type !== 'lesson') throw new ProductError('validation.failed', 'This is your own content.');
    const report = { id: uuidv7(), subject_type: type, subject_id: id, account_id: accountId, reason, text };
    const added = await trx('text_report').insert(report).onConflict(['subject_type', 'subject_id', 'account_id']).ignore().returning('id');
    if (added.length > 0)
      await trx('public_text')
        .where({ subject_type: type, subject_id: id })
        .update({ waits_since: expression(trx, WAITS_SINCE) });
    return { reported: true };
  });
}

/** Copies a direct message for the moderators: it is not moderated, but its recipient may report it. */
async function keepDirectMessage(trx: Knex.Transaction, id: string): Promise<void> {
  const message = await moderatedSubjects().message.readUnmoderated?.(trx, id);
  if (!message) return;
  const { authorId, href, text } = message;
  const row = { subject_type: 'message', subject_id: id, author_id: authorId, href, text };
  await trx('public_text')
    .insert({ ...row, fingerprint: fingerprintOf(text), state: 'clear' })
    .onConflict(['subject_type', 'subject_id'])
    .ignore();
}

const lessonOf = (named: string): { courseId: string; lessonId: string } => {
  const [courseId = '', lessonId = ''] = named.split(':');
  return { courseId, lessonId };
};

/** The lesson, and the number of its passage. */
const passageId = (named: string, passage: string): string => `${named.slice(0, 75)}:${fingerprintOf(passage)}`;

/** Copies a passage of a lesson for the moderators, with the names of course and lesson, because they do not see others' courses. */
async function keepPassage(
  trx: Knex.Transaction,
  accountId: string,
  { named, id, passage }: { named: string; id: string; passage: string },
): Promise<void> {
  const { courseId, lessonId } = lessonOf(named);
  const { title, contents } = await liveContents({ accountId, courseId });
  const lesson = contents.modules.flatMap(({ lessons }) => lessons).find((one) => one.lesson_id === lessonId);
  const text = [`${title} · ${lesson?.title ?? ''}`, passage].filter(Boolean).join('\n\n');
  const row = { subject_type: 'lesson', subject_id: id, author_id: accountId, href: `/courses/${courseId}`, text };
  await trx('public_text')
    .insert({ ...row, fingerprint: fingerprintOf(text), state: 'clear' })
    .onConflict(['subject_type', 'subject_id'])
    .ignore();
}

/** Copies a user's current profile for the moderators. */
async function keepProfile(trx: Knex.Transaction, accountId: string): Promise<void> {
  const account = await trx('account').where({ id: accountId }).whereNull('deleted_at').first(PROFILE_COLUMNS);
  if (!account) throw notFound('person');
  const text = profileText(account);
  const row = { subject_type: 'profile', subject_id: accountId, author_id: accountId, href: '/community/people', text };
  await trx('public_text')
    .insert({ ...row, fingerprint: fingerprintOf(text), state: 'clear' })
    .onConflict(['subject_type', 'subject_id'])
    .ignore();
}

/** Checks that an account may see a subject. @throws ProductError not_found, also when the account is too young for its screen */
async function assertMaySee(accountId: string, { type, id }: { readonly type: SubjectType; readonly id: string }): Promise<void> {
  try {
    if (type === 'lesson') return void (await findLiveLesson({ accountId, ...lessonOf(id) }));
    const subject = moderatedSubjects()[type];
    if (subject.age) await assertAge(accountId, subject.age);
    await subject.read(accountId, id);
  } catch (error) {
    throw error instanceof ProductError ? notFound('text') : error;
  }
}
