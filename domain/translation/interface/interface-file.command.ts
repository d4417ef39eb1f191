import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { interfaceCatalogue, type Entry } from './interface-catalogue.ts';

/** All texts of a language as they are served. */
interface InterfaceFile {
  readonly hash: string;
  readonly body: string;
  /** Sentences of the catalogue that are not in it. */
  readonly untranslated: number;
}

/** Browsers may still hold the address of an older file for so long. */
const KEPT_FOR = '30 days';

/** The file that a language's sentences make now. */
export async function fileOf(store: Knex, language: string): Promise<InterfaceFile> {
  const { texts, sources } = interfaceCatalogue();
  const rows: { source: string; entry: Entry }[] = await store('interface_text')
    .where({ language })
    .orderBy('source')
    .select('source', 'entry');
  const entries = rows.filter(({ source }) => sources.has(source)).map(({ source, entry }) => [source, entry] as const);
  const body = JSON.stringify(Object.fromEntries(entries));
  return { body, hash: createHash('sha256').update(body).digest('hex'), untranslated: texts.length - entries.length };
}

/** Makes a file the one of its language. The same file again changes nothing; old ones go after a month. */
export async function keepFile(trx: Knex.Transaction, language: string, { hash, body, untranslated }: InterfaceFile): Promise<void> {
  // one at a time: two operators may accept texts of a language at once
  await trx.raw(`select pg_advisory_xact_lock(hashtext('interface_file:' || ?))`, [language]);
  await trx('interface_file').where({ language, is_current: true }).whereNot({ hash }).update({ is_current: false });
  await trx('interface_file')
    .insert({ language, hash, body, untranslated, release: interfaceCatalogue().release })
    .onConflict(['language', 'hash'])
    .merge({ is_current: true, untranslated, release: interfaceCatalogue().release, made_at: trx.fn.now() });
  await trx('interface_file').where({ language, is_current: false }).whereRaw(`made_at < now() - interval '${KEPT_FOR}'`).delete();
}
