import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { purgeAccounts } from '#domain/identity/accounts/account-deletion.commands.ts';
import { renderMail } from '#domain/mail/render-mail.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { invitePeople, acceptInvite } from './invite.commands.ts';
import { isVerifiedDomain } from './own-organisation.queries.ts';
import { findOrganisation, getOrganisation } from './organisation.queries.ts';
import { givenDomain, givenInvite, givenLapse, givenMember, givenOrganisation, givenPerson, personIdOf } from './organisation.factory.ts';
import { changeRole, leaveOrganisation, removePerson } from './member.commands.ts';
import { peopleOf } from './people.queries.ts';

const db = useTestDatabase();

/** Returns `ok`, or the error code. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof ProductError) return error.code;
      throw error;
    },
  );
const join = (accountId: string, token: string) => outcome(acceptInvite({ accountId, token }));
const invite = (accountId: string, ...emails: string[]) => outcome(invitePeople({ accountId, emails }));
const membersOf = async (organisationId: string): Promise<number> =>
  (await db.knex('organisation_member').where({ organisation_id: organisationId }).count({ n: '*' }).first())!.n as number;
/** Returns the token of the newest mail to an address. */
const mailedToken = async (email: string): Promise<string> => {
  const mail = await db.knex('outgoing_mail').where({ recipient: email, kind: 'invite' }).orderBy('id', 'desc').first();
  return /token=([\w-]+)$/.exec(String(mail!.data['link']))![1]!;
};

