import type { Knex } from 'knex';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { grantByHand } from '#domain/billing/ledger/grant.commands.ts';
import { disconnectDatabase } from '#domain/platform/database.ts';
import { connectWithEngine } from '../scripts/with-engine.ts';
import { CREATOR, OPERATOR } from '../seeds/sample-people.ts';
import { SAMPLE, signIn, type Client } from '../testing/client.ts';
import { startStack } from '../testing/stack.ts';
import type { Format } from './stand-in/call.ts';
import { MODELS, type StandIn } from './stand-in/stand-in.ts';

/** A separate whole installation, with a user who orders and an operator who connects services. */
export interface Installation {
  readonly learner: Client;
  readonly operator: Client;
  readonly knex: Knex;
  stop(): Promise<void>;
}

const TOKENS = 100_000;

export async function startInstallation(): Promise<Installation> {
  const stack = await startStack({ SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0', LOG_LEVEL: 'error' });
  try {
    const knex = await connectWithEngine(stack.record().databaseUrl!, { poolMax: 2 });
    await grantByHand({ email: CREATOR, tokens: TOKENS, actor: 'script:models', cause: 'Models' });
    const [learner, operator] = await Promise.all([
      signIn(stack.url, { email: CREATOR, password: SAMPLE.password }),
      signIn(stack.url, { email: OPERATOR, password: SAMPLE.password }),
    ]);
    return {
      learner,
      operator,
      knex,
      stop: async () => {
        await disconnectDatabase();
        await stack.stop();
      },
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

const [FIRST, SECOND] = Object.keys(MODELS);
const NATIVE: Readonly<Record<Exclude<Format, 'chat'>, { service: Service; path: string; model: string }>> = {
  messages: { service: 'claude', path: '/claude', model: 'claude-sonnet-5-5' },
  responses: { service: 'openai', path: '/openai', model: 'gpt-6.1-terra' },
  gemini: { service: 'gemini', path: '/gemini', model: 'gemini-3.8-flash' },
};
/** As an operator enters it; one of the installation's own servers with two models in the four slots is a common case. */
const CONTEXT = 16_384;
const APPLIED_WITHIN_MS = 300;

interface Wanted {
  readonly format: Format;
  /** Makes each run's address new, so that no facts about it are known. */
  readonly run: string;
  readonly contextTokens?: number | undefined;
}

/** Returns what an operator enters to connect a service to the stand-in. */
function connectionOf(service: Service, { url }: StandIn, { format, run, contextTokens }: Wanted) {
  const native = format === 'chat' ? null : NATIVE[format];
  return native
    ? { kind: 'vendor', base_url: `${url}${native.path}/${run}/v1`, key: 'sk-stand-in-000000000000', model: native.model }
    : {
        kind: 'compatible',
        base_url: `${url}/${run}/v1`,
        model: service === 'claude' || service === 'openai' ? FIRST : SECOND,
        price: { input: 0, output: 0 },
        context_tokens: contextTokens ?? CONTEXT,
      };
}

const TEST_POLL_MS = 50;
const TESTED_WITHIN_MS = 60_000;

/** Tests both models of the stand-in as an operator does, so that facts about them are known. */
export async function testStandIn({ operator, knex }: Installation, standIn: StandIn, wanted: Wanted): Promise<void> {
  for (const service of ['claude', 'gemini'] as const) {
    const body = connectionOf(service, standIn, wanted);
    const { status, body: answer } = await operator.request('POST', `/api/operator/connections/${service}/test`, body);
    if (status !== 202) throw new Error(`${service} could not be tested: ${status} ${JSON.stringify(answer)}`);
    const { task_id: id } = answer as { task_id: string };
    const until = Date.now() + TESTED_WITHIN_MS;
    while ((await knex('run').where({ id }).first('status'))?.status !== 'completed') {
      if (Date.now() > until) throw new Error(`the test of ${service} has not ended`);
      await new Promise((resolve) => setTimeout(resolve, TEST_POLL_MS));
    }
  }
}

/** Connects the stand-in as an operator does, and removes the installation's other connections. */
export async function connectStandIn({ operator }: Pick<Installation, 'operator'>, standIn: StandIn, wanted: Wanted): Promise<void> {
  const native = wanted.format === 'chat' ? null : NATIVE[wanted.format];
  for (const service of SERVICES) {
    const body = connectionOf(service, standIn, wanted);
    const isOther = native && native.service !== service;
    const { status, body: answer } = isOther
      ? await operator.request('POST', `/api/operator/connections/${service}/remove`, {})
      : await operator.request('PUT', `/api/operator/connections/${service}`, body);
    if (status !== 200) throw new Error(`${service} could not be connected: ${status} ${JSON.stringify(answer)}`);
  }
  // other processes apply it when they are notified
  await new Promise((resolve) => setTimeout(resolve, APPLIED_WITHIN_MS));
}
