import { uuidv7 } from 'uuidv7';
import { SOURCE_NAME_LENGTH } from '#contract/sources/source-limits.ts';
import type { Source } from '#contract/sources/sources.contract.ts';
import { database } from '#domain/platform/database.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { assertRoom } from './add-source.command.ts';
import { readAddress } from './fetching/fetch-page.ts';
import { SOURCE_KIND, type SourceRequest } from './source.kind.ts';
import { readSource } from './sources.queries.ts';

interface NewPage {
  readonly accountId: string;
  readonly requestId: string;
  readonly address: string;
}

/**
 * Starts fetching and reading a page. The same address is the same source; one that could not be read is tried again.
 * @throws ProductError source.bad_address, source.private_address, source.too_many
 */
export async function addPage({ accountId, requestId, address: entered }: NewPage): Promise<Source> {
  const { href: address, host, pathname } = readAddress(entered);
  const find = async (): Promise<{ id: string; run_id: string } | undefined> =>
    database()('source').where({ account_id: accountId, address }).first('id', 'run_id');
  const known = await find();
  if (known && (await readSource(accountId, known.id)).status !== 'failed') return readSource(accountId, known.id);
  if (known) await database()('source').where({ id: known.id, account_id: accountId }).whereNull('ready_at').delete();
  await assertRoom(accountId);
  const name = `${host}${pathname === '/' ? '' : pathname}`.slice(0, SOURCE_NAME_LENGTH);
  const request: SourceRequest = { source_id: uuidv7(), is_page: true };
  await acceptRun({
    kind: SOURCE_KIND,
    accountId,
    request,
    subject: name,
    requestId,
    fingerprint: { address },
    dedupeKey: `source:${address}`,
    find: async () => (await find())?.run_id ?? null,
    async begin(trx, run_id) {
      await trx('source').insert({ id: request.source_id, account_id: accountId, type: 'web', name, address, run_id });
    },
    isOvertaken: (error) => (error as { constraint?: string } | null)?.constraint === 'source_page_once',
  });
  return readSource(accountId, (await find())?.id ?? request.source_id);
}