describe('invites', () => {
  it('are emailed once per address, with a link whose secret is stored as a hash, and reserve a seat', async () => {
    const { id, owner } = await givenOrganisation();
    expect(await invite(owner.id, 'bo@example.com', 'cy@example.com', 'bo@example.com')).toBe('ok');
    const mails = await db.knex('outgoing_mail').whereIn('recipient', ['bo@example.com', 'cy@example.com']);
    expect(mails.map((mail) => [mail.kind, mail.data.organisation, mail.data.inviter])).toEqual(
      [1, 2].map(() => ['invite', 'Apiary Ltd', 'Ada Okafor']),
    );
    const rows = await db.knex('organisation_invite').where({ organisation_id: id });
    const token = await mailedToken('bo@example.com');
    expect(rows).toHaveLength(2);
    expect(rows.every((row) => row.token_hash.length === 32 && !row.token_hash.toString('base64url').includes(token))).toBe(true);
    expect(await findOrganisation(owner.id)).toMatchObject({ seats: 50, seats_taken: 1, seats_invited: 2 });
    const bo = await givenPerson('bo@example.com');
    expect(await join(bo.id, token)).toBe('ok');
    expect(await findOrganisation(owner.id)).toMatchObject({ seats_taken: 2, seats_invited: 1 });
    const [told] = await db.knex('notification').where({ account_id: owner.id });
    expect(told).toMatchObject({ kind: 'organisation.joined', subject: 'Ada Okafor' });
  });

  it('two for the same address: the second is rejected by address and its whole call invites no one; concurrently, one is created', async () => {
    const { id, owner } = await givenOrganisation();
    await invite(owner.id, 'dee@example.com');
    await expect(invitePeople({ accountId: owner.id, emails: ['new@example.com', 'dee@example.com', owner.email] })).rejects.toMatchObject({
      code: 'validation.failed',
      data: {
        errors: [
          { path: 'emails.1', message: 'dee@example.com is already invited.' },
          { path: 'emails.2', message: `${owner.email} is already a member.` },
        ],
      },
    });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => invite(owner.id, 'eve@example.com')));
    expect(outcomes.toSorted()).toEqual(['ok', ...Array(7).fill('validation.failed')]);
    expect(await db.knex('organisation_invite').where({ organisation_id: id }).orderBy('email').pluck('email')).toEqual([
      'dee@example.com',
      'eve@example.com',
    ]);
  });

  it('whose email could not be delivered say so, and are replaced by a new one for the same address', async () => {
    const { owner } = await givenOrganisation();
    const [gone, fine] = [`gone-${owner.id}@example.com`, `fine-${owner.id}@example.com`];
    await invite(owner.id, gone, fine);
    const shown = async () => {
      const { organisation_id: id, seats_invited } = (await findOrganisation(owner.id))!;
      const { people } = await peopleOf(id, { state: 'waiting' });
      return { held: seats_invited, said: Object.fromEntries(people.map(({ email, invite: one }) => [email, one?.undelivered])) };
    };
    expect(await shown()).toEqual({ held: 2, said: { [gone]: false, [fine]: false } });
    await db.knex('outgoing_mail').where({ recipient: gone }).update({ state: 'dead', ended_at: db.knex.fn.now() });
    expect(await shown()).toEqual({ held: 2, said: { [gone]: true, [fine]: false } });
    expect(await invite(owner.id, fine)).toBe('validation.failed');
    expect(await invite(owner.id, gone)).toBe('ok');
    expect(await shown()).toEqual({ held: 2, said: { [gone]: false, [fine]: false } });
    expect(await db.knex('outgoing_mail').where({ recipient: gone }).orderBy('id').pluck('state')).toEqual(['dead', 'waiting']);
  });

  it('and members together never exceed the seats, also in two calls at once', async () => {
    const { owner } = await givenOrganisation();
    const people = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `p${from + n}-${owner.id}@example.com`);
    expect(await invite(owner.id, ...people(0, 50))).toBe('organisation.seats_full');
    expect(await invite(owner.id, ...people(0, 40))).toBe('ok');
    const both = await Promise.all([invite(owner.id, ...people(40, 46)), invite(owner.id, ...people(46, 52))]);
    expect(both.toSorted()).toEqual(['ok', 'organisation.seats_full']);
    expect(await findOrganisation(owner.id)).toMatchObject({ seats_taken: 1, seats_invited: 46 });
    await expect(invitePeople({ accountId: owner.id, emails: people(60, 64) })).rejects.toThrow('Only 3 seats remain for 4 people.');
  });

  it('can be sent and withdrawn by people with the permission', async () => {
    const { id, owner } = await givenOrganisation();
    const stranger = await givenPerson();
    const member = await givenPerson();
    await join(member.id, await givenInvite(id, member.email));
    expect(await invite(stranger.id, 'x@example.com')).toBe('organisation.none');
    expect(await invite(member.id, 'x@example.com')).toBe('organisation.not_allowed');
    await invite(owner.id, 'fay@example.com');
    const token = await mailedToken('fay@example.com');
    const personId = await personIdOf(id, 'fay@example.com');
    expect(await outcome(removePerson({ accountId: stranger.id, personId }))).toBe('not_found');
    expect(await outcome(removePerson({ accountId: member.id, personId }))).toBe('organisation.not_allowed');
    for (const _ of [1, 2]) expect(await outcome(removePerson({ accountId: owner.id, personId }))).toBe('ok');
    expect(await findOrganisation(owner.id)).toMatchObject({ seats_invited: 0 });
    // people who were never members get no mail
    expect(await db.knex('outgoing_mail').where({ kind: 'organisation-left', recipient: 'fay@example.com' })).toEqual([]);
    const fay = await givenPerson('fay@example.com');
    expect(await join(fay.id, token)).toBe('auth.link_invalid');
    expect(await invite(owner.id, 'fay@example.com')).toBe('ok');
  });

  it('expire after 14 days: they hold no seat, and the address can be invited again', async () => {
    const { id, owner } = await givenOrganisation();
    const gus = await givenPerson('gus@example.com');
    const old = await givenInvite(id, gus.email, new Date(Date.now() - 1000));
    expect(await findOrganisation(owner.id)).toMatchObject({ seats_invited: 0 });
    expect((await getOrganisation(gus.id)).invitations).toEqual([]);
    expect(await join(gus.id, old)).toBe('auth.link_invalid');
    expect(await invite(owner.id, gus.email)).toBe('ok');
    const sent = await db.knex('organisation_invite').where({ organisation_id: id }).whereNull('ended_at').first();
    expect(Math.round((sent!.expires_at.getTime() - sent!.sent_at.getTime()) / 86_400_000)).toBe(14);
    expect((await getOrganisation(gus.id)).invitations).toMatchObject([{ organisation: 'Apiary Ltd' }]);
    expect(await join(gus.id, old)).toBe('auth.link_invalid');
    expect(await join(gus.id, await mailedToken(gus.email))).toBe('ok');
  });

  it('are shown to the verified address only: anybody can register with any', async () => {
    const { id } = await givenOrganisation();
    const hal = await givenPerson();
    await givenInvite(id, hal.email);
    await db.knex('account').where({ id: hal.id }).update({ email_verified_at: null });
    expect((await getOrganisation(hal.id)).invitations).toEqual([]);
  });
});

