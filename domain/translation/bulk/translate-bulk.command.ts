import { createHash } from 'node:crypto';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { awaitRun } from '#domain/platform/runs/run-envelope.queries.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import type { Work } from '#domain/vendors/llm/ask-services.ts';
import { interfaceCatalogue } from '../interface/interface-catalogue.ts';
import { textsOf } from '../interface/interface-texts.queries.ts';
import { shieldMarkdown } from '../shield.ts';
import { translateList } from '../translate-list.ts';
import { hasTranslationService } from '../translation-service.queries.ts';
import { BULK_TEXTS_KIND, type BulkTextsRequest } from './bulk-texts.kind.ts';

/** Translates a user's texts, and ends the run with the results in order; null for a text that could not be translated. */
export async function translateSentTexts({ step, signal }: Work<BulkTextsRequest>): Promise<void> {
  const { texts, source, target } = step.request;
  const items = texts.map((text, place) => ({ id: String(place), ...shieldMarkdown(text.replaceAll(/\s+/g, ' ')) }));
  const { checked, answered } = await translateList({ step, signal }, items, { source, target });
  const result = { texts: texts.map((_, place) => checked.get(String(place)) ?? null) };
  await completeStep(step, {
    output: {},
    ...(answered && { service: answered.service, inputHash: answered.inputHash, callId: answered.callId }),
    also: (trx) => completeRun(trx, { runId: step.runId, result }),
  });
}

interface Sent {
  readonly accountId: string;
  readonly requestId: string;
  readonly texts: readonly string[];
  /** BCP 47. */
  readonly source: string;
  readonly target: string;
  readonly signal: AbortSignal;
}

/** Maximum wait of a caller; after it, untranslated texts are returned as they are. */
const WAIT_MS = 25_000;

/**
 * Translates texts in order (I18N-04). Sentences of the interface come from stored translations; others are translated only for the caller.
 * Texts that cannot be translated in time, or at all without a service, are returned unchanged (I18N-03).
 * @throws ProductError spend.user_cap, spend.install_cap
 */
export async function translateBulk({ accountId, requestId, texts, source, target, signal }: Sent): Promise<string[]> {
  if (source === target) return [...texts];
  const stored = source === 'en' ? await textsOf(target) : {};
  const { sources } = interfaceCatalogue();
  const open = [
    ...new Set(texts.filter((text) => text.trim() !== '' && !Object.hasOwn(stored, text) && !(source === 'en' && sources.has(text)))),
  ];
  const sent =
    open.length === 0 || !hasTranslationService()
      ? new Map<string, string>()
      : await translateSent({ accountId, requestId, texts: open, source, target, signal });
  return texts.map((text) => (Object.hasOwn(stored, text) ? stored[text] : undefined) ?? sent.get(text) ?? text);
}

async function translateSent({ accountId, requestId, texts, source, target, signal }: Sent): Promise<Map<string, string>> {
  const request: BulkTextsRequest = { source, target, texts: [...texts] };
  const dedupe = createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 40);
  const { runId } = await acceptRun({
    kind: BULK_TEXTS_KIND,
    accountId,
    request,
    subject: 'Texts',
    requestId,
    fingerprint: null,
    dedupeKey: `${BULK_TEXTS_KIND}:${dedupe}`,
  });
  await awaitRun(runId, { timeoutMs: Math.min(WAIT_MS, config().generateWaitMs), signal });
  const run = await database()('run').where({ id: runId }).first('result');
  const translated = (run?.result as { texts: (string | null)[] } | null | undefined)?.texts ?? [];
  return new Map(texts.flatMap((text, place) => (translated[place] ? [[text, translated[place]]] : [])));
}
