import { describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { BEES, JSON_BEES, useScriptedCalls } from './scripted-call.factory.ts';
import { cutsAfter, errsAfter, fails, garbles, hangs, says, answersAtOnce, answersHalf, stopsAfter } from './scripted-vendor.factory.ts';
import { assertSpendAllowed } from './add-spend.command.ts';
import { CallAborted } from './vendor-failure.ts';
import { vendorAvailability } from './vendor-availability.queries.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/vendor call/);

const { test, accountId, runId, at, configure, ask, failureOf, lane, lastCall } = useScriptedCalls();

describe('an answer', () => {
  it('is read from the stream, checked, and recorded with tokens, cost and its owner', async () => {
    at.vendor.play(says(JSON_BEES));
    const answer = await ask();
    expect(answer).toMatchObject({
      value: BEES,
      service: 'claude',
      model: 'claude-sonnet-5-5',
      inputTokens: 100,
      cachedTokens: 20,
      outputTokens: 50,
    });
    // 80 × 2 + 20 × 0.10 + 50 × 10 micro-dollars
    expect(await lastCall()).toMatchObject({
      account_id: accountId,
      run_id: runId,
      service: 'claude',
      model: 'claude-sonnet-5-5',
      purpose: 'outline',
      outcome: 'ok',
      http_status: 200,
      input_tokens: 100,
      cached_tokens: 20,
      output_tokens: 50,
      cost_micro_usd: 662,
      detail: null,
    });
    expect(await test.knex('spend_day').select('micro_usd', 'calls')).toEqual([
      { micro_usd: 662, calls: 1 },
      { micro_usd: 662, calls: 1 },
    ]);
  });

  it('asks with the schema, the limit and the key of the configuration', async () => {
    at.vendor.play(says(JSON_BEES));
    await ask({ maxOutputTokens: 777 });
    expect(at.vendor.bodies[0]).toMatchObject({
      model: 'claude-sonnet-5-5',
      max_tokens: 777,
      stream: true,
      system: [{ text: 'Write.' }],
      output_config: { format: { type: 'json_schema', schema: { required: ['title', 'points'], additionalProperties: false } } },
    });
  });

  it('is shown while it is written, also inside a fence', async () => {
    at.vendor.play(answersAtOnce('```json\n{"title":"Bees","points":["They da'));
    const abort = new AbortController();
    const seen = Promise.withResolvers<unknown>();
    const call = ask({ signal: abort.signal, onPartial: seen.resolve });
    expect(await seen.promise).toEqual({ title: 'Bees', points: ['They da'] });
    abort.abort();
    await expect(call).rejects.toBeInstanceOf(CallAborted);
  });

  it.each([
    ['a fence', `\`\`\`json\n${JSON_BEES}\n\`\`\``],
    ['remarks around a fence', `Here it is:\n\`\`\`\n${JSON_BEES}\n\`\`\`\nEnjoy!`],
    ['trailing commas', '{"title":"Bees","points":["They dance","They count to four",],}'],
    ['single quotes', "{'title':'Bees','points':['They dance','They count to four']}"],
  ])('is repaired: %s', async (_, text) => {
    at.vendor.play(says(text));
    expect((await ask()).value).toEqual(BEES);
  });
});

describe('a failure', () => {
  it.each([
    ['truncated by its limit', says('{"title":"Bees","points":["They', 'max_tokens'), 'vendors.broken_output', 'broken'],
    ['truncated by its limit right after a complete value', says(JSON_BEES, 'max_tokens'), 'vendors.broken_output', 'broken'],
    ['cut off although it says that it is done', says('{"title":"Bees","points":["They dance"'), 'vendors.broken_output', 'broken'],
    ['not JSON', says('I would rather not.'), 'vendors.broken_output', 'broken'],
    ['of another shape', says('{"title":"Bees","points":[{"n":1}]}'), 'vendors.broken_output', 'broken'],
    [
      'longer than its limit allows',
      says(JSON.stringify({ title: 'Bees', points: ['They dance '.repeat(4_000)] })),
      'vendors.broken_output',
      'broken',
    ],
    ['one that does not come to an end', answersAtOnce(`{"title":"${' '.repeat(9_000_000)}`), 'vendors.broken_output', 'broken'],
    ['empty', says(''), 'vendors.broken_output', 'broken'],
    ['a refusal', says('I cannot help with that.', 'refusal'), 'vendors.refused', 'refused'],
    ['a cut socket', cutsAfter('{"title":"Be'), 'vendors.unavailable', 'retryable'],
    ['a cut socket after a complete value', cutsAfter(JSON_BEES), 'vendors.unavailable', 'retryable'],
    ['a stream that just stops', stopsAfter('{"title":"Be'), 'vendors.unavailable', 'retryable'],
    ['a stream that just stops after a complete value', stopsAfter(JSON_BEES), 'vendors.unavailable', 'retryable'],
    ['an error event', errsAfter('{"title":"Be', 'overloaded_error', 'Overloaded'), 'vendors.unavailable', 'retryable'],
    ['a rate limit in mid-stream', errsAfter('{"title":"Be', 'rate_limit_error', 'Slow down'), 'vendors.rate_limited', 'retryable'],
    ['no event stream at all', garbles, 'vendors.unavailable', 'retryable'],
    ['500', fails(500), 'vendors.unavailable', 'retryable'],
    ['529', fails(529), 'vendors.unavailable', 'retryable'],
    ['429', fails(429), 'vendors.rate_limited', 'retryable'],
    ['401', fails(401), 'vendors.unavailable', 'retryable'],
    ['404 of a model', fails(404, 'model: no such model'), 'vendors.unavailable', 'retryable'],
    ['400', fails(400, 'max_tokens: too large'), 'vendors.broken_output', 'broken'],
    ['400 for a wrong key', fails(400, 'API key not valid'), 'vendors.unavailable', 'retryable'],
  ] as const)('%s', async (_, act, code, kind) => {
    at.vendor.play(act);
    expect(await failureOf(ask())).toMatchObject({ service: 'claude', code, kind });
    const outcome = {
      'vendors.unavailable': 'unavailable',
      'vendors.broken_output': 'broken',
      'vendors.refused': 'refused',
      'vendors.rate_limited': 'rate_limited',
    };
    expect(await lastCall()).toMatchObject({ outcome: outcome[code], run_id: runId });
  });

  it.each([
    ['as it is', '{"title":"Bees","points":["They', true],
    ['in a fence', '```json\n{"title":"Bees","points":["They', true],
    ['behind a remark', 'I began with {"title":"Bees","points":["They', false],
  ])('that was cut off is reported as such: %s', async (_, text, truncated) => {
    at.vendor.play(says(text));
    expect(await failureOf(ask())).toMatchObject({ code: 'vendors.broken_output', truncated });
  });

  it.each([
    ['a cut socket', cutsAfter],
    ['a stream that just stops', stopsAfter],
    ['an error event', (text: string) => errsAfter(text, 'overloaded_error', 'Overloaded')],
  ])('after part of an answer was used: its cost is unknown, not nothing: %s', async (_, act) => {
    at.vendor.play(act('{"title":"Be'));
    await failureOf(ask());
    expect(await lastCall()).toMatchObject({ outcome: 'unavailable', http_status: 200, input_tokens: null, cost_micro_usd: null });
  });

  it('a vendor that is unavailable', async () => {
    configure({}, undefined, { baseURL: 'http://127.0.0.1:9/v1' });
    expect(await failureOf(ask())).toMatchObject({ code: 'vendors.unavailable', kind: 'retryable', httpStatus: null });
  });

  it.each([
    ['a vendor that never answers', hangs, { firstChunkTimeoutMs: 150 }, /nothing arrived/],
    ['a vendor that falls silent', answersHalf('{"title":"Be'), { chunkTimeoutMs: 150 }, /silent/],
    ['a call that takes too long', answersHalf('{"title":"Be'), { callTimeoutMs: 150 }, /not finished/],
  ] as const)('times out: %s, and the connection is closed', async (_, act, limits, words) => {
    configure(limits);
    at.vendor.play(act);
    const left = at.vendor.clientLeft();
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ code: 'vendors.timed_out', kind: 'retryable', message: expect.stringMatching(words) });
    await left;
    expect(await lastCall()).toMatchObject({ outcome: 'timed_out', input_tokens: null, cost_micro_usd: null });
  });

  it('a request that cannot be sent is our own failure, and is recorded', async () => {
    expect(await failureOf(ask({ maxOutputTokens: 0.5 }))).toMatchObject({ kind: 'broken' });
    expect(await lastCall()).toMatchObject({ outcome: 'broken', http_status: null });
    expect(await lane()).toMatchObject({ failures: 0 });
    expect(at.vendor.bodies).toHaveLength(0);
  });

  it('is billed if the vendor reported its usage', async () => {
    at.vendor.play(says('{"title":"Bees"', 'max_tokens'));
    await failureOf(ask());
    expect(await lastCall()).toMatchObject({
      outcome: 'broken',
      output_tokens: 50,
      cost_micro_usd: 662,
      detail: 'claude: truncated at 2000 tokens',
    });
  });

  it('describes the problem for the next request, without quoting the answer', async () => {
    at.vendor.play(says('{"title":"Secret honey","points":7}'));
    const { repairHint, message } = await failureOf(ask());
    expect(repairHint).toContain('points');
    expect(`${repairHint} ${message}`).not.toContain('Secret');
  });

  it('is not a cost of 0 when the model has no known price', async () => {
    configure({}, undefined, { model: 'claude-next' });
    at.vendor.play(says(JSON_BEES));
    await ask();
    expect(await lastCall()).toMatchObject({ outcome: 'ok', output_tokens: 50, cost_micro_usd: null });
  });

  it('a service without a key is not configured, and is not called', async () => {
    configure({}, undefined, { apiKey: '' });
    expect(await failureOf(ask())).toMatchObject({ code: 'vendors.unavailable', kind: 'retryable' });
    expect(at.vendor.bodies).toHaveLength(0);
    expect((await vendorAvailability()).claude).toMatchObject({ available: false, retryAt: null, configured: false });
  });
});

