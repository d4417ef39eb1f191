import { OWN, WITHHELD, type ExportPart } from '#domain/platform/export-part.ts';

/** SQL condition: rows of the user's own wallet. */
const MY_WALLET = `t.owner_kind = 'user' and t.owner_id = :me`;
/** SQL condition: rows of any organisation's wallet that the user caused. */
const MY_DOING = `t.owner_kind = 'organisation' and t.owner_id in (select id::text from organisation) and coalesce(t.actor_id, '') = :me`;
const MOVEMENT = ['id', 'unit', 'kind', 'owner_kind', 'owner_id', 'actor_id', 'cause', 'job_id', 'order_id', 'change', 'at'];
const NOT_OF_MOVEMENT = {
  idempotency_key: WITHHELD.machine,
  request_hash: WITHHELD.hash,
  cause_words: 'the cause again, cut up for translation',
};

/** Tokens: grants, spending and balances. */
const TOKEN_PARTS: readonly ExportPart[] = [
  {
    file: 'wallet',
    description: 'Your balances.',
    table: 'ledger_account',
    condition: MY_WALLET,
    columns: ['id owner_kind owner_id unit kind balance'],
    withheld: { clock_at: WITHHELD.machine },
    key: { id: 'bigint' },
  },
  {
    file: 'token-movements',
    description: 'Every movement of your tokens.',
    table: 'ledger_transaction',
    condition: `${MY_WALLET} and t.unit = 'TOK'`,
    columns: [...MOVEMENT, 'balance_after'],
    withheld: NOT_OF_MOVEMENT,
    key: { at: 'timestamptz', id: 'uuid' },
  },
  {
    file: 'money-movements',
    description: 'Every movement of money you earned.',
    table: 'ledger_transaction',
    condition: `${MY_WALLET} and t.unit = 'USD'`,
    columns: [...MOVEMENT, 'balance_after'],
    withheld: NOT_OF_MOVEMENT,
    key: { at: 'timestamptz', id: 'uuid' },
  },
  {
    file: 'organisation-token-movements',
    description: 'Movements of an organisation’s tokens that you caused.',
    table: 'ledger_transaction',
    condition: `${MY_DOING} and t.unit = 'TOK'`,
    columns: MOVEMENT,
    withheld: { ...NOT_OF_MOVEMENT, balance_after: 'the balance of the organisation' },
    key: { at: 'timestamptz', id: 'uuid' },
  },
  {
    file: 'token-grants',
    description: 'Tokens that were given together, and what is left of them.',
    table: 'token_lot',
    condition: MY_WALLET,
    columns: [
      'id owner_kind owner_id source amount remaining held spent dead frozen effective_at expires_at',
      'period_key order_id subscription_id frozen_at revoked_at created_at',
    ],
    withheld: { priority: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'token-reservations',
    description: 'Tokens that were set aside for work of yours.',
    table: 'token_hold',
    condition: `t.job_id in (select t.job_id from ledger_transaction t where t.unit = 'TOK' and t.kind = 'reserve' and ((${MY_WALLET}) or (${MY_DOING})))`,
    columns: ['id owner_kind owner_id job_id amount captured state cause actor_id', 'expires_at created_at resolved_at key_id'],
    withheld: { cause_words: NOT_OF_MOVEMENT.cause_words },
    key: { id: 'uuid' },
  },
  {
    file: 'plan-quotas',
    description: 'What your plan counts apart from tokens.',
    table: 'quota_counter',
    condition: MY_WALLET,
    columns: ['id owner_kind owner_id feature period_key allowed used held resets_at'],
    key: { id: 'uuid' },
  },
  {
    file: 'plan-quota-uses',
    description: 'Work that was counted so.',
    table: 'quota_hold',
    condition: `t.counter_id in (select id from quota_counter where owner_kind = 'user' and owner_id = :me)`,
    columns: ['job_id feature counter_id units state expires_at created_at resolved_at key_id worth'],
    key: { job_id: 'text', feature: 'text' },
  },
];

/** Money: orders and payments. Card numbers never reach this product. */
export const BILLING_PARTS: readonly ExportPart[] = [
  {
    file: 'plans',
    description: 'Plans you have or had, trials too.',
    table: 'subscription',
    condition: OWN,
    columns: [
      'id account_id package_id order_id for_organisation stripe_subscription_id status anchor period_start',
      'period_end trial_end cancel_at_period_end next_package_id ended_at created_at',
    ],
    withheld: {
      stripe_schedule_id: WITHHELD.machine,
      previewed: WITHHELD.machine,
      intent: WITHHELD.machine,
      intent_at: WITHHELD.machine,
      turn: WITHHELD.machine,
      turn_until: WITHHELD.machine,
      synced_at: WITHHELD.machine,
      asked_at: WITHHELD.machine,
    },
    key: { id: 'uuid' },
  },
  {
    file: 'trial',
    description: 'That you have used the free trial.',
    table: 'trial_use',
    condition: OWN,
    columns: ['account_id via at'],
    withheld: { email_hash: WITHHELD.hash },
    key: { account_id: 'uuid' },
  },
  {
    file: 'orders',
    description: 'What you ordered.',
    table: 'billing_order',
    condition: OWN,
    columns: [
      'id account_id kind package_id catalogue_version amount_cents trial currency status detail',
      'stripe_subscription_id stripe_payment_status fulfilled_at created_at',
    ],
    withheld: {
      client_key: WITHHELD.machine,
      stripe_session_id: WITHHELD.capability,
      last_checked_at: WITHHELD.machine,
      review_reason: WITHHELD.operator,
    },
    key: { id: 'uuid' },
  },
  {
    file: 'payments',
    description: 'What you paid. Invoices and receipts are on the billing page.',
    table: 'billing_payment',
    condition: OWN,
    columns: [
      'id account_id order_id stripe_payment_intent_id stripe_invoice_id stripe_subscription_id reason',
      'description package_id amount_cents refunded_cents unused_cents status disputed period_start period_end',
      'paid_at created_at',
    ],
    withheld: { url: WITHHELD.capability, method_fingerprint: 'how the payment service recognises a card; its own page shows the card' },
    key: { id: 'uuid' },
  },
  {
    file: 'refunds',
    description: 'Money that was given back to you.',
    table: 'refund',
    condition: OWN,
    columns: ['id payment_id account_id stripe_refund_id amount_cents status requested_by reason created_at'],
    withheld: { asked_at: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'payment-disputes',
    description: 'Payments that were disputed at a bank.',
    table: 'billing_dispute',
    condition: OWN,
    columns: ['stripe_dispute_id payment_id account_id status closed evidence_due_at created_at closed_at'],
    key: { stripe_dispute_id: 'text' },
  },
  {
    file: 'payment-alarms',
    description: 'What about your payments somebody had to look at.',
    table: 'billing_alarm',
    condition: OWN,
    columns: ['id kind subject account_id at due_at act acknowledged_at'],
    withheld: { cause: WITHHELD.machine, detail: WITHHELD.operator, acknowledged_by: 'somebody else' },
    key: { id: 'uuid' },
  },
  {
    file: 'payment-account',
    description: 'Under which name Stripe, which handles the payments, knows you.',
    table: 'billing_customer',
    condition: OWN,
    columns: ['account_id stripe_customer_id created_at'],
    key: { account_id: 'uuid' },
  },
  {
    file: 'payout-account',
    description: 'Your account at Stripe, where what you earn goes.',
    table: 'creator_payout_account',
    condition: OWN,
    columns: ['account_id stripe_account_id country details_submitted payouts_enabled created_at synced_at'],
    key: { account_id: 'uuid' },
  },
  {
    file: 'payouts',
    description: 'What was paid out to you.',
    table: 'creator_payout',
    condition: OWN,
    columns: ['id account_id stripe_account_id cents state stripe_transfer_id failure created_at settled_at'],
    withheld: { tried_at: WITHHELD.machine },
    key: { created_at: 'timestamptz', id: 'uuid' },
  },
  ...TOKEN_PARTS,
];
