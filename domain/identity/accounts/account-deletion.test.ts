import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { saveCourse } from '#domain/courses/saved/saved-course.commands.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { awardPoints } from '#domain/dashboard/award-points.command.ts';
import { saveSettings } from '#domain/settings/save-settings.command.ts';
import { createCreatorCourse } from '#domain/studio/creator-course.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { findUser } from './account.queries.ts';
import { givenSignIn } from '#domain/identity/sessions/log-in.factory.ts';
import { registerAccount } from './account.commands.ts';
import { updateProfile } from '#domain/people/update-profile.command.ts';
import { requestDeletion, cancelDeletion, purgeAccounts } from './account-deletion.commands.ts';
import { verifyAccess } from '#domain/identity/sessions/session.queries.ts';
import { expectLogged } from '#ops/testing/expect-logged.ts';

const db = useTestDatabase();
const PASSWORD = 'correct horse';
/** Occurs in every text of a row. */
const CANARY = 'canary-of-the-deleted-41c9';
let email: string;
let accountId: string;
let accessToken: string;

const register = (address: string) =>
  registerAccount({ email: address, password: PASSWORD, firstName: 'Ada', lastName: 'Okafor', marketingConsent: true, userAgent: '' });
const ask = (password = PASSWORD) => requestDeletion({ accountId, password });
const signIn = () => givenSignIn({ email, password: PASSWORD, userAgent: '' });
const days = (count: number) =>
  db
    .knex('account')
    .whereNotNull('deletion_due_at')
    .update({ deletion_due_at: db.knex.raw(`deletion_due_at - ? * interval '1 day'`, [count]) });
const accountRow = () => db.knex('account').where({ id: accountId }).first();

/** Counts the rows of our tables that contain a text, as `table: count`. */
async function rowsThatName(text: string): Promise<Record<string, number>> {
  const { rows: tables } = await db.knex.raw(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await db.knex.raw(`select count(*)::int as count from ${name} t where to_jsonb(t)::text ilike ?`, [`%${text}%`]);
    if (rows[0].count > 0) found[name] = rows[0].count;
  }
  return found;
}

beforeEach(async () => {
  await db.knex('account').update({ deletion_due_at: null });
  email = `${randomBytes(6).toString('hex')}@example.com`;
  ({ accountId, accessToken } = await register(email));
});

describe('the request for deletion', () => {
  it('needs the password, is due in 14 days, ends every session and is emailed', async () => {
    const device = await signIn();
    await expect(ask('wrong')).rejects.toMatchObject({ code: 'auth.password_wrong' });
    expect(await verifyAccess(accessToken)).not.toBeNull();
    const { dueAt } = await ask();
    expect(Math.round((dueAt.getTime() - Date.now()) / 86_400_000)).toBe(14);
    for (const token of [accessToken, device.accessToken]) expect(await verifyAccess(token)).toBeNull();
    expect(await db.knex('outgoing_mail').where({ account_id: accountId, kind: 'account-deletion' })).toHaveLength(1);
  });

  it('repeated moves no date and sends no further email', async () => {
    const { dueAt } = await ask();
    await days(3);
    const again = await ask();
    expect(dueAt.getTime() - again.dueAt.getTime()).toBe(3 * 86_400_000);
    expect(await db.knex('audit_entry').where({ subject: `account:${accountId}`, action: 'account.deletion_requested' })).toHaveLength(2);
  });

  it('lets its owner in until then, who sees the request and may cancel it; then nothing happens', async () => {
    await ask();
    await days(13);
    const entered = await signIn();
    expect(entered.accountId).toBe(accountId);
    expect((await findUser(accountId)).deletion_due_at).toMatch(/^\d{4}-/);
    const actions = () =>
      db
        .knex('audit_entry')
        .where({ subject: `account:${accountId}` })
        .orderBy('id')
        .pluck('action');
    // the first try is audited, and only the first
    for (let time = 0; time < 2; time += 1) {
      await cancelDeletion(accountId);
      expect(await actions()).toEqual(['account.deletion_requested', 'account.deletion_cancelled']);
    }
    expect(await findUser(accountId)).not.toHaveProperty('deletion_due_at');
    expect(await purgeAccounts()).toBe(0);
    expect((await accountRow())!.email).toBe(email);
  });

  it('is not carried out a day too early', async () => {
    await ask();
    await days(13);
    expect(await purgeAccounts()).toBe(0);
  });
});

