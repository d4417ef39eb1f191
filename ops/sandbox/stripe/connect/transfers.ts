import type Stripe from 'stripe';
import { listRows } from '../http/lists.ts';
import { checkAmount, mergeMetadata, only, read } from '../http/parameters.ts';
import { invalid } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import { platformBalance } from './accounts.ts';
import type { World } from '../state/world.ts';

/** `POST /v1/transfers`. @throws StripeApiError if the account may not receive, or if the platform's balance is too low */
export function createTransfer(world: World, parameters: Parameters): Stripe.Transfer {
  only(parameters, ['amount', 'currency', 'destination', 'transfer_group', 'description', 'metadata']);
  const account = world.find('accounts', read<string>(parameters, 'destination') ?? '', 'destination');
  const amount = checkAmount(read<number>(parameters, 'amount') ?? 0, 'amount', 1);
  if (read(parameters, 'currency') !== 'usd') throw invalid('Only usd is simulated.', 'currency');
  if (account.capabilities?.transfers !== 'active')
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      undefined,
      'insufficient_capabilities_for_transfer',
    );
  if (amount > platformBalance(world))
    throw invalid('You have insufficient available funds in your Stripe account.', undefined, 'balance_insufficient');
  const id = world.id('tr');
  const transfer: Stripe.Transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: world.id('txn'),
    created: world.now(),
    currency: 'usd',
    description: read<string>(parameters, 'description') ?? null,
    destination: account.id,
    destination_payment: world.id('py'),
    livemode: false,
    metadata: mergeMetadata({}, read(parameters, 'metadata')),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: read<string>(parameters, 'transfer_group') ?? null,
  };
  world.store.put('transfers', transfer);
  world.emit('transfer.created', transfer);
  return transfer;
}

export function listTransfers(world: World, parameters: Parameters) {
  return listRows(world, 'transfers', parameters, '/v1/transfers', { fields: ['destination', 'transfer_group'] });
}

/** Reverses a whole transfer, as when a bank rejects it or an operator reverses it at Stripe. @throws StripeApiError */
export function reverseTransfer(world: World, transfer: Stripe.Transfer): Stripe.Transfer {
  if (transfer.reversed) throw invalid(`Transfer ${transfer.id} is already fully reversed.`, undefined, 'transfer_already_reversed');
  world.update('transfers', transfer, 'transfer.reversed', () => {
    transfer.amount_reversed = transfer.amount;
    transfer.reversed = true;
  });
  return transfer;
}
