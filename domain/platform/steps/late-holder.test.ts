import { beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { transact } from '#domain/platform/database.ts';
import { addSteps, failStep, finishStep, StepLost } from './step.commands.ts';
import { claimStep, renewLeases } from './lease.commands.ts';
import { deferStep, schedulePoll } from './defer-step.command.ts';
import { setJobSink } from './job-sink.ts';
import { recordCallStart, storeAnswer } from './step-answer.commands.ts';
import type { ClaimedStep, PaidAnswer } from './step.ts';

const db = useTestDatabase();
const answerOf = (name: string): PaidAnswer => ({
  callId: uuidv7(),
  service: 'claude',
  inputHash: 'the same',
  attempt: 0,
  value: { name },
});

describe('a worker that was suspended for longer than its lease, and continues', () => {
  let late: ClaimedStep;
  let holder: ClaimedStep;

  beforeEach(async () => {
    setJobSink(async () => {});
    const id = await insertRun(db.knex);
    const [stepId] = await transact((trx) => addSteps(trx, { id, lane: 'interactive' }, [{ job: 'write-lesson', key: 'a' }]));
    late = await claimed(stepId!, 'stopped');
    await db
      .knex('step')
      .where({ id: stepId })
      .update({ lease_until: db.knex.raw(`now() - interval '1 s'`) });
    holder = await claimed(stepId!, 'other');
  });

  async function claimed(stepId: string, worker: string): Promise<ClaimedStep> {
    let step: ClaimedStep | null = null;
    await expect
      .poll(async () => {
        const claim = await claimStep(stepId, worker);
        if (claim.kind === 'claimed') step = claim.step;
        return step;
      })
      .not.toBeNull();
    return step!;
  }
  const row = () => db.knex('step').where({ id: holder.stepId }).first();

  it.each<[string, () => Promise<unknown>]>([
    ['store an answer', () => storeAnswer(late, answerOf('late'))],
    [
      'begin a call',
      () =>
        recordCallStart({
          hold: late,
          call: { id: uuidv7(), service: 'grok', model: 'm', purpose: 'lesson' },
          inputHash: 'h',
          passedOver: [],
        }),
    ],
    ['complete the step', () => transact((trx) => finishStep(trx, late, { output: {} }))],
    ['fail it', () => transact((trx) => failStep(trx, late, { code: 'internal', detail: 'x', tried: [] }))],
  ])('cannot %s: its step is lost, and the row is the other worker’s', async (_what, write) => {
    await storeAnswer(holder, answerOf('mine'));
    const before = await row();
    await expect(write()).rejects.toThrow(StepLost);
    expect(await row()).toEqual(before);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['put it off', () => deferStep(late, new Date(), [])],
    ['poll for it later', () => schedulePoll(late, { afterMs: 0, withinMs: 1_000, payload: { late: true } })],
    ['renew its lease', () => renewLeases([late])],
  ])('changes nothing when it wants to %s', async (_what, write) => {
    const before = await row();
    await write();
    expect(await row()).toEqual(before);
  });

  it('learns at its next heartbeat that it has lost the step', async () => {
    expect(await renewLeases([late])).toEqual([{ stepId: late.stepId, reason: 'lost' }]);
  });

  it('leaves the answer that was bought again, whichever arrives first', async () => {
    await expect(storeAnswer(late, answerOf('late'))).rejects.toThrow(StepLost);
    await storeAnswer(holder, answerOf('mine'));
    expect((await row())!.answer!.value).toEqual({ name: 'mine' });
  });
});

it('an answer that arrives while nobody has taken the step over is stored, even after the lease has ended', async () => {
  setJobSink(async () => {});
  const id = await insertRun(db.knex);
  const [stepId] = await transact((trx) => addSteps(trx, { id, lane: 'interactive' }, [{ job: 'write-lesson', key: 'a' }]));
  const claim = await claimStep(stepId!, 'stopped');
  if (claim.kind !== 'claimed') throw new Error('it was not claimed');
  await db
    .knex('step')
    .where({ id: stepId })
    .update({ lease_until: db.knex.raw(`now() - interval '1 minute'`) });
  await storeAnswer(claim.step, answerOf('in time'));
  expect((await db.knex('step').where({ id: stepId }).first())!.answer!.value).toEqual({ name: 'in time' });
});