describe('the deletion', () => {
  it('leaves no personal data, and does not affect other users', async () => {
    const other = await register(`${randomBytes(6).toString('hex')}@example.com`);
    for (const owner of [accountId, other.accountId]) {
      const courseId = await givenCourse(owner);
      await updateProfile({ accountId: owner, bio: owner === accountId ? `My address is ${email}` : 'Somebody else' });
      await saveSettings({ accountId: owner, changes: { privacy: { data_sharing: true } } });
      await saveCourse({ accountId: owner, courseId });
      await createCreatorCourse({ accountId: owner, fields: { title: 'Bees', description: `By ${owner}`, difficulty: 'beginner' } });
      await transact(async (trx) => {
        await awardPoints(trx, { accountId: owner, cause: 'test', points: 25 });
        await addNotification(trx, { accountId: owner, kind: 'run.completed', cause: 'test', subject: 'Bees' });
      });
    }
    const othersBefore = await rowsThatName(other.accountId);
    await ask();
    await days(15);
    expect(await purgeAccounts()).toBe(1);
    expect(await rowsThatName(email)).toEqual({});
    expect(await rowsThatName(accountId)).toEqual({ account: 1, audit_entry: 2 });
    expect(await accountRow()).toMatchObject({
      email: `deleted-${accountId}@deleted.invalid`,
      first_name: '',
      last_name: '',
      bio: '',
      password_hash: null,
      birth_year: null,
      marketing_consent: false,
      roles: ['learner'],
      deleted_at: expect.any(Date),
    });
    expect(await rowsThatName(other.accountId)).toEqual(othersBefore);
    expect(await verifyAccess(other.accessToken)).not.toBeNull();
  });

  it('leaves none of the texts of its row, except those that a decision keeps', async () => {
    await ask();
    await days(15);
    const { rows } = await db.knex.raw<{ rows: { name: string; type: string }[] }>(
      `select column_name as name, udt_name as type from information_schema.columns
        where table_schema = 'public' and table_name = 'account' and udt_name in ('text', 'varchar', 'jsonb', '_text') and column_name <> 'roles'`,
    );
    expect(rows.map(({ name }) => name)).toContain('bio');
    const values: Readonly<Record<string, unknown>> = { jsonb: `"${CANARY}"`, _text: [CANARY] };
    await db
      .knex('account')
      .where({ id: accountId })
      .update(Object.fromEntries(rows.map(({ name, type }) => [name, values[type] ?? CANARY])));
    await purgeAccounts();
    const left = Object.entries((await accountRow())!).filter(([, value]) => JSON.stringify(value).includes(CANARY));
    const says = 'a deleted account still has texts in these columns; ACCOUNT_COLUMNS of account-columns.ts decides';
    expect(
      left.map(([column]) => column),
      says,
    ).toEqual(['terms_version']);
  });

  it('keeps rows that only refer to the account, as ledgers do', async () => {
    await db.knex.raw('create table if not exists test_ledger (account_id uuid references account, cents integer)');
    await db.knex('test_ledger').insert({ account_id: accountId, cents: 2500 });
    await ask();
    await days(15);
    await purgeAccounts();
    expect(await db.knex('test_ledger').where({ account_id: accountId })).toHaveLength(1);
  });

  it('ends all access, and the address can be registered again', async () => {
    await ask();
    await days(15);
    await purgeAccounts();
    await expect(signIn()).rejects.toMatchObject({ code: 'auth.invalid_credentials' });
    const anew = await register(email);
    expect(anew.accountId).not.toBe(accountId);
  });

  it('waits when a plan cannot be ended, without delaying other deletions', async () => {
    expectLogged(/purge: an account could not be deleted, retrying/);
    const other = await register(`${randomBytes(6).toString('hex')}@example.com`);
    await requestDeletion({ accountId: other.accountId, password: PASSWORD });
    await ask();
    await days(15);
    const now = db.knex.fn.now();
    const plan = { package_id: 'premium_monthly', stripe_subscription_id: 'sub_away', status: 'active' };
    await db.knex('subscription').insert({ id: uuidv7(), account_id: accountId, ...plan, anchor: now, period_start: now, period_end: now });
    expect(await purgeAccounts()).toBe(1);
    expect((await accountRow())!.email).toBe(email);
    expect((await db.knex('account').where({ id: other.accountId }).first())!.deleted_at).toBeInstanceOf(Date);
    await db.knex('subscription').update({ status: 'canceled' });
    expect(await purgeAccounts()).toBe(1);
    expect((await accountRow())!.deleted_at).toBeInstanceOf(Date);
  });

  it('is done once by several workers', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5].map((n) => register(`many-${n}-${email}`)));
    for (const person of people) await requestDeletion({ accountId: person.accountId, password: PASSWORD });
    await days(15);
    const purged = await Promise.all([purgeAccounts(), purgeAccounts(), purgeAccounts()]);
    expect(purged.reduce((sum, count) => sum + count)).toBe(5);
    expect(
      await db
        .knex('audit_entry')
        .where({ action: 'account.purged' })
        .whereIn(
          'subject',
          people.map((p) => `account:${p.accountId}`),
        ),
    ).toHaveLength(5);
  });
});

