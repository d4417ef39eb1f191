import { database, transact } from '#domain/platform/database.ts';
import { forEachRow } from '#domain/platform/rows/for-each-row.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { advanceRun, lockRun } from './advance-run.command.ts';
import { cancelChildren } from './run.commands.ts';
import { runKinds } from './engine.ts';
import type { Run } from './run.model.ts';

/** Parents processed per pass. */
const MOST_PARENTS = 100;

/**
 * Reconciles parents and children when one of them has ended: advances parents that have no live child left, and stops children whose
 * parent has ended. It uses its own transactions, never those of the children: stopping a parent and ending its child would deadlock.
 * @returns number of parents processed
 */
export async function advanceParents(): Promise<number> {
  const names = runKinds().flatMap((kind) => (kind.hasChildren ? [kind.name] : []));
  if (names.length === 0) return 0;
  const parents = await rowsOf<Pick<Run, 'id' | 'kind'> & { readonly is_live: boolean }>(
    database(),
    sql`select id, kind, status = 'running' as is_live from run
      where kind = any(${names}::text[]) and exists (select from run child where child.parent_id = run.id)
        and (status = 'running' and not exists (${LIVE_CHILD}) or status in ('completed','failed','cancelled') and exists (${LIVE_CHILD}))
      limit ${MOST_PARENTS}`,
  );
  await forEachRow('parents', parents, async ({ id, kind, is_live: isLive }) => {
    if (!isLive) return cancelChildren(id);
    const steps = await transact(async (trx) => {
      await lockRun(trx, id);
      return advanceRun(trx, { id, kind });
    });
    await dispatchOutbox(steps);
  });
  return parents.length;
}

const LIVE_CHILD = sql`select from run child where child.parent_id = run.id and child.status in ('queued','running')`;
