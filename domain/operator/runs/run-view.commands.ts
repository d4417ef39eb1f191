import { MOST_VIEWS, type RunView } from '#contract/operator/run-views.contract.ts';
import { database, transact } from '#domain/platform/database.ts';

/** Returns a person's saved views of runs, oldest first. */
export const listRunViews = async (accountId: string): Promise<RunView[]> =>
  database()('operator_run_view').where({ account_id: accountId }).orderBy('created_at').orderBy('name').select('name', 'find');

/**
 * Saves a list of runs under a name, replacing the view of that name, or the oldest when there are too many.
 * @param find null removes the view
 */
export async function saveRunView(accountId: string, name: string, find: string | null): Promise<RunView[]> {
  await transact(async (trx) => {
    if (find === null) {
      await trx('operator_run_view').where({ account_id: accountId, name }).del();
      return;
    }
    await trx('operator_run_view').insert({ account_id: accountId, name, find }).onConflict(['account_id', 'name']).merge(['find']);
    const kept = trx('operator_run_view').where({ account_id: accountId }).orderBy('created_at', 'desc').limit(MOST_VIEWS).select('name');
    await trx('operator_run_view').where({ account_id: accountId }).whereNotIn('name', kept).del();
  });
  return listRunViews(accountId);
}