/**
 * Tables that name an organisation, directly or through a row that belongs to one, and whose rows are deleted with an account. A new table
 * needs an entry here that says whose the rows are: an organisation's rows must stay and show that they have ended, as webhooks and API
 * keys do.
 */
const WITH_AN_ACCOUNT: Readonly<Record<string, string>> = {
  api_key: 'ends and stays with the organisation (`deleteKeysOf`); an own one goes',
  webhook: 'ends and stays with the organisation, and its owners are told (`deleteWebhooksOf`); an own one goes',
  webhook_event: 'what an account’s own webhooks were told; an organisation’s name no account',
  webhook_delivery: 'goes with its event or an own webhook',
  webhook_try: 'goes with its delivery',
  organisation_member: 'the person’s membership',
  organisation_person: 'what the organisation knows of the person',
  organisation_group_person: 'the person’s place in a group',
  organisation_identity: 'how the person signs in',
  organisation_arrival: 'a test of the sign-in under way, for minutes',
  organisation_attempt: 'a test of the sign-in under way, for minutes',
  pending_sign_in: 'a sign-in under way, for minutes',
  parental_consent: 'who answers for the person',
  classroom_member: 'the person’s place in a class',
  assignment_person: 'what the person was set',
  assignment_copy: 'the person’s copy of a course',
  assignment_extension: 'a later date of the person',
  assignment_mark: 'the person’s mark',
  assignment_reminder: 'what the person was reminded of',
  class_question: 'what the person asked',
  lti_user: 'who the person is to a platform',
  lti_session: 'the person’s launch',
  lti_score: 'the person’s grade, or that of a lesson that is gone',
  lti_link: 'where a platform shows the person’s course, which goes',
  lti_placement: 'the person’s course in a platform, which goes',
  lti_offer: 'the person’s course, offered for a platform',
};

it('deleting an account deletes the person’s rows, and nothing of an organisation goes unnoticed', async () => {
  const { rows } = await db.knex.raw<{ rows: { name: string }[] }>(`
    with recursive reference as (
           select conrelid::regclass::text as name, confrelid::regclass::text as target, confdeltype = 'c' as cascades from pg_constraint
            where contype = 'f' and conrelid <> confrelid),
         going as (
           select name from reference where target = 'account' and cascades
           union select reference.name from reference join going on reference.target = going.name where cascades),
         held as (
           select name from reference where target = 'organisation' and name not in ('account', 'session', 'run')
           union select reference.name from reference join held on reference.target = held.name where cascades)
    select name from going join held using (name) order by name`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(WITH_AN_ACCOUNT).toSorted());
});
