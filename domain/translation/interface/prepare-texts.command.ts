import type { InterfaceTexts } from '#contract/translation/translation.contract.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { hasTranslationService } from '../translation-service.queries.ts';
import { interfaceCatalogue } from './interface-catalogue.ts';
import { BATCH, INTERFACE_TEXTS_KIND } from './interface-texts.kind.ts';
import { dedupeKeyOf, needsNoService, readInterfaceTexts } from './interface-texts.queries.ts';

/** Untranslated sentences are retried after this long. */
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
