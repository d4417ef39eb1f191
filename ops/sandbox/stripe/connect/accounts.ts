import type Stripe from 'stripe';
import { mergeMetadata, only, read, readUrl } from '../http/parameters.ts';
import { invalid, notSimulated } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';

/** Lifetime of an onboarding link, in s, as at Stripe. It works once. */
const LINK_LASTS_S = 300;
const DUE = ['external_account', 'individual.verification.document', 'tos_acceptance.date'];

/** A connected account's link to Stripe's pages, used up by its first visit. */
export interface OnboardingLink {
  id: string;
  account: string;
  refresh_url: string;
  return_url: string;
  expires_at: number;
  used: boolean;
}

/** `POST /v1/accounts`: Express accounts that receive transfers. @throws StripeApiError */
export function createAccount(world: World, parameters: Parameters): Stripe.Account {
  only(parameters, ['type', 'country', 'email', 'capabilities', 'business_type', 'metadata']);
  const type = read<Stripe.Account.Type>(parameters, 'type');
  if (type !== 'express') throw notSimulated(`accounts of type ${type}`, 'type');
  const capabilities = read<{ transfers?: { requested?: boolean } }>(parameters, 'capabilities') ?? {};
  only(capabilities as Parameters, ['transfers'], 'capabilities');
  if (!capabilities.transfers?.requested) throw invalid('Request the capability `transfers`.', 'capabilities');
  const email = read<string>(parameters, 'email') ?? null;
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid');
  const account = {
    id: world.id('acct'),
    object: 'account',
    business_type: read<Stripe.Account.BusinessType>(parameters, 'business_type') ?? null,
    capabilities: { transfers: 'inactive' },
    charges_enabled: false,
    country: read<string>(parameters, 'country') ?? 'US',
    created: world.now(),
    default_currency: 'usd',
    details_submitted: false,
    email,
    metadata: mergeMetadata({}, read(parameters, 'metadata')),
    payouts_enabled: false,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: DUE,
      disabled_reason: 'requirements.past_due',
      errors: [],
      eventually_due: DUE,
      past_due: DUE,
      pending_verification: [],
    },
    type,
  } satisfies Stripe.Account;
  return world.store.put('accounts', account);
}

/** `POST /v1/account_links`. @throws StripeApiError */
export function createAccountLink(world: World, parameters: Parameters): Stripe.AccountLink {
  only(parameters, ['account', 'refresh_url', 'return_url', 'type']);
  const account = world.find('accounts', read<string>(parameters, 'account') ?? '', 'account');
  if (read(parameters, 'type') !== 'account_onboarding') throw notSimulated('links of this type', 'type');
  const link: OnboardingLink = {
    id: world.id('acctlink'),
    account: account.id,
    refresh_url: readUrl(read<string>(parameters, 'refresh_url') ?? '', 'refresh_url'),
    return_url: readUrl(read<string>(parameters, 'return_url') ?? '', 'return_url'),
    expires_at: world.now() + LINK_LASTS_S,
    used: false,
  };
  world.store.put('onboarding_links', link);
  const url = `${world.origin()}/connect/${link.id}`;
  return { object: 'account_link', created: world.now(), expires_at: link.expires_at, url };
}

/** `POST /v1/accounts/…/login_links`: the account owner's dashboard. @throws StripeApiError before onboarding is complete */
export function createLoginLink(world: World, id: string): Stripe.LoginLink {
  const account = world.find('accounts', id, 'account');
  if (!account.details_submitted) throw invalid('Cannot create a login link for an account that has not completed onboarding.', 'account');
  return { object: 'login_link', created: world.now(), url: `${world.origin()}/connect/express/${account.id}` };
}

/**
 * Sets the result of onboarding. `verified`: it receives transfers and pays out to its bank; `pending`: everything was submitted, a document is
 * under review.
 */
export function completeOnboarding(world: World, account: Stripe.Account, outcome: 'verified' | 'pending'): void {
  const isVerified = outcome === 'verified';
  world.update('accounts', account, 'account.updated', () => {
    account.details_submitted = true;
    account.payouts_enabled = isVerified;
    account.capabilities = { transfers: isVerified ? 'active' : 'pending' };
    account.requirements = {
      ...account.requirements!,
      currently_due: [],
      eventually_due: [],
      past_due: [],
      pending_verification: isVerified ? [] : ['individual.verification.document'],
      disabled_reason: isVerified ? null : 'requirements.pending_verification',
    };
  });
}

/** Returns the platform's balance: payments less refunds and transfers to creators, in cents. */
export function platformBalance(world: World): number {
  const paid = world.store.list('charges').reduce((sum, charge) => sum + (charge.paid ? charge.amount - charge.amount_refunded : 0), 0);
  const sent = world.store.list('transfers').reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0);
  return paid - sent;
}
