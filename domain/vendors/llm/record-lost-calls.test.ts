import { beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { JSON_BEES, useScriptedCalls } from './scripted-call.factory.ts';
import { says } from './scripted-vendor.factory.ts';
import { recordLostCalls } from './call.commands.ts';

const { test, accountId, runId, at, ask } = useScriptedCalls();

describe('a call whose worker crashed', () => {
  let id: string;
  const lost = () =>
    recordLostCalls(test.knex, [
      {
        call: { id, service: 'claude', model: 'claude-sonnet-5-5', purpose: 'practice', at: '2026-01-01T10:00:00.000Z' },
        accountId,
        runId,
        stepId: uuidv7(),
      },
    ]);
  const calls = () => test.knex('vendor_call').select('id', 'outcome', 'cost_micro_usd', 'input_tokens');

  beforeEach(() => void (id = uuidv7()));

  it('is recorded once, as a failure of unknown cost, and counts towards the day of its account and of the installation', async () => {
    await Promise.all([lost(), lost()]);
    await lost();
    expect(await calls()).toEqual([{ id, outcome: 'aborted', cost_micro_usd: null, input_tokens: null }]);
    expect(await test.knex('vendor_call').first()).toMatchObject({ purpose: 'practice', run_id: runId, http_status: null, ms: null });
    expect(await test.knex('spend_day').pluck('calls')).toEqual([1, 1]);
  });

  it('does not count a call that was settled', async () => {
    at.vendor.play(says(JSON_BEES));
    await ask({ beforeCall: async (call) => void (id = call.id) });
    const before = await calls();
    await lost();
    expect(await calls()).toEqual(before);
    expect(before).toMatchObject([{ id, outcome: 'ok' }]);
  });

  it('has its own figures after all if its worker was only slow, and is one call of its day', async () => {
    let finish = () => {};
    at.vendor.play((res, req) => void (finish = () => says(JSON_BEES)(res, req)));
    const arrived = at.vendor.requested();
    const slow = ask({ beforeCall: async (call) => void (id = call.id) });
    await arrived;
    await lost();
    finish();
    await slow;
    expect(await calls()).toMatchObject([{ id, outcome: 'ok', input_tokens: expect.any(Number) }]);
    expect(await test.knex('spend_day').pluck('calls')).toEqual([1, 1]);
    expect(await test.knex('spend_day').where('micro_usd', '>', 0)).toHaveLength(2);
  });
});
