import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { EXPORT_PARTS } from './export/export-parts.ts';
import { EXCLUDED_TABLES } from './export/excluded-tables.ts';
import { exportReadme } from './export/export-readme.ts';
import { readPart, type Exported } from './export/read-part.queries.ts';
import { zipFiles, type ZippedFile } from '#domain/platform/archives/zip-files.ts';

/**
 * Exports everything stored about a user as a zip (EXP-01, G56): `README.txt` and one list per table. It is read from the database while
 * the caller consumes it, and audited before it begins.
 * @throws ProductError not_found when there is no such account; the stream fails when the database stays unavailable
 */
export async function exportData(accountId: string): Promise<AsyncIterable<Uint8Array>> {
  const account = await database()('account').where({ id: accountId }).first('email', 'email_verified_at');
  if (!account) throw notFound('account');
  await recordAudit({ actor: `account:${accountId}`, action: 'account.exported', subject: `account:${accountId}` });
  const at = new Date();
  return zipFiles(filesOf({ accountId, address: account.email_verified_at === null ? '' : account.email }, at), at);
}

function* filesOf(exported: Exported, at: Date): Generator<ZippedFile> {
  yield { name: 'README.txt', text: [exportReadme(EXPORT_PARTS, EXCLUDED_TABLES, at)] };
  for (const part of EXPORT_PARTS) yield { name: `${part.file}.json`, text: listOf(readPart(part, exported)) };
}

/** Formats lines of JSON as a list. */
async function* listOf(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const lines of pages) {
    if (lines.length === 0) continue;
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
