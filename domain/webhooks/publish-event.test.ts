import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { eventsOf, WEBHOOK_EVENTS, type WebhookEvent } from '#contract/webhooks/webhook-events.ts';
import { KEY_HOLDERS } from '#contract/identity/key-scopes.ts';
import { givenCompleted, givenCourse } from '#domain/courses/content/course.factory.ts';
import { acceptInvite } from '#domain/organisations/invite.commands.ts';
import { addPeople, admitPeople } from '#domain/organisations/admit-people.command.ts';
import { admitLearner, changeRole, removePerson } from '#domain/organisations/member.commands.ts';
import { purgeAccounts } from '#domain/identity/accounts/account-deletion.commands.ts';
import { takeOverAddress } from '#domain/identity/accounts/email-address.commands.ts';
import { listKeys } from '#domain/identity/api-keys/api-key.queries.ts';
import { openSession } from '#domain/identity/sessions/open-session.command.ts';
import {
  givenDomain,
  givenInvite,
  givenLapse,
  givenMember,
  givenOrganisation,
  givenPerson,
} from '#domain/organisations/organisation.factory.ts';
import { transact } from '#domain/platform/database.ts';
import { failRun } from '#domain/platform/runs/complete-run.command.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { issueCertificate } from '#domain/practice/certificates/issue-certificate.command.ts';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { publishEvent, type Listener } from './publish-event.command.ts';
import { endWebhooksOf, testWebhook, updateWebhook } from './webhook.commands.ts';
import { givenWebhook, heardBy } from './webhook.factory.ts';
import { listWebhooks } from './webhook.queries.ts';

const db = useTestDatabase();
afterEach(async () => {
  await db.knex('webhook').delete();
  await db.knex('webhook_event').delete();
});

const RUN_ENDED = { kind: 'course', status: 'completed', error_code: null } as const;
const tell = (to: Listener, objectId: string = uuidv7()) =>
  transact((trx) => publishEvent(trx, { type: 'run.ended', to, objectId, data: RUN_ENDED }));

describe('the recipients of an event', () => {
  it('by the table: people their own, organisations their members’, operators the installation’s', () => {
    const table: Record<string, WebhookEvent[]> = Object.fromEntries(KEY_HOLDERS.map((holder) => [holder, eventsOf(holder)]));
    expect(table).toEqual({
      account: [
        'run.ended',
        'lesson.ready',
        'course.published',
        'sale.made',
        'sale.refunded',
        'payout.settled',
        'certificate.issued',
        'batch.decided',
      ],
      organisation: ['certificate.issued', 'member.joined'],
      operator: ['run.ended', 'batch.decided', 'alert.changed'],
    });
    for (const { data } of Object.values(WEBHOOK_EVENTS)) expect(Object.keys(data.shape)).not.toContain('title');
  });

  it('a webhook receives the chosen events, and nothing about others', async () => {
    const [ada, eve] = [await givenPerson(), await givenPerson()];
    const all = await givenWebhook({ accountId: ada.id });
    const some = await givenWebhook({ accountId: ada.id, events: ['sale.made'] });
    const others = await givenWebhook({ accountId: eve.id });
    await tell({ accountId: ada.id });
    expect([await heardBy(all), await heardBy(some), await heardBy(others)].map(({ length }) => length)).toEqual([1, 0, 0]);
    const [events] = await db.knex('webhook_event').count({ n: '*' });
    expect(Number(events!['n'])).toBe(1);
  });

  it.each([
    ['is suspended', { suspended_at: new Date() }],
    ['is about to be deleted', { deletion_due_at: new Date(Date.now() + 1e9) }],
  ])('nothing while its owner %s', async (_, away) => {
    const { id: accountId } = await givenPerson();
    const webhook = await givenWebhook({ accountId });
    await db.knex('account').where({ id: accountId }).update(away);
    await tell({ accountId });
    expect(await heardBy(webhook)).toEqual([]);
  });

  it('operators’ webhooks receive the installation’s events while their creator is an operator, and no longer', async () => {
    const { id: accountId } = await givenPerson();
    await db
      .knex('account')
      .where({ id: accountId })
      .update({ roles: ['learner', 'operator'] });
    const webhook = await givenWebhook({ accountId, holder: 'operator' });
    await tell('operators');
    await tell({ accountId });
    expect(await heardBy(webhook)).toHaveLength(1);
    await db
      .knex('account')
      .where({ id: accountId })
      .update({ roles: ['learner'] });
    await tell('operators');
    expect(await heardBy(webhook)).toHaveLength(1);
  });

  it('an organisation’s webhooks receive events while their creator owns it and its year is paid', async () => {
    const { id: organisationId, owner } = await givenOrganisation();
    const webhook = await givenWebhook({ accountId: owner.id, holder: 'organisation', organisationId, events: ['run.ended'] });
    // an organisation's events are about a member
    await tell({ organisationId }, owner.id);
    expect(await heardBy(webhook)).toHaveLength(1);
    await db.knex('organisation_member').where({ account_id: owner.id }).update({ role: 'member' });
    await tell({ organisationId }, owner.id);
    await db.knex('organisation_member').where({ account_id: owner.id }).update({ role: 'owner' });
    await givenLapse(organisationId);
    await tell({ organisationId }, owner.id);
    expect(await heardBy(webhook)).toHaveLength(1);
  });
});

