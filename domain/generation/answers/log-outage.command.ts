import type { Knex } from 'knex';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { SERVICES_IN_WORDS } from '#contract/platform/service-names.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { outageMs } from '#domain/vendors/llm/outage-patience.ts';
import type { Availability } from './roles.ts';
import { isDemo } from '#domain/vendors/llm/voices.ts';
import { listServices } from '#domain/platform/service-names.ts';

/** Minimum interval between two log lines about one outage, however many steps wait for its end. */
const SAY_EVERY_S = 30;
/** Interval for a used-up budget, which stays so for hours and is checked every minute. */
const SAY_BUDGET_EVERY_S = 86_400;
/** Minimum length of a real outage: on a busy machine, refusals without a stated time can hit all four services within a second or two. */
const OUTAGE_TOLD_MS = 3_000;

/**
 * Logs in the run which services one of its steps waits for: all of them, or those of its candidates that do not answer. Logs again once a
 * service has delivered something since. Does nothing while one of the candidates answers somebody.
 * @param candidates services the step waits for
 */
export async function logOutage(runId: string, candidates: readonly Service[], availability: Availability): Promise<void> {
  const line = budgetLine(candidates, availability) ?? outageOf(candidates, availability);
  if (!line || (await isAnnounced(database(), runId, line))) return;
  await transact(async (trx) => {
    await lockRun(trx, runId);
    if (await isAnnounced(trx, runId, line)) return;
    await recordEvent(trx, runId, line.event, line.message);
  });
}

interface WaitLine {
  readonly event: string;
  readonly message: Sentence;
  /** Minimum interval between two such lines, in seconds. */
  readonly everyS?: number;
}

/** Returns the log sentence for a step that waits for a budget; null when it waits for another reason. */
function budgetLine(candidates: readonly Service[], availability: Availability): WaitLine | null {
  const usedUp = candidates.filter((service) => availability[service].usedUp !== undefined);
  if (usedUp.length === 0) return null;
  const services = listServices(usedUp);
  return {
    event: 'services.used_up',
    message: toSentence(
      '{services}: the budget is used up for now. Work that needs them waits and continues automatically; finished work is safe.',
      { services },
    ),
    everyS: SAY_BUDGET_EVERY_S,
  };
}

/** Returns the outage that a step meets, as an event and its sentence; null when one of its candidates is known to answer. */
export function outageOf(candidates: readonly Service[], availability: Availability): WaitLine | null {
  if (outageMs(candidates, availability) < OUTAGE_TOLD_MS) return null;
  const configured = (Object.keys(availability) as Service[]).filter((service) => availability[service].configured);
  if (outageMs(configured, availability) >= OUTAGE_TOLD_MS)
    return {
      event: 'services.out',
      message: isDemo()
        ? toSentence('The demo library is not answering at the moment. We’ll keep trying. You won’t be charged for anything it can’t give.')
        : configured.length === SERVICES_IN_WORDS
          ? toSentence(
              'None of the four AI services is answering at the moment. We’ll keep trying. You won’t be charged for anything we can’t write.',
            )
          : toSentence(
              '{n, plural, one {The AI service is not answering} other {None of the # AI services is answering}} at the moment. We’ll keep trying. You won’t be charged for anything we can’t write.',
              { n: configured.length },
            ),
    };
  const services = listServices(candidates);
  return {
    event: 'services.some_out',
    message: toSentence('{services}: no answer at the moment. Work that needs them waits; finished work is safe.', { services }),
  };
}

/** Tells whether the line was logged within the last seconds (the query version of the contract's `outageLine`). */
async function isAnnounced(knex: Knex, runId: string, { event, everyS = SAY_EVERY_S }: WaitLine): Promise<boolean> {
  const [answer] = await rowsOf<{ is_announced: boolean }>(
    knex,
    sql`select exists (
       select from run_event said
        where run_id = ${runId} and event = ${event} and at > now() - ${everyS} * interval '1 s' and not exists (
          select from run_event since
           where since.run_id = ${runId} and since.id > said.id and (
             since.event = 'run.retried' or since.event not like 'service.%' and since.words #> '{values,service}' is not null))) as is_announced`,
  );
  return answer!.is_announced;
}
