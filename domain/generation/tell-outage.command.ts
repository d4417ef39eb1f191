import type { Knex } from 'knex';
import { say } from '#contract/platform/sentence.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { lockRun } from './advance-run.command.ts';
import { recordEvent } from './run-event.ts';

const EVENT = 'services.out';
/** While one outage lasts it is said once in so many seconds, however many steps wait for its end. */
const SAY_EVERY_S = 30;

/** Says in the run's log that no service can be asked at the moment, and how long that is waited for. */
export async function tellOutage(runId: string): Promise<void> {
  if (await isTold(database(), runId)) return;
  const seconds = Math.round(config().vendor.outagePatienceMs / 1000);
  await transact(async (trx) => {
    await lockRun(trx, runId);
    if (await isTold(trx, runId)) return;
    const said = say('None of the AI services answers at the moment. They are asked again and again, for {seconds} seconds at most.', {
      seconds,
    });
    await recordEvent(trx, runId, EVENT, said);
  });
}

const isTold = async (knex: Knex, runId: string): Promise<boolean> =>
  (await knex('run_event')
    .where({ run_id: runId, event: EVENT })
    .andWhere('at', '>', knex.raw(`now() - interval '${SAY_EVERY_S} s'`))
    .first('id')) !== undefined;