describe('the contents of an event', () => {
  it('a failed or stopped run, to its owner; the installation’s own, to operators', async () => {
    const { id: accountId } = await givenPerson();
    const webhook = await givenWebhook({ accountId });
    const [failed, stopped] = [await insertRun(db.knex, { account_id: accountId }), await insertRun(db.knex, { account_id: accountId })];
    await transact((trx) => failRun(trx, { id: failed, kind: 'course' }, 'internal', []));
    for (let n = 0; n < 2; n += 1) await cancelRun({ runId: stopped, accountId, keep: false });
    expect(await heardBy(webhook)).toEqual([
      { type: 'run.ended', object_id: failed, data: { kind: 'course', status: 'failed', error_code: 'internal' } },
      { type: 'run.ended', object_id: stopped, data: { kind: 'course', status: 'cancelled', error_code: null } },
    ]);
  });

  it('a new member of an organisation, and a certificate: to its holder with its id, to the organisation without', async () => {
    const { id: organisationId, owner } = await givenOrganisation();
    const ofOrganisation = await givenWebhook({ accountId: owner.id, holder: 'organisation', organisationId });
    const member = await givenPerson();
    const token = await givenInvite(organisationId, member.email);
    for (let n = 0; n < 2; n += 1) await acceptInvite({ accountId: member.id, token });
    const ofMember = await givenWebhook({ accountId: member.id });
    const courseId = await givenCourse(member.id);
    await givenCompleted(courseId);
    const issue = () => issueCertificate({ accountId: member.id, courseId, holderName: 'Ines Moreno' });
    const { id } = await issue();
    await issue();
    const lessons = expect.any(Number);
    expect(await heardBy(ofMember)).toEqual([
      { type: 'certificate.issued', object_id: id, data: { course_id: courseId, member_id: null, lessons } },
    ]);
    const heard = await heardBy(ofOrganisation);
    expect(heard).toEqual([
      { type: 'member.joined', object_id: member.id, data: { source: 'invite', invite_id: expect.any(String) } },
      { type: 'certificate.issued', object_id: member.id, data: { course_id: null, member_id: member.id, lessons } },
    ]);
    expect(JSON.stringify(heard)).not.toContain(id);
  });

  it('A33 nothing about a child without consent, neither by their own webhooks nor by those of their organisation', async () => {
    const { id: organisationId, owner } = await givenOrganisation();
    const ofOrganisation = await givenWebhook({ accountId: owner.id, holder: 'organisation', organisationId });
    const child = await givenPerson();
    await db
      .knex('account')
      .where({ id: child.id })
      .update({ birth_year: new Date().getUTCFullYear() - 10 });
    const ofChild = await givenWebhook({ accountId: child.id });
    await acceptInvite({ accountId: child.id, token: await givenInvite(organisationId, child.email) });
    const stop = async () => {
      const runId = await insertRun(db.knex, { account_id: child.id });
      await cancelRun({ runId, accountId: child.id, keep: false });
    };
    await stop();
    expect([await heardBy(ofOrganisation), await heardBy(ofChild)]).toEqual([[], []]);
    await db.knex('parental_consent').insert({ account_id: child.id, given_by: 'school', organisation_id: organisationId });
    await stop();
    expect(await heardBy(ofChild)).toMatchObject([{ type: 'run.ended' }]);
  });
});

