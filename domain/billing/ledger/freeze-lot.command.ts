import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { lockLots, nameOf, type LotsOf } from './order-lots.ts';
import { postTransaction, type Cause } from './post-transaction.ts';

/** `key` identifies the dispute; reporting it again, even after its end, changes nothing. */
export type Freezing = LotsOf & { readonly key?: string; readonly cause?: Cause; readonly now?: Date };

/** Freezes the remaining disputed tokens until `thawLot` or `revokeLot`; tokens released from running work are frozen too. */
export async function freezeLot(trx: Knex.Transaction, given: Freezing): Promise<'frozen' | 'replayed' | 'none'> {
  const key = `freeze:${nameOf(given)}:${given.key ?? 'dispute'}`;
  const request = { of: nameOf(given) };
  const locked = await lockLots(trx, given, { key, request, now: given.now });
  if (!locked) return 'none';
  // the end of a dispute may be reported before its beginning
  const isOver = await trx('ledger_transaction')
    .where({ idempotency_key: `thaw:${nameOf(given)}:${given.key ?? 'dispute'}` })
    .first('id');
  if (locked.wallet.replayed || isOver) return 'replayed';
  const lots = locked.lots.filter((lot) => !lot.isFrozen && !lot.isRevoked);
  await postTransaction(trx, {
    key,
    request,
    kind: 'freeze',
    owner: locked.wallet.owner,
    cause: given.cause ?? toSentence('Payment disputed'),
    orderId: 'orderId' in given ? given.orderId : null,
    entries: lots.flatMap(({ id, remaining }) =>
      remaining > 0
        ? [
            { account: 'available', amount: -remaining, lotId: id },
            { account: 'frozen', amount: remaining, lotId: id },
          ]
        : [],
    ),
    lots: lots.map(({ id, remaining }) => ({ id, remaining: -remaining, frozen: remaining, mark: 'freeze' })),
  });
  return 'frozen';
}
