import type { Knex } from 'knex';
import { planById } from '#contract/billing/catalogue.ts';
import { addMail } from '#domain/mail/add-mail.command.ts';
import { database, transact } from '#domain/platform/database.ts';

/** Stripe warns three days ahead; so do we. */
const AHEAD_DAYS = 3;

/** Mails the owner of a running trial when it ends, once. */
export async function warnOfTrialEnd(trx: Knex.Transaction, of: { stripe: string } | { row: string }): Promise<void> {
  const row = await trx('subscription')
    .join('account', 'account.id', 'subscription.account_id')
    .where('stripe' in of ? { 'subscription.stripe_subscription_id': of.stripe } : { 'subscription.id': of.row })
    .where('subscription.status', 'trialing')
    .first(
      'subscription.id',
      'subscription.package_id',
      'subscription.account_id',
      'account.email',
      'subscription.trial_end',
      'subscription.period_end',
    );
  if (!row) return;
  await addMail(trx, {
    kind: 'trial-ending',
    cause: `trial-ending:${row.id}`,
    accountId: row.account_id,
    to: row.email,
    data: {
      plan: planById(row.package_id)?.name ?? row.package_id,
      ends_at: (row.trial_end ?? row.period_end).toISOString(),
      link: '/billing',
    },
  });
}

/** Warns of every trial that ends within three days: ours, of which nobody tells us, and Stripe's whose news was lost. */
export async function warnOfTrialEnds(): Promise<void> {
  const { rows } = await database().raw(
    `select s.id from subscription s
      where s.status = 'trialing' and coalesce(s.trial_end, s.period_end) between now() and now() + interval '${AHEAD_DAYS} days'
        and not exists (select from outgoing_mail m where m.cause = 'trial-ending:' || s.id) limit 500`,
  );
  for (const { id } of rows) await transact((trx) => warnOfTrialEnd(trx, { row: id }));
}