describe('A33 a child whose school consented beforehand', () => {
  /** A child for whom the organisation has recorded consent in its list, and a webhook of the organisation. */
  const given = async () => {
    const { id: organisationId, owner } = await givenOrganisation();
    const webhook = await givenWebhook({ accountId: owner.id, holder: 'organisation', organisationId, events: ['member.joined'] });
    const domain = `${uuidv7()}.example`;
    await givenDomain(organisationId, domain);
    const child = await givenPerson(`pupil@${domain}`);
    await db
      .knex('account')
      .where({ id: child.id })
      .update({ birth_year: new Date().getUTCFullYear() - 10 });
    const [personId] = await transact(async (trx) => {
      const [added] = await addPeople(trx, { organisationId, source: 'roster' }, [{ email: child.email, role: 'member' }]);
      await trx('organisation_person')
        .where({ id: added!.id })
        .update({ authorised_by: owner.id, authorised_why: 'On paper', authorised_at: new Date() });
      return [added!.id];
    });
    return { organisation: { organisationId, name: 'Apiary Ltd' }, owner, webhook, child, personId };
  };

  it('is reported when admitted at once', async () => {
    const { organisation, webhook, child, personId } = await given();
    const inviter = { accountId: null, name: 'Apiary Ltd' };
    await transact((trx) => admitPeople(trx, { organisation, personIds: [personId], inviter }));
    expect(await heardBy(webhook)).toMatchObject([{ type: 'member.joined', object_id: child.id, data: { source: 'roster' } }]);
  });

  it('is reported on accepting an invite', async () => {
    const { organisation, webhook, child } = await given();
    await acceptInvite({ accountId: child.id, token: await givenInvite(organisation.organisationId, child.email) });
    expect(await heardBy(webhook)).toMatchObject([{ type: 'member.joined', object_id: child.id }]);
  });

  it('is reported when a learning platform brings them', async () => {
    const { organisation, webhook, child } = await given();
    await transact((trx) => admitLearner(trx, { ...organisation, accountId: child.id }));
    expect(await heardBy(webhook)).toMatchObject([{ type: 'member.joined', object_id: child.id }]);
  });
});

