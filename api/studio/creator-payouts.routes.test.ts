import { beforeAll, describe, expect, it } from 'vitest';
import { useBilling } from '#api/billing/billing-stack.factory.ts';
import type { Person } from '#api/testing/test-api.ts';
import { payCreators } from '#domain/billing/payouts/pay-creators.command.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { purgeAccounts } from '#domain/identity/accounts/account-deletion.commands.ts';
import { database } from '#domain/platform/database.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { givenCreatorCourse, givenSale, givenSaleRefund } from '#domain/studio/creator-course.factory.ts';
import { givenWebhook, heardBy } from '#domain/webhooks/webhook.factory.ts';

const stack = useBilling();
const DAY = 86_400_000;
/** Returns the ledger's faults, except the order of balances in time, since these sales were backdated. */
const faults = async () => (await ledgerFaults())!.filter(({ invariant }) => invariant !== 'balances as told follow from the changes');
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);

const payouts = async (person: Person) => (await stack.as(person).get('/api/creator/payouts')).json;
const transfers = async (): Promise<number> => (await stack.control('GET', '')).objects.transfers;

/** Creates a creator whose Stripe account is complete. */
async function givenPayable(outcome: 'verified' | 'pending' = 'verified'): Promise<{ creator: Person; account: string; courseId: string }> {
  const creator = await stack.someone();
  const { id: courseId } = await givenCreatorCourse(creator.userId);
  const begun = await stack.as(creator).post('/api/creator/payouts/onboarding', { country: 'DE' });
  expect(begun.status, begun.text).toBe(200);
  const { stripe_account_id: account } = (await database()('creator_payout_account').where({ account_id: creator.userId }).first())!;
  await stack.control('POST', 'onboard', { account, outcome });
  await stack.as(creator).post('/api/creator/payouts/sync', {});
  return { creator, account, courseId };
}