describe('joining', () => {
  it('is for the invited address alone, and twice changes nothing', async () => {
    const { id } = await givenOrganisation();
    const [ira, other] = [await givenPerson(), await givenPerson()];
    const token = await givenInvite(id, ira.email);
    expect(await join(other.id, token)).toBe('organisation.other_address');
    expect(await Promise.all([join(ira.id, token), join(ira.id, token)])).toEqual(['ok', 'ok']);
    expect(await join(ira.id, token)).toBe('ok');
    expect(await join(other.id, token)).toBe('organisation.other_address');
    expect(await membersOf(id)).toBe(2);
    expect(await join(ira.id, 'no such token')).toBe('auth.link_invalid');
  });

  it('ROLE-02 G16 the 51st member of a 50-seat plan is refused, even if 60 join at once', async () => {
    const { id, owner } = await givenOrganisation();
    const people = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const person = await givenPerson();
        return { id: person.id, token: await givenInvite(id, person.email) };
      }),
    );
    const outcomes = await Promise.all(people.map((person) => join(person.id, person.token)));
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(49);
    expect(outcomes.filter((one) => one === 'organisation.seats_full')).toHaveLength(11);
    expect(await membersOf(id)).toBe(50);
    expect(await findOrganisation(owner.id)).toMatchObject({ seats: 50, seats_taken: 50 });
    const late = people[outcomes.indexOf('organisation.seats_full')]!;
    expect(await join(late.id, late.token)).toBe('organisation.seats_full');
    // one leaves, so another can join
    const first = people[outcomes.indexOf('ok')]!;
    await leaveOrganisation(first.id);
    expect(await join(late.id, late.token)).toBe('ok');
  });

  it('is possible in one organisation per person, even if two are joined at once; one whose plan has ended is left', async () => {
    const [one, two] = [await givenOrganisation({ name: 'One' }), await givenOrganisation({ name: 'Two' })];
    const jo = await givenPerson();
    const tokens = [await givenInvite(one.id, jo.email), await givenInvite(two.id, jo.email)];
    const outcomes = await Promise.all(tokens.map((token) => join(jo.id, token)));
    expect(outcomes.toSorted()).toEqual(['ok', 'organisation.already_member']);
    const [mine, other] = outcomes[0] === 'ok' ? [one, two] : [two, one];
    await givenLapse(mine.id);
    expect(await join(jo.id, tokens[outcomes.indexOf('organisation.already_member')]!)).toBe('ok');
    expect(await findOrganisation(jo.id)).toMatchObject({ organisation_id: other.id, active: true });
    // an owner does not leave by accepting an invite
    expect(await join(mine.owner.id, await givenInvite(other.id, mine.owner.email))).toBe('organisation.already_member');
  });

  it('is not possible once the plan has ended, and neither is inviting', async () => {
    const { id, owner } = await givenOrganisation();
    const kit = await givenPerson();
    const token = await givenInvite(id, kit.email);
    await givenLapse(id);
    expect(await join(kit.id, token)).toBe('organisation.ended');
    expect(await invite(owner.id, 'x@example.com')).toBe('organisation.ended');
    expect((await getOrganisation(kit.id)).invitations).toEqual([]);
  });
});

