import { uuidv7 } from 'uuidv7';
import type { Knex } from 'knex';
import { fileTypeFromStream } from 'file-type';
import { lookup } from '#contract/platform/lookup.ts';
import { SOURCE_NAME_LENGTH, SOURCES_MOST } from '#contract/sources/source-limits.ts';
import type { Source, SourceType } from '#contract/sources/sources.contract.ts';
import { addMedia, assertMediaRoom, dropMedia, storeMedia, findMedia, readMedia } from '#domain/media/store-media.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { declaredIn, decodeText, TextCheck } from '#domain/platform/encodings/decode-text.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { sha256Of, type SentFile } from '#domain/platform/storage/sent-file.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { languagesOf } from '#domain/translation/chosen-languages.queries.ts';
import { readAddress, fetchPage, type Page } from './fetching/fetch-page.ts';
import { fileTypeSchema, readFile, type FileType } from './reading/read-file.ts';
import { tidyText } from './reading/source-document.ts';
import { searchWords, textConfigOf } from './search-words.ts';
import { SOURCE_KIND, type SourceRequest } from './source.kind.ts';
import { readSource } from './sources.queries.ts';
import type { SplitPassage } from './split-passages.ts';

interface NewSource {
  readonly accountId: string;
  readonly requestId: string;
  readonly file: SentFile;
}

/** Returns the last part of a file's name, on one line; the sender's folders are private. */
const nameOf = (file: SentFile): string =>
  tidyText(file.name.split(/[\\/]/).at(-1) ?? '')
    .replaceAll(/\s+/g, ' ')
    .slice(-SOURCE_NAME_LENGTH) || 'file';

/**
 * Stores a file and starts reading it. The same bytes are the same source, however often they are sent.
 * @throws ProductError source.bad_type, source.no_text, source.too_many, media.full, media.not_configured
 */
export async function addSource({ accountId, requestId, file }: NewSource): Promise<Source> {
  const name = nameOf(file);
  const type = await sourceTypeOf(file, name);
  const sha256 = await sha256Of(file);
  const findId = async (): Promise<string | null> =>
    (await database()('source').where({ account_id: accountId, sha256 }).first('id'))?.id ?? null;
  const known = await findId();
  if (known) return readSource(accountId, known);
  await assertRoom(accountId);
  await assertMediaRoom(accountId, file.size);
  const stored = await storeMedia({ accountId, kind: 'source', type: 'application/octet-stream', source: file.stream() });
  const request: SourceRequest = { source_id: uuidv7(), is_page: false };
  await acceptRun({
    kind: SOURCE_KIND,
    accountId,
    request,
    subject: name,
    requestId,
    fingerprint: { sha256 },
    dedupeKey: `source:${sha256}`,
    // a source is read only once
    find: async () => {
      const row = await database()('source').where({ account_id: accountId, sha256 }).first('run_id');
      return row?.run_id ?? null;
    },
    async begin(trx, run_id) {
      await addMedia(trx, stored);
      await trx('source').insert({ id: request.source_id, account_id: accountId, type, name, file_id: stored.id, run_id, sha256 });
    },
    isOvertaken: (error) => (error as { constraint?: string } | null)?.constraint === 'source_once',
  });
  return readSource(accountId, (await findId()) ?? request.source_id);
}

/** Checks the user's limit. @throws ProductError source.too_many */
async function assertRoom(accountId: string): Promise<void> {
  const row = await database()('source').where({ account_id: accountId }).count({ n: '*' }).first();
  if (Number(row?.n) >= SOURCES_MOST) throw new ProductError('source.too_many');
}