describe('a creator’s payouts', () => {
  beforeAll(async () => {
    // the platform can only transfer buyers' payments
    const buyer = await stack.someone();
    const { session_id: session } = await stack.checkout(buyer, 'creator_pro_yearly');
    await stack.pay(session);
    await stack.settle();
  });

  it('start empty, create an account at Stripe once, and notify the creator when it is complete', async () => {
    const creator = await stack.someone();
    expect(await payouts(creator)).toMatchObject({ configured: true, account: { state: 'none' }, balance: 0, available: 0, payouts: [] });
    expect((await stack.as(creator).post('/api/creator/payouts/pages', {})).json.code).toBe('payout.no_account');
    const twice = await Promise.all([1, 2].map(() => stack.as(creator).post('/api/creator/payouts/onboarding', { country: 'FR' })));
    for (const { status } of twice) expect(status).toBe(200);
    expect(await payouts(creator)).toMatchObject({ account: { state: 'incomplete', country: 'FR' } });
    const { stripe_account_id: account } = (await database()('creator_payout_account').where({ account_id: creator.userId }).first())!;
    await stack.control('POST', 'onboard', { account, outcome: 'pending' });
    expect((await stack.as(creator).post('/api/creator/payouts/sync', {})).json.account.state).toBe('checking');
    await stack.control('POST', 'onboard', { account });
    expect((await stack.as(creator).post('/api/creator/payouts/sync', {})).json.account.state).toBe('enabled');
    expect((await stack.as(creator).post('/api/creator/payouts/pages', {})).json.url).toContain(account);
    expect(await stack.as(creator).post('/api/creator/payouts/onboarding', { country: 'XX' })).toMatchObject({ status: 400 });
  });

  it('are 70 % of the sales older than the refund period, once, however many sweeps run concurrently', async () => {
    const { creator, courseId } = await givenPayable();
    await givenSale({ creatorId: creator.userId, courseId, cents: 5_000, at: daysAgo(20) });
    await givenSale({ creatorId: creator.userId, courseId, cents: 4_000, at: daysAgo(3) });
    const webhook = await givenWebhook({ accountId: creator.userId });
    expect(await payouts(creator)).toMatchObject({ balance: 63, held: 28, available: 35 });
    const before = await transfers();
    await Promise.all([payCreators(), payCreators(), payCreators()]);
    await payCreators();
    const after = await payouts(creator);
    expect(after).toMatchObject({ balance: 28, held: 28, available: 0, payouts: [{ amount: 35, state: 'sent' }] });
    expect((await transfers()) - before).toBe(1);
    expect(await faults()).toEqual([]);
    const { notifications } = (await stack.as(creator).get('/api/notifications')).json;
    expect(notifications[0]).toMatchObject({ kind: 'payout.sent', subject: '$35.00' });
    expect(await heardBy(webhook)).toEqual([
      {
        type: 'payout.settled',
        object_id: after.payouts[0].payout_id,
        data: { state: 'sent', amount_cents: 3_500, currency: 'USD' },
      },
    ]);
  });

  it('are not made below the minimum, nor before Stripe knows the creator', async () => {
    const small = await givenPayable();
    await givenSale({ creatorId: small.creator.userId, courseId: small.courseId, cents: 3_000, at: daysAgo(20) });
    const unknown = await givenPayable('pending');
    await givenSale({ creatorId: unknown.creator.userId, courseId: unknown.courseId, cents: 9_000, at: daysAgo(20) });
    await payCreators();
    expect((await payouts(small.creator)).payouts).toEqual([]);
    expect((await payouts(unknown.creator)).payouts).toEqual([]);
  });

  it('are not delayed by creators whose sales are on hold, and are not made while the creator is suspended', async () => {
    // ids before every other account's, and more than one pass handles
    const waiting = Array.from({ length: 51 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`);
    await Promise.all(waiting.map((id) => insertAccount(database(), { id, email: `${id}@waiting.example.com` })));
    await database()('creator_payout_account').insert(
      waiting.map((id) => ({
        account_id: id,
        stripe_account_id: `acct_${id}`,
        country: 'DE',
        details_submitted: true,
        payouts_enabled: true,
      })),
    );
    const { creator, courseId } = await givenPayable();
    await Promise.all(waiting.map((creatorId) => givenSale({ creatorId, courseId, cents: 9_000, buyerId: creator.userId })));
    await givenSale({ creatorId: creator.userId, courseId, cents: 5_000, at: daysAgo(20) });
    await database()('account').where({ id: creator.userId }).update({ suspended_at: new Date() });
    await payCreators();
    expect(await database()('creator_payout').where({ account_id: creator.userId })).toEqual([]);
    await database()('account').where({ id: creator.userId }).update({ suspended_at: null });
    await payCreators();
    expect((await payouts(creator)).payouts).toMatchObject([{ amount: 35, state: 'sent' }]);
  });

  it('that were reserved before the creator was suspended wait too, and hold up nobody; a suspension at that very moment stops them', async () => {
    const blocked = await Promise.all(Array.from({ length: 3 }, () => givenPayable()));
    for (const { creator, courseId } of blocked) await givenSale({ creatorId: creator.userId, courseId, cents: 5_000, at: daysAgo(20) });
    await stack.breakStripe('down');
    await payCreators();
    await stack.breakStripe(null);
    const ids = blocked.map(({ creator }) => creator.userId);
    const own = () => database()('creator_payout').whereIn('account_id', ids);
    expect((await own()).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
    const suspend = (at: Date | null) => database()('account').whereIn('id', ids).update({ suspended_at: at });
    const retry = () => own().update({ tried_at: null });
    const before = await transfers();
    await retry();
    await suspend(new Date());
    await payCreators();
    // selected, and suspended before the transfer
    await suspend(null);
    await database().raw(
      `create function suspend_now() returns trigger language plpgsql as $$ begin update account set suspended_at = now() where id = new.account_id; return new; end $$`,
    );
    await database().raw('create trigger suspends before insert on creator_payout for each row execute function suspend_now()');
    const late = await givenPayable();
    await givenSale({ creatorId: late.creator.userId, courseId: late.courseId, cents: 5_000, at: daysAgo(20) });
    await suspend(new Date());
    await payCreators();
    await database().raw('drop trigger suspends on creator_payout; drop function suspend_now()');
    expect((await transfers()) - before).toBe(0);
    expect((await payouts(late.creator)).payouts).toMatchObject([{ state: 'pending' }]);
    await database()('account').update({ suspended_at: null });
    await payCreators();
    expect((await transfers()) - before).toBe(4);
    expect(await faults()).toEqual([]);
  });

  it('owe a refund of a sale that was already paid out, which the next sales make up for', async () => {
    const { creator, courseId } = await givenPayable();
    const order = await givenSale({ creatorId: creator.userId, courseId, cents: 6_000, at: daysAgo(20) });
    await payCreators();
    await givenSaleRefund({ orderId: order, cents: 6_000 });
    expect(await payouts(creator)).toMatchObject({ balance: -42, held: 0, available: 0 });
    await givenSale({ creatorId: creator.userId, courseId, cents: 10_000, at: daysAgo(18) });
    expect(await payouts(creator)).toMatchObject({ balance: 28, available: 28 });
    expect(await faults()).toEqual([]);
  });

  it('a refund and a payout at the same moment never pay twice', async () => {
    const { creator, courseId } = await givenPayable();
    const order = await givenSale({ creatorId: creator.userId, courseId, cents: 6_000, at: daysAgo(20) });
    await Promise.all([payCreators(), givenSaleRefund({ orderId: order, cents: 6_000 })]);
    const { balance, payouts: made } = await payouts(creator);
    const paid = made.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(balance + paid).toBe(0);
    expect(await faults()).toEqual([]);
  });

  it('return to the balance if the bank returns them, and the creator is notified', async () => {
    const { creator, courseId } = await givenPayable();
    await givenSale({ creatorId: creator.userId, courseId, cents: 5_000, at: daysAgo(20) });
    await payCreators();
    const { stripe_transfer_id: transfer } = (await database()('creator_payout').where({ account_id: creator.userId }).first())!;
    await stack.control('POST', 'reverse', { transfer });
    await stack.settle();
    expect(await payouts(creator)).toMatchObject({ balance: 35, available: 35, payouts: [{ state: 'returned' }] });
    expect(await faults()).toEqual([]);
    const { notifications } = (await stack.as(creator).get('/api/notifications')).json;
    expect(notifications[0]).toMatchObject({ kind: 'payout.failed', subject: '$35.00' });
  });

  it('return to the balance if Stripe refuses to send them', async () => {
    const { creator, account, courseId } = await givenPayable();
    await givenSale({ creatorId: creator.userId, courseId, cents: 5_000, at: daysAgo(20) });
    // Stripe's restriction is noticed only at the next payout
    await stack.control('POST', 'onboard', { account, outcome: 'pending' });
    await database()('creator_payout_account').where({ account_id: creator.userId }).update({ payouts_enabled: true });
    await payCreators();
    expect(await payouts(creator)).toMatchObject({ balance: 35, account: { state: 'checking' }, payouts: [{ state: 'failed' }] });
    expect(await faults()).toEqual([]);
  });

  it('pay the remaining balance of a creator who has left; then nothing records the destination of the money', async () => {
    const { creator, courseId } = await givenPayable();
    await givenSale({ creatorId: creator.userId, courseId, cents: 5_000, at: daysAgo(20) });
    await database()('account')
      .where({ id: creator.userId })
      .update({ deletion_due_at: daysAgo(1) });
    await purgeAccounts();
    const before = await transfers();
    await payCreators();
    expect((await transfers()) - before).toBe(1);
    expect(await database()('ledger_account').where({ owner_id: creator.userId, kind: 'payable' }).first()).toMatchObject({ balance: 0 });
    expect(await database()('notification').where({ account_id: creator.userId })).toEqual([]);
    expect(await database()('creator_payout_account').where({ account_id: creator.userId })).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('return to the ledger’s balance if they are returned after the creator has left', async () => {
    const { creator, courseId } = await givenPayable();
    await givenSale({ creatorId: creator.userId, courseId, cents: 5_000, at: daysAgo(20) });
    await payCreators();
    const [payout] = await database()('creator_payout').where({ account_id: creator.userId }).update({ account_id: null }).returning('*');
    await stack.control('POST', 'reverse', { transfer: payout!.stripe_transfer_id });
    await stack.settle();
    expect(await database()('creator_payout').where({ id: payout!.id }).first()).toMatchObject({ state: 'returned' });
    const owed = { owner_id: creator.userId, kind: 'payable' };
    expect(await database()('ledger_account').where(owed).first()).toMatchObject({ balance: 3_500 });
    expect(await faults()).toEqual([]);
  });

  it('have a monthly statement that adds up, as CSV and as PDF', async () => {
    const { creator, courseId } = await givenPayable();
    await givenSale({ creatorId: creator.userId, courseId, cents: 5_000, at: daysAgo(40) });
    const order = await givenSale({ creatorId: creator.userId, courseId, cents: 1_001 });
    await givenSaleRefund({ orderId: order, cents: 1_001 });
    const month = new Date().toISOString().slice(0, 7);
    const csv = await stack.as(creator).get(`/api/creator/statements/${month}/csv`);
    const lines = csv.text.trim().split('\r\n');
    expect(lines[1]).toMatch(/,opening,,,,35\.00$/);
    expect(lines.at(-1)).toBe(',closing,,,,35.00');
    expect(lines).toHaveLength(5);
    const pdf = await stack.as(creator).get(`/api/creator/statements/${month}/pdf`);
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');
    expect((await stack.as(creator).get('/api/creator/statements/2026-13/csv')).status).toBe(400);
  });
});