describe('leaving', () => {
  it('a member can leave, and be removed by someone with the permission; others are not found', async () => {
    const { id, owner } = await givenOrganisation();
    const [lee, max, ann, stranger] = [await givenPerson(), await givenPerson(), await givenPerson(), await givenPerson()];
    for (const one of [lee, max]) await join(one.id, await givenInvite(id, one.email));
    const annsId = await givenMember(id, ann.id, 'administrator');
    const remove = async (accountId: string, email: string) => outcome(removePerson({ accountId, personId: await personIdOf(id, email) }));
    expect(await remove(stranger.id, lee.email)).toBe('not_found');
    expect(await remove(lee.id, max.email)).toBe('organisation.not_allowed');
    expect(await remove(ann.id, owner.email)).toBe('organisation.above_role');
    expect(await remove(owner.id, owner.email)).toBe('organisation.owner_stays');
    expect(await outcome(leaveOrganisation(owner.id))).toBe('organisation.owner_stays');
    expect(await outcome(removePerson({ accountId: owner.id, personId: stranger.id }))).toBe('not_found');
    expect(await outcome(leaveOrganisation(lee.id))).toBe('ok');
    expect(await outcome(leaveOrganisation(lee.id))).toBe('organisation.none');
    for (const _ of [1, 2]) expect(await remove(ann.id, max.email)).toBe('ok');
    expect(await membersOf(id)).toBe(2);
    // a removed member is notified, one who left is not; both get the mail that says what ended
    expect(await db.knex('notification').where({ kind: 'organisation.removed' }).select('account_id', 'subject')).toEqual([
      { account_id: max.id, subject: 'Apiary Ltd' },
    ]);
    expect(
      await db
        .knex('outgoing_mail')
        .where({ kind: 'organisation-left' })
        .whereIn('account_id', [lee.id, max.id])
        .orderBy('id')
        .pluck('recipient'),
    ).toEqual([lee.email, max.email]);
    const audited = await db
      .knex('audit_entry')
      .where({ subject: `organisation:${id}` })
      .orderBy('id')
      .select('actor', 'action');
    expect(audited).toEqual([
      { actor: `account:${lee.id}`, action: 'organisation.left' },
      { actor: `account:${ann.id}`, action: 'organisation.member_removed' },
    ]);
    expect(annsId).toBe(await personIdOf(id, ann.email));
  });

  it('ends the seat, the pool, the school’s consent, keys for it and, if its own sign-in is enforced, sessions and own keys; and keeps everything else of the person', async () => {
    const { id, owner } = await givenOrganisation();
    await givenDomain(id, 'apiary.example');
    const provider = { kind: 'saml', issuer: 'apiary', sso_address: 'https://idp.example/' };
    await db.knex('organisation_sign_in').insert({ organisation_id: id, slug: 'apiary', mode: 'enforced', ...provider });
    const [own, guest] = [await givenPerson('pupil@apiary.example'), await givenPerson()];
    const courseOf = new Map<string, string>();
    for (const { id: accountId } of [own, guest]) {
      await givenMember(id, accountId);
      courseOf.set(accountId, await givenCourse(accountId));
      await db.knex('parental_consent').insert({ account_id: accountId, given_by: 'school', organisation_id: id, reason: 'Signed' });
      await db.knex('session').insert({
        id: randomUUID(),
        account_id: accountId,
        cookie_hash: randomBytes(32),
        user_agent: '',
        expires_at: new Date('2099-01-01'),
      });
      const key = {
        account_id: accountId,
        holder: 'organisation',
        organisation_id: id,
        name: 'Key',
        secret_hash: randomBytes(32),
        ending: '0000',
      };
      const personal = { ...key, holder: 'account', organisation_id: null, secret_hash: randomBytes(32) };
      for (const one of [key, personal])
        await db.knex('api_key').insert({ ...one, id: randomUUID(), scopes: ['learn'], day_budget: 0, expires_at: new Date('2099-01-01') });
    }
    for (const { email } of [own, guest]) await removePerson({ accountId: owner.id, personId: await personIdOf(id, email) });
    expect(await findOrganisation(owner.id)).toMatchObject({ seats_taken: 1 });
    for (const { id: accountId } of [own, guest]) {
      expect(await findOrganisation(accountId)).toBeNull();
      expect(await db.knex('parental_consent').where({ account_id: accountId })).toEqual([]);
      const keys = await db.knex('api_key').where({ account_id: accountId, ended_at: null }).pluck('holder');
      expect(keys).toEqual(accountId === own.id ? [] : ['account']);
      expect(
        await db
          .knex('course')
          .where({ id: courseOf.get(accountId)! })
          .first('account_id'),
      ).toEqual({ account_id: accountId });
    }
    const sessions = await db.knex('session').whereIn('account_id', [own.id, guest.id]).select('account_id', 'revoked_reason');
    expect(new Map(sessions.map((one) => [one.account_id, one.revoked_reason]))).toEqual(
      new Map([
        [own.id, 'left-organisation'],
        [guest.id, null],
      ]),
    );
    const mails = await db
      .knex('outgoing_mail')
      .where({ kind: 'organisation-left' })
      .whereIn('account_id', [own.id, guest.id])
      .select('account_id', 'data');
    const texts = new Map(mails.map(({ account_id: accountId, data }) => [accountId, renderMail('organisation-left', data).text]));
    expect(texts.get(own.id)).toMatch(
      /signed out everywhere and your own API keys and connected apps were revoked[^]*What you keep: your account, your courses/,
    );
    expect(texts.get(guest.id)).not.toMatch(/signed out/);
  });

  it('a deleted account frees its seat', async () => {
    const { id } = await givenOrganisation();
    const ned = await givenPerson();
    await join(ned.id, await givenInvite(id, ned.email));
    await db
      .knex('account')
      .where({ id: ned.id })
      .update({ deletion_due_at: new Date(Date.now() - 1000) });
    await purgeAccounts();
    expect(await membersOf(id)).toBe(1);
  });
});