/** Removes a source with its passages, and stops a run that is still reading it. @throws ProductError not_found */
export async function removeSource(accountId: string, sourceId: string): Promise<void> {
  const { status } = await readSource(accountId, sourceId);
  const row = await database()('source').where({ id: sourceId, account_id: accountId }).first('run_id');
  // the run may have ended meanwhile
  if (status === 'reading' && row?.run_id) await cancelRun({ runId: row.run_id, accountId, keep: false }).catch(ignoreEnded);
  await transact(async (trx) => {
    const [gone] = await trx('source').where({ id: sourceId, account_id: accountId }).delete().returning('file_id');
    if (gone) await dropMedia(trx, [gone.file_id]);
  });
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof ProductError) || error.code !== 'run.ended') throw error;
}

interface NewPage {
  readonly accountId: string;
  readonly requestId: string;
  readonly address: string;
}

/**
 * Starts fetching and reading a page. The same address is the same source; a source that could not be read is tried again.
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

interface Work {
  readonly step: ClaimedStep<SourceRequest>;
  readonly signal: AbortSignal;
}

/** Fetches a page for the next step to read. @throws ProductError source.… with the reason */
export async function fetchSource({ step, signal }: Work): Promise<void> {
  const { source_id: id } = step.request;
  const row: { address: string | null } | undefined = await database()('source').where({ id }).first('address');
  // removed meanwhile
  if (!row?.address || step.accountId === null) throw new ProductError('run.cancelled');
  const { type, bytes } = await pageFile(await fetchPage(row.address, signal));
  // the detected type is stored with the bytes
  const stored = await storeMedia({ accountId: step.accountId, kind: 'source', type: `application/x-${type}`, source: bytes });
  await completeStep(step, {
    output: { bytes: stored.bytes },
    async also(trx) {
      await addMedia(trx, stored);
      await trx('source').where({ id }).update({ file_id: stored.id });
    },
  });
}

const INSERTED_AT_ONCE = 500;

/** Reads a source in a separate process, and replaces its file by its passages. @throws ProductError source.… with the reason */
export async function readSourceFile({ step, signal }: Work): Promise<void> {
  const { source_id: id } = step.request;
  const row: { type: SourceType; file_id: string | null } | undefined = await database()('source').where({ id }).first('type', 'file_id');
  // removed meanwhile
  if (!row) throw new ProductError('run.cancelled');
  const { type, file_id: fileId } = row;
  const file = await findMedia(fileId);
  const fetched = fileTypeSchema.safeParse(file.type.replace('application/x-', ''));
  const read = await readFile(type === 'web' ? (fetched.data ?? 'html') : type, readMedia(file), {
    turn: turnOfStep(step),
    signal,
    languages: step.accountId === null ? [] : await languagesOf(step.accountId),
  });
  const { title, pages, hiddenSlides, passages } = read;
  if (passages.length === 0) throw new ProductError('source.no_text');
  const config = textConfigOf(
    passages
      .map(({ body }) => body)
      .slice(0, 20)
      .join('\n'),
  );
  await completeStep(step, {
    output: { passages: passages.length },
    async also(trx) {
      const words = passages.reduce((sum, { words: more }) => sum + more, 0);
      const [updated] = await trx('source')
        .where({ id })
        .update({
          // a page is named by its title
          ...(type === 'web' && title && { name: title }),
          ready_at: trx.fn.now(),
          pages,
          hidden_slides: hiddenSlides,
          words,
          text_config: config,
          file_id: null,
        })
        .returning('id');
      if (updated) await keepPassages(trx, { id, config, passages });
      await dropMedia(trx, [fileId]);
      await completeRun(trx, { runId: step.runId, result: { passages: passages.length } });
    },
  });
  // the account's next run waits for this one
  await admitAfter('a run ended');
}

