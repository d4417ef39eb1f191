import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { declareAnswer } from './answer-schema.ts';
import { askModel, forgetLimits } from './llm.client.ts';
import type { ModelAnswer, ModelRequest } from './model-request.ts';
import { startScriptedVendor, type ScriptedVendor } from './scripted-vendor.factory.ts';
import { VendorFailure } from './vendor-failure.ts';

const schema = declareAnswer('bees', z.object({ title: z.string(), points: z.array(z.string()) }));
export type Bees = z.infer<typeof schema>;
export const BEES: Bees = { title: 'Bees', points: ['They dance', 'They count to four'] };
export const JSON_BEES = JSON.stringify(BEES);

/**
 * Gives a test file its own database and a scripted vendor in place of Claude. Each test starts with no calls, no spending and no caps, and
 * an opened circuit stays open for a minute.
 */
export function useScriptedCalls() {
  const test = useTestDatabase();
  const accountId = uuidv7();
  const runId = uuidv7();
  const at = {} as { vendor: ScriptedVendor; base: Config };

  beforeAll(async () => {
    at.vendor = await startScriptedVendor();
    at.base = config();
    const person = { email: 'a@example.com', first_name: 'A', last_name: 'B', terms_version: '1', terms_accepted_at: new Date() };
    await test.knex('account').insert({ id: accountId, ...person });
    await test.knex('run').insert({ id: runId, account_id: accountId, kind: 'course', request: '{}', request_id: 'r', subject: 'Bees' });
  });
  afterAll(() => at.vendor.close());
  beforeEach(async () => {
    await test.knex.raw('truncate vendor_lane, vendor_call, spend_day');
    at.vendor.bodies.length = 0;
    forgetLimits();
    configure({});
  });

  function configure(
    limits: Partial<Config['vendor']>,
    spend = { userCents: 0, installCents: 0 },
    claude: Partial<Config['vendors']['claude']> = {},
  ) {
    const { base, vendor } = at;
    const settings = { baseURL: vendor.baseURL, apiKey: 'key', model: 'claude-sonnet-5-5', compatible: null, ...claude };
    const vendors = { ...base.vendors, claude: settings };
    setConfig({ ...base, spend, vendors, vendor: { ...base.vendor, circuitOpenMs: 60_000, ...limits } });
  }

  /** Asks a question, and waits until the call is settled. */
  const ask = async (over: Partial<ModelRequest<Bees>> = {}): Promise<ModelAnswer<Bees>> => {
    const answer = await askModel({
      service: 'claude',
      purpose: 'outline',
      instructions: 'Write.',
      prompt: '<brief>{}</brief>',
      schema,
      maxOutputTokens: 500,
      lane: 'interactive',
      accountId,
      runId,
      stepId: uuidv7(),
      signal: new AbortController().signal,
      ...over,
    });
    await answer.settled;
    return answer;
  };

  return {
    test,
    accountId,
    runId,
    at,
    configure,
    ask,
    failureOf: async (call: Promise<unknown>): Promise<VendorFailure> => {
      const error = await call.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(VendorFailure);
      return error as VendorFailure;
    },
    lane: () => test.knex('vendor_lane').first(),
    lastCall: () => test.knex('vendor_call').orderBy('id', 'desc').first(),
  };
}
