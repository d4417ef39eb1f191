import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Knex } from 'knex';
import { messagesIn } from '#contract/platform/message.ts';
import { isTranslationOf, countedBy } from '#contract/translation/message-check.ts';
import type { InterfaceTexts } from '#contract/translation/translation.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Work } from '#domain/vendors/llm/ask-services.ts';
import { shieldSentence } from '../shield.ts';
import { translateList, type Item } from '../translate-list.ts';
import { hasTranslationService } from '../translation-service.queries.ts';
import { dedupeKeyOf, needsNoService, readInterfaceTexts } from './interface-texts.queries.ts';
import { interfaceCatalogue } from './interface-catalogue.ts';
import { BATCH, batchOf, type InterfaceTextsRequest, INTERFACE_TEXTS_KIND } from './interface-texts.kind.ts';

/**
 * Translates one part of the catalogue, except sentences that the language already has, and stores each translation that preserves its
 * placeholders; the others stay English.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function translateTexts({ step, signal }: Work<InterfaceTextsRequest>): Promise<void> {
  const { language } = step.request;
  const batch = batchOf(step.key);
  const texts = await missingOf(language, interfaceCatalogue().texts.slice(batch * BATCH, (batch + 1) * BATCH));
  const items = texts.flatMap((text, place) => itemsOf(text, String(place), language));
  const { checked, answered } = await translateList({ step, signal }, items, { target: language, source: 'en' });
  const rows = texts.flatMap((text, place) => {
    const entry = messageOf(text, String(place), language, checked);
    return entry === null ? [] : { source: text, entry };
  });
  await completeStep(step, {
    output: { translated: rows.length, left: texts.length - rows.length },
    ...(answered && { service: answered.service, inputHash: answered.inputHash, callId: answered.callId }),
    async also(trx) {
      if (rows.length === 0) return;
      const service = answered!.service;
      await trx('interface_text')
        .insert(rows.map(({ source, entry }) => ({ language, source, entry: JSON.stringify(entry), service })))
        .onConflict(['language', 'source'])
        .merge();
    },
  });
}

async function missingOf(language: string, sources: readonly string[]): Promise<string[]> {
  const known: string[] = await database()('interface_text').where({ language }).whereIn('source', sources).pluck('source');
  return sources.filter((source) => !known.includes(source));
}

/** Builds the file of a language from its sentences, and ends the run. */
export async function bindTexts({ step }: Work<InterfaceTextsRequest>): Promise<void> {
  const { language } = step.request;
  await completeStep(step, {
    output: {},
    async also(trx) {
      const file = await fileOf(trx, language);
      await storeInterfaceFile(trx, language, file);
      await completeRun(trx, { runId: step.runId, result: { hash: file.hash, untranslated: file.untranslated } });
    },
  });
}

/** Time after which untranslated sentences are tried again. */
const AGAIN_AFTER_MS = 24 * 3_600_000;

/**
 * Starts translating a language unless this release's texts exist. Concurrent requests share one run; later ones get its file. Without a
 * service nothing starts.
 * @throws ProductError spend.install_cap
 */
export async function prepareTexts({ language, requestId }: { language: string; requestId: string }): Promise<InterfaceTexts> {
  const { isOfThisRelease, madeAt, ...texts } = await readInterfaceTexts(language);
  const isStale = madeAt !== null && Date.now() - madeAt.getTime() > AGAIN_AFTER_MS;
  const isWhole = isOfThisRelease && (texts.untranslated === 0 || !isStale);
  if (texts.state === 'preparing' || isWhole || needsNoService(language) || !hasTranslationService()) return texts;
  const { release, texts: sources } = interfaceCatalogue();
  await acceptRun({
    kind: INTERFACE_TEXTS_KIND,
    accountId: null,
    request: { language, release, batches: Math.ceil(sources.length / BATCH) },
    subject: `The interface in ${language}`,
    requestId,
    fingerprint: null,
    dedupeKey: dedupeKeyOf(language),
  });
  return { ...texts, state: 'preparing' };
}

interface Proposal {
  readonly accountId: string;
  readonly language: string;
  readonly source: string;
  readonly proposed: string;
}

/**
 * Stores a user's proposed translation, replacing an earlier one of theirs for the same sentence.
 * @throws ProductError not_found for a sentence that no service has translated; validation.failed unless it is an ICU message with the same
 * arguments and the language's plural forms
 */
export async function proposeText({ accountId, language, source, proposed }: Proposal): Promise<void> {
  const known = needsNoService(language) ? null : await database()('interface_text').where({ language, source }).first('source');
  if (!known) throw notFound('text');
  if (linksOf(source) !== linksOf(proposed) || !isTranslationOf(source, proposed, language))
    throw new ProductError(
      'validation.failed',
      'The text must have the same placeholders in braces as the original, and every plural form of the language.',
    );
  await database()('text_proposal')
    .insert({ id: uuidv7(), account_id: accountId, language, source, proposed })
    .onConflict(expression(database(), sql`(account_id, language, source) where state = 'open'`))
    .merge({ proposed, created_at: database().fn.now() });
}

/** Returns the link targets of a text, which a proposal may not change. */
const linksOf = (text: string): string => [...new Set(text.match(/\]\([^()\s]*\)/g) ?? [])].sort().join(' ');

/**
 * Accepts or declines a proposal. An accepted text takes precedence over the service's, and the language gets a new file at once.
 * @throws ProductError not_found, also when it was already decided
 */
