import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { uuidFrom } from '#domain/platform/uuid.ts';
import { addSpend } from '#domain/vendors/llm/add-spend.command.ts';
import type { SpeechService } from './speech.client.ts';

/** Micro-dollars per second of sound, from OpenAI's price page (read 2026-11): caps and figures use them, no user is charged by them. */
const MICRO_USD = { speech: 250, hearing: 100 } as const;

interface SpeechCall {
  /** Number of the part: a part's call is recorded once. */
  readonly n: number;
  /** A text was spoken, or the words of a sound were heard. */
  readonly purpose: keyof typeof MICRO_USD;
  readonly service: SpeechService;
  /** Length of the sound. */
  readonly seconds: number;
  /** How long it took; null: a worker that was killed had made the call. */
  readonly ms: number | null;
}

/** Records a call for a part of a step among those of its run, and adds its cost to the daily spending of its user and of the installation. */
export async function recordSpeechCall(
  { stepId, runId, cappedId }: Pick<ClaimedStep, 'stepId' | 'runId' | 'cappedId'>,
  { n, purpose, service, seconds, ms }: SpeechCall,
): Promise<void> {
  const id = uuidFrom(`${stepId}/${n}/${purpose}`);
  const cost = Math.ceil(MICRO_USD[purpose] * seconds);
  await transact(async (trx) => {
    if (await trx('vendor_call').where({ id }).first('id')) return;
    // before the call: writing a call locks its run's sums, and everybody else takes the day's spending before those
    await addSpend(trx, cappedId, cost);
    await trx('vendor_call').insert({
      id,
      account_id: cappedId,
      run_id: runId,
      step_id: stepId,
      service,
      model: config()[purpose === 'speech' ? 'voiceModels' : 'speechModels'][service],
      purpose,
      started_at: expression(trx, sql`clock_timestamp() - ${ms ?? 0} * interval '1 ms'`),
      ms,
      outcome: 'ok',
      cost_micro_usd: cost,
    });
  });
}