describe('roles', () => {
  const change = async (accountId: string, organisationId: string, email: string, role: OrganisationRole) =>
    outcome(changeRole({ accountId, personId: await personIdOf(organisationId, email), role }));

  it('are assigned at most as high as one’s own, with the permission, and audited', async () => {
    const { id, owner } = await givenOrganisation();
    const [ann, tom, may] = [await givenPerson(), await givenPerson(), await givenPerson()];
    await givenMember(id, ann.id, 'administrator');
    await givenMember(id, tom.id, 'teacher');
    await givenMember(id, may.id);
    expect(await change(tom.id, id, may.email, 'teacher')).toBe('organisation.not_allowed');
    expect(await change(may.id, id, may.email, 'owner')).toBe('organisation.not_allowed');
    expect(await change(ann.id, id, may.email, 'owner')).toBe('organisation.above_role');
    expect(await change(ann.id, id, ann.email, 'owner')).toBe('organisation.above_role');
    expect(await change(ann.id, id, owner.email, 'member')).toBe('organisation.above_role');
    for (const _ of [1, 2]) expect(await change(ann.id, id, may.email, 'administrator')).toBe('ok');
    expect(await invite(may.id, 'new@example.com')).toBe('ok');
    const [entry, ...more] = await db.knex('audit_entry').where({ action: 'organisation.role', subject: `organisation:${id}` });
    expect([entry!.actor, entry!.detail, more]).toMatchObject([
      `account:${ann.id}`,
      { member: may.id, from: 'member', to: 'administrator' },
      [],
    ]);
  });

  it('leave an organisation one owner, even if two step down at once; the payer remains one', async () => {
    const { id, owner, orderId } = await givenOrganisation();
    const second = await givenPerson();
    await givenMember(id, second.id, 'owner');
    const both = await Promise.all([
      change(owner.id, id, owner.email, 'member'),
      change(second.id, id, second.email, 'member'),
      outcome(leaveOrganisation(owner.id)),
      outcome(leaveOrganisation(second.id)),
    ]);
    expect(both).toContain('organisation.owner_stays');
    expect(await db.knex('organisation_member').where({ organisation_id: id, role: 'owner' })).toHaveLength(1);

    const paid = await givenOrganisation();
    await givenMember(paid.id, (await givenPerson()).id, 'owner');
    const period = { anchor: new Date(), period_start: new Date(), period_end: new Date('2099-01-01') };
    const plan = {
      id: randomUUID(),
      account_id: paid.owner.id,
      package_id: 'small_business',
      for_organisation: true,
      status: 'active' as const,
    };
    await db.knex('subscription').insert({ ...plan, ...period, order_id: paid.orderId });
    expect(await outcome(leaveOrganisation(paid.owner.id))).toBe('organisation.payer_stays');
    expect(await change(paid.owner.id, paid.id, paid.owner.email, 'administrator')).toBe('organisation.payer_stays');
    await db.knex('subscription').where({ id: plan.id }).update({ cancel_at_period_end: true });
    expect(await outcome(leaveOrganisation(paid.owner.id))).toBe('ok');
    expect(orderId).not.toBe(paid.orderId);
  });

  it('above member are for adults, as far as is known; an owner has confirmed being one', async () => {
    const { id, owner } = await givenOrganisation();
    const roles = async (birthYear: number | null) => {
      const one = await givenPerson();
      await db.knex('account').where({ id: one.id }).update({ birth_year: birthYear });
      await givenMember(id, one.id);
      return [await change(owner.id, id, one.email, 'teacher'), await change(owner.id, id, one.email, 'owner')];
    };
    expect(await roles(new Date().getFullYear() - 12)).toEqual(['age.too_young', 'age.too_young']);
    expect(await roles(null)).toEqual(['ok', 'age.unknown']);
    expect(await roles(1990)).toEqual(['ok', 'ok']);
  });
});

it('an address belongs to the organisation once its domain is verified, in any capitalisation; a subdomain’s does not', async () => {
  const { id } = await givenOrganisation();
  await givenDomain(id, 'meadow.example');
  await db.knex('organisation_domain').insert({ id: randomUUID(), organisation_id: id, domain: 'claimed.example' });
  const asked = ['bo@meadow.example', 'Bo@MEADOW.example', 'bo@sub.meadow.example', 'bo@claimed.example', 'meadow.example@evil.example'];
  expect(await Promise.all(asked.map((address) => isVerifiedDomain(id, address)))).toEqual([true, true, false, false, false]);
  expect(await isVerifiedDomain((await givenOrganisation()).id, 'bo@meadow.example')).toBe(false);
});
