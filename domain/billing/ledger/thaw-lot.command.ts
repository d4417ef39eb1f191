import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Freezing } from './freeze-lot.command.ts';
import { lockLots, nameOf } from './order-lots.ts';
import { postTransaction, type Entry, type LotChange } from './post-transaction.ts';

/** Makes frozen tokens spendable again; those that expired meanwhile expire now. */
export async function thawLot(trx: Knex.Transaction, given: Freezing): Promise<'thawed' | 'replayed' | 'none'> {
  const key = `thaw:${nameOf(given)}:${given.key ?? 'dispute'}`;
  const request = { of: nameOf(given) };
  const locked = await lockLots(trx, given, { key, request, now: given.now });
  if (!locked) return 'none';
  if (locked.wallet.replayed) return 'replayed';
  const entries: Entry[] = [];
  const lots: LotChange[] = [];
  for (const { id, frozen, expiresAt } of locked.lots.filter(({ isFrozen }) => isFrozen)) {
    const hasEnded = expiresAt !== null && expiresAt <= locked.wallet.clock;
    if (frozen > 0)
      entries.push(
        { account: 'frozen', amount: -frozen, lotId: id },
        { account: hasEnded ? 'expired' : 'available', amount: frozen, lotId: id },
      );
    lots.push({ id, frozen: -frozen, [hasEnded ? 'dead' : 'remaining']: frozen, mark: 'thaw' });
  }
  await postTransaction(trx, {
    key,
    request,
    kind: 'thaw',
    owner: locked.wallet.owner,
    cause: given.cause ?? toSentence('Dispute settled'),
    orderId: 'orderId' in given ? given.orderId : null,
    entries,
    lots,
  });
  return 'thawed';
}
