import { describe, expect, it } from 'vitest';
import { stopRenewal } from '#domain/billing/subscriptions/subscription.commands.ts';
import { purgeAccounts } from '#domain/identity/accounts/account-deletion.commands.ts';
import { renderMail } from '#domain/mail/render-mail.ts';
import { PASSWORD, type Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';

const billing = useBilling();
const { organisationOf, planOf } = billing;
const describeLoss = async (person: Person) => (await billing.as(person).get('/api/auth/account')).json.deletion_ends;

async function subscriber(plan: string, more = {}): Promise<Person> {
  const person = await billing.someone();
  await billing.buyAtPage(person, plan, { page: more });
  return person;
}

/** Requests the deletion and signs in again. @returns the confirmation mail */
async function asksToLeave(person: Person): Promise<string> {
  const { status } = await billing.as(person).post('/api/auth/deletion', { password: PASSWORD });
  expect(status).toBe(200);
  const mail = await billing.knex()('outgoing_mail').where({ account_id: person.userId, kind: 'account-deletion' }).first();
  return renderMail('account-deletion', mail!.data).text;
}
/** Signs in again, because the sessions have ended. */
async function back(person: Person): Promise<Person> {
  const { status, json } = await billing.call('/api/auth/login', { body: { email: person.email, password: PASSWORD } });
  expect(status).toBe(200);
  return { ...person, accessToken: json.access_token };
}

describe('the owner of a deleted account', () => {
  it('is warned beforehand and by mail that a paid plan ends with it; until then the plan is not shown as renewing', async () => {
    const person = await subscriber('premium_monthly');
    expect(await describeLoss(person)).toEqual({ plan: true, organisation: null, earnings: null });
    expect(await planOf(person)).toMatchObject({ renews: true });
    expect(await asksToLeave(person)).toContain(
      'Your plan ends with your account. You can request a refund of what you paid in the last 14 days',
    );
    const again = await back(person);
    expect(await planOf(again)).toMatchObject({ plan: 'Premium', status: 'Active', renews: false, cancel_at_period_end: false });
    expect((await billing.call('/api/auth/deletion', { method: 'DELETE', bearer: again.accessToken })).status).toBe(200);
    expect(await planOf(again)).toMatchObject({ renews: true });
  });

  it('who cancels the deletion while the plan is being stopped keeps the plan', async () => {
    const person = await subscriber('premium_monthly');
    await asksToLeave(person);
    const plan = await billing.knex()('subscription').where({ account_id: person.userId }).first();
    const again = await back(person);
    expect((await billing.call('/api/auth/deletion', { method: 'DELETE', bearer: again.accessToken })).status).toBe(200);
    await stopRenewal(plan as Parameters<typeof stopRenewal>[0]);
    expect(await planOf(again)).toMatchObject({ renews: true, cancel_at_period_end: false });
  });

  it('is not warned about a plan that does not exist or is not paid', async () => {
    const free = await billing.someone();
    expect(await describeLoss(free)).toEqual({ plan: false, organisation: null, earnings: null });
    expect(await asksToLeave(free)).not.toContain('plan');
  });

  it('who owns an organisation learns what its members keep, and they keep it', async () => {
    const owner = await subscriber('small_business', { organisation_name: 'Apiary Ltd' });
    const { organisation_id, ends_at } = await organisationOf(owner);
    const member = await billing.someone();
    await billing.knex()('organisation_member').insert({ account_id: member.userId, organisation_id, role: 'member' });
    expect(await describeLoss(owner)).toEqual({ plan: false, organisation: { name: 'Apiary Ltd', ends_at }, earnings: null });
    expect(await asksToLeave(owner)).toContain('Members of Apiary Ltd keep its tokens until ');
    expect(await organisationOf(member)).toMatchObject({ active: true, renews: false });
    await billing
      .knex()('account')
      .where({ id: owner.userId })
      .update({ deletion_due_at: new Date(Date.now() - 1000) });
    expect(await purgeAccounts()).toBe(1);
    await billing.settle();
    expect(await organisationOf(member)).toMatchObject({
      active: true,
      renews: false,
      owner: null,
      ends_at,
      seats_taken: 1,
      tokens_available: 10_000,
    });
  });
});
