import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';

const EVENT = 'services.out';
/** Minimum interval between two log lines about one outage, however many steps wait for its end. */
const SAY_EVERY_S = 30;

/** Adds a log line to the run that no service answers at the moment; adds another once a service has delivered something since. */
export async function logOutage(runId: string): Promise<void> {
  if (await isAnnounced(database(), runId)) return;
  await transact(async (trx) => {
    await lockRun(trx, runId);
    if (await isAnnounced(trx, runId)) return;
    const said = toSentence(
      'None of the four AI services answers at the moment. We’ll keep trying. You won’t be charged for anything we can’t write.',
    );
    await recordEvent(trx, runId, EVENT, said);
  });
}

/** Tells whether the line was logged within the last seconds (the query version of the contract's `outageLine`). */
async function isAnnounced(knex: Knex, runId: string): Promise<boolean> {
  const { rows } = await knex.raw(
    `select exists (
       select from run_event said
        where run_id = :runId and event = :event and at > now() - interval '${SAY_EVERY_S} s' and not exists (
          select from run_event since
           where since.run_id = :runId and since.id > said.id and (
             since.event = 'run.retried' or since.event not like 'service.%' and since.words #> '{values,service}' is not null))) as is_announced`,
    { runId, event: EVENT },
  );
  return rows[0].is_announced;
}
