import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { lockName } from '#domain/platform/lock-name.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { interfaceCatalogue } from './interface-catalogue.ts';

/** All texts of a language as they are served. */
interface InterfaceFile {
  readonly hash: string;
  readonly body: string;
  /** Number of sentences of the catalogue that are missing. */
  readonly untranslated: number;
}

/** How long an old file stays available for browsers that have its address. */
const KEPT_FOR = '30 days';

/** Builds the current file of a language. */
export async function fileOf(store: Knex, language: string): Promise<InterfaceFile> {
  const { texts, sources } = interfaceCatalogue();
  const rows: { source: string; entry: string }[] = await store('interface_text')
    .where({ language })
    .orderBy('source')
    .select('source', 'entry');
  const entries = rows.filter(({ source }) => sources.has(source)).map(({ source, entry }) => [source, entry] as const);
  const body = JSON.stringify(Object.fromEntries(entries));
  return { body, hash: createHash('sha256').update(body).digest('hex'), untranslated: texts.length - entries.length };
}

/** Makes a file the current one of its language. Repeating it changes nothing; old ones are deleted after a month. */
export async function storeInterfaceFile(
  trx: Knex.Transaction,
  language: string,
  { hash, body, untranslated }: InterfaceFile,
): Promise<void> {
  // serialised: two operators may accept texts of a language at once
  await lockName(trx, `interface_file:${language}`);
  await trx('interface_file').where({ language, is_current: true }).whereNot({ hash }).update({ is_current: false });
  await trx('interface_file')
    .insert({ language, hash, body, untranslated, release: interfaceCatalogue().release })
    .onConflict(['language', 'hash'])
    .merge({ is_current: true, untranslated, release: interfaceCatalogue().release, made_at: trx.fn.now() });
  await trx('interface_file')
    .where({ language, is_current: false })
    .where('made_at', '<', expression(trx, sql`now() - ${KEPT_FOR}::interval`))
    .delete();
}
