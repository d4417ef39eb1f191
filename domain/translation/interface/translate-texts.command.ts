import { database } from '#domain/platform/database.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import type { Work } from '#domain/vendors/llm/ask-services.ts';
import { translateList } from '../translate-list.ts';
import { fileOf, storeInterfaceFile } from './store-interface-file.command.ts';
import { interfaceCatalogue } from './interface-catalogue.ts';
import { BATCH, batchOf, type InterfaceTextsRequest } from './interface-texts.kind.ts';
import { itemsOf, messageOf } from './plural-forms.ts';

/**
 * Translates one part of the catalogue, except sentences that the language already has, and stores each translation that preserves its
 * placeholders. Others stay English.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function translateTexts({ step, signal }: Work<InterfaceTextsRequest>): Promise<void> {
  const { language } = step.request;
  const batch = batchOf(step.key);
  const texts = await missingOf(language, interfaceCatalogue().texts.slice(batch * BATCH, (batch + 1) * BATCH));
  const items = texts.flatMap((text, place) => itemsOf(text, String(place), language));
  const { texts: translated, answered } = await translateList({ step, signal }, items, { target: language, source: 'en' });
  const rows = texts.flatMap((text, place) => {
    const entry = messageOf(text, String(place), language, translated);
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
