import { beforeEach, describe, expect, it, vi } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { addSteps, StepLost } from './step.commands.ts';
import { claimStep } from './lease.commands.ts';
import { recordCallStart } from './step-answer.commands.ts';
import type { ClaimedStep } from './step.ts';

const db = useTestDatabase();

describe('the record of a step’s next call', () => {
  let steps: ClaimedStep[];

  beforeEach(async () => {
    const id = await insertRun(db.knex);
    const ids = await db.knex.transaction((trx) =>
      addSteps(
        trx,
        { id, lane: 'interactive' },
        ['a', 'b', 'c'].map((key) => ({ job: 'write-lesson', key })),
      ),
    );
    const claims = await Promise.all(ids.map((id) => claimStep(id, 'test')));
    steps = claims.flatMap((claim) => (claim.kind === 'claimed' ? claim.step : []));
  });

  const note = (hold: ClaimedStep) =>
    recordCallStart({
      hold,
      call: { id: uuidv7(), service: 'claude', model: 'm', purpose: 'lesson' },
      inputHash: `hash of ${hold.key}`,
      passedOver: [],
    });
  const hashes = () => db.knex('step').where({ run_id: steps[0]!.runId }).orderBy('key').pluck('input_hash');

  it('is stored for all concurrent callers, each its own', async () => {
    expect(steps.map(({ key }) => key).sort()).toEqual(['a', 'b', 'c']);
    await Promise.all(steps.map(note));
    expect(await hashes()).toEqual(['hash of a', 'hash of b', 'hash of c']);
  });

  it('is rejected only for workers that have lost their step', async () => {
    const [lost, cancelled, held] = steps.toSorted((a, b) => (a.key < b.key ? -1 : 1)) as [ClaimedStep, ClaimedStep, ClaimedStep];
    await db.knex('step').where({ id: lost.stepId }).update({ fence: 2 });
    await db.knex('step').where({ id: cancelled.stepId }).update({ state: 'cancelled' });
    const results = await Promise.allSettled([lost, cancelled, held].map(note));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect((results[0] as PromiseRejectedResult).reason).toBeInstanceOf(StepLost);
    expect(await hashes()).toEqual([null, null, 'hash of c']);
  });

  it('is checked again by a process that was suspended in the meantime: another worker may have taken its step over', async () => {
    const [frozen] = steps as [ClaimedStep];
    await db.knex.raw(
      `create function taken_over() returns trigger language plpgsql as $$
       begin update step set fence = fence + 1 where id = new.id; return null; end $$;
       create trigger taken_over after update of call_begun on step for each row execute function taken_over()`,
    );
    // longer ago than any lease
    vi.spyOn(performance, 'now').mockReturnValueOnce(-3_600_000);
    try {
      await expect(note(frozen)).rejects.toBeInstanceOf(StepLost);
    } finally {
      vi.restoreAllMocks();
      await db.knex.raw('drop trigger taken_over on step; drop function taken_over()');
    }
  });

  it('waits for a row that is being changed, whose outcome decides', async () => {
    const [stopped, beating] = steps as [ClaimedStep, ClaimedStep];
    let noting: Promise<PromiseSettledResult<void>[]> | undefined;
    await db.knex.transaction(async (trx) => {
      await trx('step').where({ id: stopped.stepId }).update({ state: 'cancelled' });
      await trx('step')
        .where({ id: beating.stepId })
        .update({ lease_until: trx.raw(`now() + interval '1 minute'`) });
      noting = Promise.allSettled(steps.map(note));
      await expect
        .poll(async () => Number((await db.knex.raw(`select count(*) from pg_locks where not granted`)).rows[0].count))
        .toBeGreaterThan(0);
    });
    const results = (await noting) ?? [];
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