describe('a webhook that a co-owner made for an organisation', () => {
  const given = async () => {
    const { id, owner } = await givenOrganisation();
    const other = await givenPerson();
    const personId = await givenMember(id, other.id, 'owner');
    const hook = await givenWebhook({ accountId: other.id, holder: 'organisation', organisationId: id });
    const of = { accountId: owner.id, holder: 'organisation', webhookId: hook.id } as const;
    const shown = async () => (await listWebhooks(of)).find(({ webhook_id: webhookId }) => webhookId === hook.id);
    const mails = () => db.knex('outgoing_mail').where({ kind: 'webhook-ended', account_id: owner.id }).pluck('data');
    return { id, owner, other, personId, of, shown, mails };
  };

  it.each(['removed', 'made a member'] as const)(
    'is deactivated when its creator is %s, and the owners are notified; nothing is lost silently',
    async (how) => {
      const { owner, personId, of, shown, mails } = await given();
      expect(await shown()).toMatchObject({ state: 'active', ended_why: null });
      if (how === 'removed') await removePerson({ accountId: owner.id, personId });
      else await changeRole({ accountId: owner.id, personId, role: 'member' });
      expect(await shown()).toMatchObject({ state: 'ended', ended_why: 'left' });
      expect(await mails()).toMatchObject([{ why: 'left', link: '/organisation/programs' }]);
      await expect(testWebhook(of)).rejects.toMatchObject({ code: 'webhook.ended' });
      const { sessionId } = await openSession(owner.id, 'test');
      const events = ['member.joined'] as const;
      await updateWebhook({ ...of, sessionId, url: 'https://hooks.example/', events, isActive: true });
      expect(await shown()).toMatchObject({ state: 'active' });
      await expect(testWebhook(of)).resolves.toBeDefined();
    },
  );

  it('is deactivated when its creator’s account is suspended or its password reset, and the owners are notified', async () => {
    const { other, shown, mails } = await given();
    const own = await givenWebhook({ accountId: other.id });
    expect(await transact((trx) => endWebhooksOf(trx, other.id))).toBe(2);
    expect(await shown()).toMatchObject({ state: 'ended', ended_why: 'left' });
    expect(await mails()).toHaveLength(1);
    expect(await db.knex('webhook').where({ id: own.id }).first('ended_why')).toEqual({ ended_why: 'owner' });
  });

  it.each(['is deleted', 'turns out to be somebody else’s'] as const)(
    'stays when the account of its creator %s: it is deactivated, with the key created for an app, and the other owners are notified',
    async (how) => {
      const { id, other, of, owner, shown, mails } = await given();
      const own = await givenWebhook({ accountId: other.id });
      const keys = { accountId: owner.id, holder: 'organisation' } as const;
      const key = {
        id: uuidv7(),
        account_id: other.id,
        secret_hash: randomBytes(32),
        ending: 'abcd',
        scopes: ['courses:read'],
        day_budget: 0,
      };
      const until = new Date(Date.now() + 86_400_000);
      await db.knex('api_key').insert({ ...key, holder: 'organisation', organisation_id: id, name: 'Library', expires_at: until });
      await db.knex('account').where({ id: other.id }).update({ email_verified_at: null, deletion_due_at: new Date() });
      if (how === 'is deleted') await purgeAccounts();
      else await transact((trx) => takeOverAddress(trx, other.id, 'reset'));
      expect(await shown()).toMatchObject({ state: 'ended', ended_why: 'left' });
      expect(await mails()).toMatchObject([{ why: 'left', link: '/organisation/programs' }]);
      expect(await listKeys(keys)).toMatchObject([{ name: 'Library', ended_at: expect.any(String) }]);
      await expect(testWebhook(of)).rejects.toMatchObject({ code: 'webhook.ended' });
      expect(await db.knex('webhook').where({ id: own.id })).toEqual([]);
      const { sessionId } = await openSession(owner.id, 'test');
      await updateWebhook({ ...of, sessionId, url: 'https://hooks.example/', events: ['member.joined'], isActive: true });
      expect(await shown()).toMatchObject({ state: 'active' });
    },
  );

  it('is paused after the year of its organisation has ended, says so, and continues when it is renewed', async () => {
    const { id, of, shown, mails } = await given();
    const { ends_at: endsAt } = (await db.knex('organisation').where({ id }).first('ends_at'))!;
    await givenLapse(id);
    expect(await shown()).toMatchObject({ state: 'ended', ended_why: 'lapsed' });
    await expect(testWebhook(of)).rejects.toMatchObject({ code: 'webhook.ended' });
    await db.knex('organisation').where({ id }).update({ ends_at: endsAt });
    expect(await shown()).toMatchObject({ state: 'active', ended_why: null });
    expect(await mails()).toEqual([]);
  });

  it('is shown as deactivated as soon as nothing is written for it, for whatever reason', async () => {
    const { other, of, shown } = await given();
    await db.knex('account').where({ id: other.id }).update({ suspended_at: new Date() });
    expect(await shown()).toMatchObject({ state: 'ended', ended_why: 'left' });
    await expect(testWebhook(of)).rejects.toMatchObject({ code: 'webhook.ended' });
  });
});
