import type { Knex } from 'knex';
import { reserveWork } from '#domain/billing/ledger/reserve-work.command.ts';
import { tokenWords } from '#domain/platform/token-words.ts';

interface RunCost {
  readonly runId: string;
  readonly accountId: string;
  readonly kind: 'course' | 'lesson';
  /** Topic or title, for the list of movements. */
  readonly about: string;
  /** Hundredths of a token, at most. */
  readonly cost: number;
}

/** After this long the sweep looks whether the run has ended without settling; a live run keeps its hold for as long as it takes. */
const LOOK_AFTER_MS = 60 * 60 * 1000;

/**
 * Sets aside what a new run may cost, in the transaction that makes it and before it (A12): a course is paid by a unit of the plan while
 * there is one, single lessons always by tokens.
 * @returns tokens that are reserved, in hundredths, and the line for the run's log
 * @throws ProductError tokens.insufficient; nothing was written then
 */
export async function reserveForRun(
  trx: Knex.Transaction,
  run: RunCost,
): Promise<{ reserved: number; event: { name: string; text: string } }> {
  if (run.cost === 0) return { reserved: 0, event: { name: 'tokens.reserved', text: 'It is paid for already.' } };
  const { from, centitokens } = await reserveWork(trx, {
    accountId: run.accountId,
    jobId: run.runId,
    centitokens: run.cost,
    ...(run.kind === 'course' && { quota: { feature: 'text_course', units: 1 } }),
    expiresAt: new Date(Date.now() + LOOK_AFTER_MS),
    cause: `${run.kind === 'course' ? 'Course' : 'Lessons'}: ${run.about}`,
  });
  const tokens = tokenWords(centitokens);
  const are = centitokens === 100 ? 'is' : 'are';
  const text = {
    plan: 'One course of your plan is set aside for it.',
    own: `${tokens} ${are} set aside for it.`,
    organisation: `${tokens} of your organisation ${are} set aside for it.`,
  }[from];
  return { reserved: centitokens, event: { name: 'tokens.reserved', text } };
}