describe('a limit that an answer has hit', () => {
  const limits = () => at.vendor.bodies.map((body) => body['max_tokens']);
  const calls = () => test.knex('vendor_call').orderBy('id').select('outcome', 'detail');

  it('grows once, and for the next answers of that kind at once; both calls are recorded', async () => {
    at.vendor.play(says('', 'max_tokens'), says(JSON_BEES));
    expect((await ask({ purpose: 'review' })).value).toEqual(BEES);
    expect(limits()).toEqual([500, 2_000]);
    expect(await calls()).toMatchObject([{ outcome: 'broken', detail: 'claude: truncated at 500 tokens' }, { outcome: 'ok' }]);
    await ask({ purpose: 'review' });
    await ask({ purpose: 'lesson' });
    expect(limits()).toEqual([500, 2_000, 2_000, 500]);
  });

  it('does not grow twice: then it is an answer that was cut off', async () => {
    at.vendor.play(says('{"title":"Be', 'max_tokens'));
    expect(await failureOf(ask())).toMatchObject({ truncated: true, cutOffAt: 2_000 });
    expect(limits()).toEqual([500, 2_000]);
  });

  it('does not grow for an answer that repeats itself', async () => {
    at.vendor.play(says(`{"title":"${'Bees dance in the hive every day. '.repeat(20)}`, 'max_tokens'));
    await failureOf(ask());
    expect(limits()).toEqual([500]);
  });

  it.each([
    ['what its context leaves', 1_000, [500, 894]],
    ['nothing where its context is full', 700, [350]],
  ])('of a server of one’s own grows by %s', async (_, contextTokens, expected) => {
    at.vendor.play((res) => {
      const cut = JSON.stringify({ choices: [{ index: 0, delta: { content: '{"ti' }, finish_reason: 'length' }] });
      res.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${cut}\n\ndata: [DONE]\n\n`);
    });
    configure({}, undefined, { compatible: { contextTokens, price: null }, model: 'qwen3:8b' });
    const prompt = contextTokens === 700 ? `<brief>${'x'.repeat(980)}</brief>` : '<brief>{}</brief>';
    expect(await failureOf(ask({ prompt }))).toMatchObject({ truncated: true });
    expect(limits()).toEqual(expected);
  });
});

describe('aborting', () => {
  it.each([
    ['before the first byte', hangs],
    ['in mid-stream', answersHalf('{"title":"Be')],
  ])('reaches the vendor, who need not write to the end: %s', async (_, act) => {
    at.vendor.play(act);
    const abort = new AbortController();
    const [arrived, left] = [at.vendor.requested(), at.vendor.clientLeft()];
    const call = ask({ signal: abort.signal });
    call.catch(() => {});
    await arrived;
    abort.abort();
    await left;
    await expect(call).rejects.toBeInstanceOf(CallAborted);
    expect(await lastCall()).toMatchObject({ outcome: 'aborted' });
    expect(await lane()).toMatchObject({ failures: 0, open_until: null });
  });

  it('makes no call if it was aborted before', async () => {
    await expect(ask({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(CallAborted);
    expect(at.vendor.bodies).toHaveLength(0);
  });
});

describe('the daily spending limits', () => {
  it('stop one user at the cap, and no call is made', async () => {
    configure({}, { userCents: 1, installCents: 0 });
    at.vendor.play(says(JSON_BEES));
    await ask();
    await test.knex('spend_day').where({ account_id: accountId }).update({ micro_usd: 10_000 });
    const error = await ask().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'spend.user_cap', data: { retryAfterS: expect.any(Number) } });
    expect(at.vendor.bodies).toHaveLength(1);
    expect((await ask({ accountId: uuidv7() })).value).toEqual(BEES);
  });

  it('stop the whole installation', async () => {
    configure({}, { userCents: 0, installCents: 1 });
    at.vendor.play(says(JSON_BEES));
    await ask();
    await test.knex('spend_day').update({ micro_usd: 10_000 });
    await expect(ask({ accountId: uuidv7() })).rejects.toMatchObject({ code: 'spend.install_cap' });
  });

  it('count an aborted call by its sent and received text, although its cost is unknown: repeated stopping does not evade them', async () => {
    configure({}, { userCents: 1, installCents: 0 });
    at.vendor.play(answersAtOnce('{"title":"Bees","points":["They da'));
    const prompt = `<brief>${'x'.repeat(4_000)}</brief>`;
    for (let stop = 0; stop < 5; stop += 1) {
      const abort = new AbortController();
      const seen = Promise.withResolvers<unknown>();
      const call = ask({ prompt, signal: abort.signal, onPartial: seen.resolve });
      await seen.promise;
      abort.abort();
      await expect(call).rejects.toBeInstanceOf(CallAborted);
    }
    expect(await lastCall()).toMatchObject({ outcome: 'aborted', http_status: 200, input_tokens: null, cost_micro_usd: null });
    // 4,021 characters of prompt and instructions, 34 of an answer, four a token: 1,006 × 2 + 9 × 10
    expect(await test.knex('spend_day').pluck('micro_usd')).toEqual([10_510, 10_510]);
    await expect(assertSpendAllowed(accountId)).rejects.toMatchObject({ code: 'spend.user_cap' });
  });

  it('let a running run continue while the reported cost is within them: a presumed cost ends no run', async () => {
    configure({}, { userCents: 1, installCents: 1 });
    at.vendor.play(says(JSON_BEES));
    await ask();
    await test.knex('spend_day').update({ micro_usd: 50_000, presumed_micro_usd: 49_000 });
    expect((await ask()).value).toEqual(BEES);
    await expect(assertSpendAllowed(accountId)).rejects.toMatchObject({ code: 'spend.user_cap' });
    await test.knex('spend_day').update({ micro_usd: 60_000, presumed_micro_usd: 49_000 });
    await expect(ask()).rejects.toMatchObject({ code: 'spend.user_cap' });
  });

  it('presume no more than the call allowed, however much a vendor sends before it breaks off', async () => {
    at.vendor.play(answersAtOnce(`{"title":"${'x'.repeat(400_000)}`));
    const abort = new AbortController();
    const seen = Promise.withResolvers<unknown>();
    const call = ask({ signal: abort.signal, onPartial: seen.resolve });
    await seen.promise;
    abort.abort();
    await expect(call).rejects.toBeInstanceOf(CallAborted);
    // 21 characters of prompt and instructions, four a token, and 500 tokens of an answer: 6 × 2 + 500 × 10
    expect(await test.knex('spend_day').pluck('presumed_micro_usd')).toEqual([5_012, 5_012]);
  });

  it('count a model without a known price as the most expensive known one, and nothing for a rejected call', async () => {
    configure({}, { userCents: 1, installCents: 0 }, { model: 'claude-next' });
    at.vendor.play(fails(500), says(JSON_BEES));
    await failureOf(ask());
    expect(await test.knex('spend_day').pluck('micro_usd')).toEqual([0, 0]);
    await ask();
    expect(await lastCall()).toMatchObject({ cost_micro_usd: null });
    expect(await test.knex('spend_day').pluck('micro_usd')).toEqual([662, 662]);
  });

  it('reset at midnight UTC', async () => {
    configure({}, { userCents: 1, installCents: 1 });
    at.vendor.play(says(JSON_BEES));
    await ask();
    await test.knex('spend_day').update({ micro_usd: 10_000_000, day: test.knex.raw(`cast(now() at time zone 'utc' as date) - 1`) });
    expect((await ask()).value).toEqual(BEES);
  });
});
