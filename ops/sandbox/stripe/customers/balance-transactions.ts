import type Stripe from 'stripe';
import { listRows } from '../http/lists.ts';
import { mergeMetadata, only, read } from '../http/parameters.ts';
import { invalid } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import { idOf, type World } from '../state/world.ts';
import { liveCustomer } from './customers.ts';

/** Cents; a credit is negative. */
interface Move {
  readonly type: Stripe.CustomerBalanceTransaction.Type;
  readonly amount: number;
  readonly currency: string;
  readonly invoice?: string;
  readonly description?: string | null;
  readonly metadata?: Stripe.Metadata;
}

/** Changes a customer's balance: below zero is credit, above is owed in addition to invoices. */
export function moveBalance(world: World, customer: Stripe.Customer, move: Move): Stripe.CustomerBalanceTransaction {
  world.update('customers', customer, 'customer.updated', () => (customer.balance += move.amount));
  return world.store.put('balance_transactions', {
    id: world.id('cbtxn'),
    object: 'customer_balance_transaction',
    amount: move.amount,
    checkout_session: null,
    created: world.now(customer.id),
    credit_note: null,
    currency: move.currency,
    customer: customer.id,
    customer_account: null,
    description: move.description ?? null,
    ending_balance: customer.balance,
    invoice: move.invoice ?? null,
    livemode: false,
    metadata: move.metadata ?? {},
    type: move.type,
  });
}

/** `POST /v1/customers/…/balance_transactions`. @throws StripeApiError */
export function createBalanceTransaction(world: World, customer: string, parameters: Parameters): Stripe.CustomerBalanceTransaction {
  only(parameters, ['amount', 'currency', 'description', 'metadata']);
  const amount = read<number>(parameters, 'amount') ?? 0;
  if (amount === 0) throw invalid('The amount must not be zero.', 'amount', 'parameter_invalid_integer');
  return moveBalance(world, liveCustomer(world, customer), {
    type: 'adjustment',
    amount,
    currency: read<string>(parameters, 'currency') ?? 'usd',
    description: read<string>(parameters, 'description') ?? null,
    metadata: mergeMetadata({}, read(parameters, 'metadata')),
  });
}

export function listBalanceTransactions(world: World, customer: string, parameters: Parameters) {
  liveCustomer(world, customer);
  const also = (row: Stripe.CustomerBalanceTransaction): boolean => idOf(row.customer) === customer;
  return listRows(world, 'balance_transactions', parameters, `/v1/customers/${customer}/balance_transactions`, { also });
}
