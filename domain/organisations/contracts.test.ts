import { describe, expect, it } from 'vitest';
import { ORGANISATION_PLANS } from '#contract/billing/catalogue.ts';
import { renderMail } from '#domain/mail/render-mail.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { acceptInvite } from './invite.commands.ts';
import { listContracts } from './contract.queries.ts';
import { findOrganisation } from './organisation.queries.ts';
import { givenInvite, givenLapse, givenOrganisation, givenPerson } from './organisation.factory.ts';
import { recordContract, type SignedContract } from './record-contract.command.ts';

const db = useTestDatabase();
let made = 0;
const aContract = (ownerEmail: string, changes: Partial<SignedContract> = {}): SignedContract => ({
  actor: 'account:operator',
  packageId: 'corporate_starter',
  ownerEmail,
  organisationName: 'Orchard Corp',
  reference: `CW-2026-${++made}`,
  ...changes,
});
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const auditOf = (orderId: string) => db.knex('audit_entry').where({ subject: `order:${orderId}` });

describe('a contract', () => {
  it.each(ORGANISATION_PLANS)('G16 A06 $id is recorded at the catalogue’s price, with seats, pool and audit', async (plan) => {
    const owner = await givenPerson();
    const recorded = await recordContract(aContract(owner.email, { packageId: plan.id, actor: 'account:the-operator' }));
    const order = await db.knex('billing_order').where({ id: recorded.orderId }).first();
    expect(order).toMatchObject({ kind: 'contract', status: 'fulfilled', account_id: owner.id, amount_cents: plan.amount_cents });
    expect(await findOrganisation(owner.id)).toMatchObject({
      name: 'Orchard Corp',
      role: 'owner',
      seats: plan.seats,
      tokens_available: plan.tokens,
    });
    const [entry, ...more] = await auditOf(recorded.orderId);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ actor: 'account:the-operator', action: 'contract.record', detail: { amount_cents: plan.amount_cents } });
  });

  it('is recorded once per reference: the same again is replayed, other content is refused; a refusal leaves nothing', async () => {
    const owner = await givenPerson();
    const contract = aContract(owner.email);
    const all = await Promise.all(Array.from({ length: 6 }, () => recordContract(contract)));
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(all.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await auditOf(all[0]!.orderId)).toHaveLength(1);
    expect(await findOrganisation(owner.id)).toMatchObject({ tokens_available: 50_000 });
    const mails = await db.knex('outgoing_mail').where({ recipient: owner.email });
    expect(mails).toMatchObject([
      { kind: 'organisation-ready', data: { organisation: 'Orchard Corp', plan: 'Corporate Starter', seats: 200 } },
    ]);
    const { subject, text } = renderMail('organisation-ready', mails[0]!.data);
    expect(subject).toMatch(/^Your organisation is ready: Orchard Corp/);
    expect(text).toMatch(/Seats: 200\nTokens: 50,000\n[^]*\/organisation\n/);
    const before = await db.knex('billing_order').count({ n: '*' }).first();
    const reference = contract.reference.toLowerCase();
    expect(await recordContract({ ...contract, reference })).toMatchObject({ isNew: false, orderId: all[0]!.orderId });
    const other = await givenPerson();
    for (const change of [{ packageId: 'enterprise' }, { organisationName: 'Other' }, { ownerEmail: other.email }, { startsOn: day(-1) }]) {
      await expect(recordContract({ ...contract, ...change })).rejects.toMatchObject({ code: 'contract.reference_used' });
    }
    expect(await db.knex('billing_order').count({ n: '*' }).first()).toEqual(before);
  });

  it('needs an account of the owner, a package for organisations and a plausible first day', async () => {
    const owner = await givenPerson();
    const refused = (changes: Partial<SignedContract>) => expect(recordContract(aContract(owner.email, changes))).rejects;
    await refused({ ownerEmail: 'nobody@example.com' }).toMatchObject({ code: 'not_found' });
    await refused({ packageId: 'premium_yearly' }).toMatchObject({ code: 'validation.failed', data: { errors: [{ path: 'package_id' }] } });
    await refused({ startsOn: day(1) }).toMatchObject({ code: 'validation.failed', data: { errors: [{ path: 'starts_on' }] } });
    await refused({ startsOn: day(-400) }).toMatchObject({ code: 'validation.failed' });
    expect(await db.knex('billing_order').where({ account_id: owner.id })).toEqual([]);
    const { startsAt, endsAt } = await recordContract(aContract(owner.email.toUpperCase(), { startsOn: '2026-02-28' }));
    expect([startsAt.toISOString(), endsAt.toISOString()]).toEqual(['2026-02-28T00:00:00.000Z', '2027-02-28T00:00:00.000Z']);
  });

  it('with the name of the owner’s organisation renews it without a gap, also with a larger plan; another name is refused', async () => {
    const owner = await givenPerson();
    const first = await recordContract(aContract(owner.email));
    await expect(recordContract(aContract(owner.email, { organisationName: 'Second' }))).rejects.toMatchObject({
      code: 'organisation.already_member',
    });
    const second = await recordContract(aContract(owner.email, { packageId: 'enterprise', organisationName: 'orchard corp' }));
    expect(second).toMatchObject({ organisationId: first.organisationId, startsAt: first.endsAt });
    expect(await findOrganisation(owner.id)).toMatchObject({ plan: 'Enterprise', seats: 1_000, ends_at: second.endsAt.toISOString() });
    expect((await listContracts()).contracts.slice(0, 2).map(({ package_id }) => package_id)).toEqual(['enterprise', 'corporate_starter']);
  });

  it('fewer seats than members remove no member', async () => {
    const { id, owner } = await givenOrganisation();
    const [ann, bea] = [await givenPerson(), await givenPerson()];
    for (const one of [ann, bea]) await acceptInvite({ accountId: one.id, token: await givenInvite(id, one.email) });
    await db.knex('organisation').where({ id }).update({ seats: 2 });
    expect(await findOrganisation(owner.id)).toMatchObject({ seats: 2, seats_taken: 3 });
    const late = await givenPerson();
    const token = await givenInvite(id, late.email);
    await expect(acceptInvite({ accountId: late.id, token })).rejects.toMatchObject({ code: 'organisation.seats_full' });
  });

  it('is not recorded for a member of another organisation, unless that one has ended', async () => {
    const { id } = await givenOrganisation({ name: 'Elsewhere' });
    const member = await givenPerson();
    await acceptInvite({ accountId: member.id, token: await givenInvite(id, member.email) });
    await expect(recordContract(aContract(member.email))).rejects.toThrow(/is a member of Elsewhere/);
    await givenLapse(id);
    await recordContract(aContract(member.email));
    expect(await findOrganisation(member.id)).toMatchObject({ name: 'Orchard Corp', role: 'owner' });
  });
});