export async function decideProposal(id: string, { accept, operatorId }: { accept: boolean; operatorId: string }): Promise<void> {
  if (!isUuid(id)) throw notFound('proposal');
  await transact(async (trx) => {
    const [row] = await trx('text_proposal')
      .where({ id, state: 'open' })
      .update({ state: accept ? 'accepted' : 'declined', decided_at: trx.fn.now(), decided_by: operatorId })
      .returning(['language', 'source', 'proposed']);
    if (!row) throw notFound('proposal');
    const { language, source, proposed } = row as { language: string; source: string; proposed: string };
    const action = accept ? 'text_proposal.accept' : 'text_proposal.decline';
    await recordAudit({ actor: `account:${operatorId}`, action, subject: `text_proposal:${id}`, detail: { language, source } }, trx);
    if (!accept) return;
    await trx('interface_text')
      .where({ language, source })
      .update({ service: null, made_at: trx.fn.now(), entry: JSON.stringify(proposed) });
    await storeInterfaceFile(trx, language, await fileOf(trx, language));
  });
}

/** All texts of a language, as served. */
interface InterfaceFile {
  readonly hash: string;
  readonly body: string;
  /** Number of sentences of the catalogue that lack a translation. */
  readonly untranslated: number;
}

/** How long an old file stays available for browsers that have its address. */
const KEPT_FOR = '30 days';

/** Builds the current file of a language. */
async function fileOf(store: Knex, language: string): Promise<InterfaceFile> {
  const { texts, sources } = interfaceCatalogue();
  const rows: { source: string; entry: string }[] = await store('interface_text')
    .where({ language })
    .orderBy('source')
    .select('source', 'entry');
  const entries = rows.filter(({ source }) => sources.has(source)).map(({ source, entry }) => [source, entry] as const);
  const body = JSON.stringify(Object.fromEntries(entries));
  return { body, hash: createHash('sha256').update(body).digest('hex'), untranslated: texts.length - entries.length };
}

/** Makes a file the current one of its language. Repeating it changes nothing; old files are deleted after a month. */
async function storeInterfaceFile(trx: Knex.Transaction, language: string, { hash, body, untranslated }: InterfaceFile): Promise<void> {
  // serialised: two operators may accept texts of one language at once
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

/** Highest number tried in search of a sample for each plural form. */
const LARGEST_SAMPLE = 1_000_000;
const SAMPLES = [...Array.from({ length: 130 }, (_, number) => number), 1_000, LARGEST_SAMPLE];

/** Returns a sample number for each plural form of a language: `{ one: 1, few: 2, many: 5, other: 100 }`. */
export function samplesOf(language: string): Readonly<Record<string, number>> {
  const plurals = new Intl.PluralRules(language);
  const samples: Record<string, number> = {};
  // start at 2, because sentences for 0 and 1 often omit the number
  for (const number of [...SAMPLES.slice(2), 1, 0]) samples[plurals.select(number)] ??= number;
  // some languages (Czech, Lithuanian) have a form only for fractions: its sample is 1.5
  for (const category of plurals.resolvedOptions().pluralCategories) samples[category] ??= 1.5;
  return samples;
}

const english = messagesIn('en', {});

/** Returns the English sentence for this number; its other arguments stay placeholders. */
function sentenceAbout(source: string, by: string, sample: number): string {
  const others = [...source.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!);
  return english(source, { ...Object.fromEntries(others.map((name) => [name, `{${name}}`])), [by]: sample });
}

/** Returns the texts to send for a message: the message itself, or one sentence per plural form with a sample number. */
export function itemsOf(source: string, id: string, language: string): Item[] {
  const by = countedBy(source);
  if (by === null) return [{ id, ...shieldSentence(source) }];
  return Object.entries(samplesOf(language)).map(([form, sample]) => ({
    id: `${id}.${form}`,
    ...shieldSentence(sentenceAbout(source, by, sample)),
  }));
}

/** An apostrophe before a character of the syntax would quote it: `l'{name}`. */
const escaped = (text: string): string => text.replaceAll(/'(?=[{}'#]|$)/g, "''");

/** Builds the translation of a message from those of its items; null when unusable, so that it stays English. */
export function messageOf(source: string, id: string, language: string, texts: ReadonlyMap<string, string>): string | null {
  const by = countedBy(source);
  const message = by === null ? escaped(texts.get(id) ?? '') : pluralOf(source, by, id, language, texts);
  return message && isTranslationOf(source, message, language) ? message : null;
}

function pluralOf(source: string, by: string, id: string, language: string, texts: ReadonlyMap<string, string>): string | null {
  const forms: string[] = [];
  for (const [form, sample] of Object.entries(samplesOf(language))) {
    const text = withNumber(texts.get(`${id}.${form}`), sample);
    // a form whose number is a word may omit the figure, but the general form may not
    if (text === null || (form === 'other' && source.includes('#') && !text.includes('#'))) return null;
    forms.push(`${form} {${text}}`);
  }
  return `{${by}, plural, ${forms.join(' ')}}`;
}

/** Replaces the number, in any notation, by `#`. Null when it occurs twice, or there is no text. */
function withNumber(text: string | undefined, sample: number): string | null {
  if (!text) return null;
  const figure = sample.toLocaleString('en').replaceAll(/[.,]/g, (sign) => (sign === '.' ? '[.,٫]' : String.raw`[.,'’٬\s]?`));
  const parts = escaped(text).split(new RegExp(String.raw`(?<![\d.,])${figure}(?![\d]|[.,]\d)`));
  return parts.length > 2 ? null : parts.join('#');
}
