import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { returnOrigin } from '#domain/billing/checkout/return-address.ts';
import { callStripe, type StripeAccount } from '#domain/vendors/stripe/stripe.client.ts';

/** Where Stripe redirects a creator after its pages. */
const PAYOUTS_PAGE = '/studio/payouts';

export interface PayoutAccount {
  readonly account_id: string;
  readonly stripe_account_id: string;
  readonly country: string;
  readonly details_submitted: boolean;
  readonly payouts_enabled: boolean;
}

/** Returns the stored state of a creator's account at Stripe; undefined before onboarding. */
export const findPayoutAccount = (accountId: string): Promise<PayoutAccount | undefined> =>
  database()('creator_payout_account').where({ account_id: accountId }).first();

/**
 * Returns Stripe's page where a creator enters identity and bank account. Creates the account there if needed; two clicks at once create
 * only one, because the idempotency key is the same.
 * @param country two letters; the first value applies, since Stripe does not allow changing it
 * @throws StripeFailure; ProductError payments.not_configured
 */
export async function startOnboarding(given: {
  accountId: string;
  country: string;
  originUrl?: string | undefined;
}): Promise<{ url: string }> {
  const { accountId } = given;
  const account = (await findPayoutAccount(accountId))?.stripe_account_id ?? (await makeAccount(accountId, given.country));
  const page = `${returnOrigin(given.originUrl)}${PAYOUTS_PAGE}`;
  const link = await callLink('accountLinks.create', (stripe) =>
    stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      refresh_url: `${page}?onboarding=again`,
      return_url: `${page}?onboarding=done`,
    }),
  );
  return { url: link };
}

/** Returns the creator's dashboard at Stripe. @throws ProductError payout.no_account; StripeFailure */
export async function openPayoutPages(accountId: string): Promise<{ url: string }> {
  const account = await findPayoutAccount(accountId);
  if (!account?.details_submitted) throw new ProductError('payout.no_account', 'Set up payouts first.');
  return { url: await callLink('accounts.createLoginLink', (stripe) => stripe.accounts.createLoginLink(account.stripe_account_id)) };
}

/** Fetches from Stripe whether a creator can be paid. @returns false when the account is not ours @throws StripeFailure */
export async function syncPayoutAccount(of: { accountId: string } | { stripe: string }): Promise<boolean> {
  const where = 'stripe' in of ? { stripe_account_id: of.stripe } : { account_id: of.accountId };
  const known = await database()('creator_payout_account').where(where).first('stripe_account_id');
  if (!known) return false;
  const found = await callStripe('accounts.retrieve', 'account', (stripe) => stripe.accounts.retrieve(known.stripe_account_id));
  await database()('creator_payout_account')
    .where({ stripe_account_id: found.id })
    .update({ ...accountColumns(found), synced_at: database().fn.now() });
  return true;
}

async function makeAccount(accountId: string, country: string): Promise<string> {
  const person = await database()('account').where({ id: accountId }).first('email');
  if (!person) throw notFound('account');
  const made = await callStripe('accounts.create', 'account', (stripe) =>
    stripe.accounts.create(
      {
        type: 'express',
        country,
        email: person.email,
        business_type: 'individual',
        capabilities: { transfers: { requested: true } },
        metadata: { user_id: accountId },
      },
      { idempotencyKey: `payout-account:${accountId}:${country}:${person.email}` },
    ),
  );
  await database()('creator_payout_account')
    .insert({ account_id: accountId, stripe_account_id: made.id, country, ...accountColumns(made) })
    // no columns named: concurrent inserts collide on either unique key, and a key that is not named would raise an error
    .onConflict()
    .ignore();
  return (await findPayoutAccount(accountId))!.stripe_account_id;
}

const accountColumns = (account: StripeAccount) => ({
  details_submitted: account.details_submitted,
  payouts_enabled: account.payouts_enabled && account.capabilities?.transfers === 'active',
});

/** Calls Stripe for a link. `callStripe` requires an id, which links lack, so the address is used. */
async function callLink(
  name: string,
  call: (stripe: Parameters<Parameters<typeof callStripe>[2]>[0]) => Promise<{ object: string; url: string }>,
) {
  let url = '';
  await callStripe(name, 'link', async (stripe) => {
    const link = await call(stripe);
    url = link.url;
    return { object: 'link', id: link.url };
  });
  return url;
}