async function keepPassages(
  trx: Knex,
  { id, config, passages }: { id: string; config: string; passages: readonly SplitPassage[] },
): Promise<void> {
  await trx('source_passage').where({ source_id: id }).delete();
  for (let at = 0; at < passages.length; at += INSERTED_AT_ONCE) {
    await trx('source_passage').insert(
      passages.slice(at, at + INSERTED_AT_ONCE).map(({ number, page, headings, startsAt, body }) => ({
        source_id: id,
        number,
        page,
        headings,
        starts_at: startsAt,
        body,
        // headings tell what a passage is about
        search: expression(
          trx,
          sql`setweight(to_tsvector(${config}::regconfig, ${searchWords(headings.join(' '))}), 'A')
              || setweight(to_tsvector(${config}::regconfig, ${searchWords(body)}), 'B')`,
        ),
      })),
    );
  }
}

interface Use {
  readonly accountId: string;
  readonly runId: string;
  readonly sourceIds: readonly string[];
}

/**
 * Records which sources a run uses, with their names, which outlive the sources.
 * @throws ProductError source.not_ready when one of them is not the user's, or was not read yet
 */
export async function useSources(trx: Knex.Transaction, { accountId, runId, sourceIds }: Use): Promise<void> {
  const ids = [...new Set(sourceIds)];
  if (ids.length === 0) return;
  const rows: { id: string; name: string }[] = await trx('source')
    .where({ account_id: accountId })
    .whereIn('id', ids)
    .whereNotNull('ready_at')
    .select('id', 'name');
  if (rows.length < ids.length) throw new ProductError('source.not_ready');
  await trx('run_source').insert(rows.map(({ id, name }) => ({ run_id: runId, source_id: id, name, place: ids.indexOf(id) })));
}

/** Returns the downloaded page as a readable file. Its bytes decide the type; the declared type only distinguishes texts. */
export async function pageFile({ bytes, type, charset }: Page): Promise<{ type: FileType; bytes: Uint8Array }> {
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  const text = isHtml || type.startsWith('text/') ? inUtf8(bytes, [charset, declaredIn(bytes)]) : bytes;
  const found = await sourceTypeOf(new File([new Uint8Array(text)], 'page'), type.includes('markdown') ? 'page.md' : 'page.txt').catch(
    (error: unknown) => {
      throw error instanceof ProductError && error.code === 'source.bad_type'
        ? new ProductError('source.bad_page', undefined, { cause: error })
        : error;
    },
  );
  if (found === 'web') throw new Error('the source is a file, not a page');
  return { type: found === 'text' && isHtml ? 'html' : found, bytes: text };
}

/**
 * Converts a page to UTF-8, from the encoding that its response or its head declares, in this order, or else its letters suggest. Other
 * files stay as they are.
 */
function inUtf8(bytes: Uint8Array, declared: readonly (string | null)[]): Uint8Array {
  try {
    return new TextEncoder().encode(decodeText(bytes, { declared }).text);
  } catch {
    return bytes;
  }
}

const KNOWN: Readonly<Record<string, SourceType>> = lookup({
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/epub+zip': 'epub',
});
/** Text formats that file-type detects. */
const TEXTS = new Set(['application/xml', 'text/html', 'text/calendar', 'text/vtt', 'text/vcard', 'application/x-subrip']);

/**
 * Detects a file's type by its first bytes; its name only distinguishes Markdown from other texts.
 * @throws ProductError source.bad_type; source.no_text for an empty file
 */
async function sourceTypeOf(file: Pick<SentFile, 'size' | 'stream'>, name: string): Promise<SourceType> {
  if (file.size === 0) throw new ProductError('source.no_text');
  const found = await fileTypeFromStream(ReadableStream.from(file.stream())).catch(() => null);
  if (found === null) throw new ProductError('source.bad_type');
  const known = found && KNOWN[found.mime];
  if (known) return known;
  if (found && !TEXTS.has(found.mime)) throw new ProductError('source.bad_type');
  try {
    const check = new TextCheck();
    for await (const piece of file.stream()) check.add(piece);
    check.end();
  } catch (error) {
    throw new ProductError('source.bad_type', undefined, { cause: error });
  }
  return /\.(md|markdown)$/i.test(name) ? 'markdown' : 'text';
}
