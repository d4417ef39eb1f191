import type { Knex } from 'knex';
import { disconnectDatabase } from '#domain/platform/database.ts';
import { sandboxAddress } from '#domain/platform/settings/model-settings.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Part } from '#contract/operator/evaluation-plan.contract.ts';
import { connectWithEngine } from '../scripts/with-engine.ts';
import { OPERATOR } from '../seeds/sample-people.ts';
import { SAMPLE, signIn } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { bound, line } from './figures.ts';

/**
 * A course of twelve lessons that is not in the sandbox's library; at a greater depth the sandbox joins two lessons, because one would be
 * too short.
 */
const FORM = {
  age: 35,
  topic: 'Lighthouses of the coast',
  learning_goals: 'Know how they were built and kept',
  duration: '2 weeks',
  content_depth: 'overview',
} as const;
const LESSONS = 12;
const MODULES = 4;
/** Outline, research, the modules, and for each lesson its practice and its check. */
const CALLS = 2 + MODULES + 2 * LESSONS;
/** The cost before lessons knew each other's summaries: a course must not become more expensive by more than a tenth. */
const BEFORE_US_DOLLARS = 0.197;
const DEARER = 1.1;

interface Spent {
  readonly purpose: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  /** In US dollars, at list prices. */
  readonly cost: number;
}

/**
 * Measures the cost of a course of twelve lessons with all services: calls, input and output tokens, and dollars at list prices, by
 * purpose. The sandbox counts four characters per token and none for a schema, and caches nothing, so figures are comparable only between
 * runs of this command.
 */
export async function bench(): Promise<void> {
  const stack = await startStack();
  try {
    await fetch(`${stack.sandboxUrl}/control/review`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ revise_share: 0 }),
    });
    const knex = await connectWithEngine(stack.record().databaseUrl!, { poolMax: 1 });
    await connectServices(stack);
    const client = await signIn(stack.url);
    const run = await client.start(FORM);
    const end = await client.finish(run.task_id);
    if (end.status !== 'completed') throw new Error(`the run ended as ${end.status}: ${JSON.stringify(end.error)}`);
    const spent = await spentBy(knex, run.task_id);
    const sum = (of: (one: Spent) => number) => spent.reduce((all, one) => all + of(one), 0);
    const all = {
      calls: sum((one) => one.calls),
      input: sum((one) => one.input),
      output: sum((one) => one.output),
      cost: sum((one) => one.cost),
    };
    for (const one of spent) line(one.purpose, figures(one));
    line(`a course of ${LESSONS} lessons`, figures(all));
    bound(`it takes ${CALLS} calls`, all.calls === CALLS);
    bound(`it costs at most a tenth more than $${BEFORE_US_DOLLARS}`, all.cost <= BEFORE_US_DOLLARS * DEARER);
  } finally {
    await disconnectDatabase();
    await stack.stop();
  }
}

const APPLIED_WITHIN_MS = 300;

/** Connects all services as an operator does: the demo library writes a single lesson on a topic that it lacks, services write a course. */
async function connectServices({ url, sandboxUrl }: Stack): Promise<void> {
  const operator = await signIn(url, { email: OPERATOR, password: SAMPLE.password });
  const { services } = (await operator.request('GET', '/api/operator/evaluations')).body as { services: readonly Part[] };
  for (const { service, model } of services) {
    const body = { kind: 'vendor', base_url: sandboxAddress(sandboxUrl, service), key: 'sk-sandbox-000000000000', model };
    const { status, body: answer } = await operator.request('PUT', `/api/operator/connections/${service}`, body);
    if (status !== 200) throw new Error(`${service} could not be connected: ${status} ${JSON.stringify(answer)}`);
  }
  // other processes apply it when they are notified
  await new Promise((resolve) => setTimeout(resolve, APPLIED_WITHIN_MS));
}

const figures = ({ calls, input, output, cost }: Omit<Spent, 'purpose'>): string =>
  `${calls} calls, ${input.toLocaleString('en')} tokens in, ${output.toLocaleString('en')} out, $${cost.toFixed(4)}`;

const spentBy = (knex: Knex, runId: string): Promise<Spent[]> =>
  rowsOf<Spent>(
    knex,
    sql`select purpose, count(*)::int as calls, sum(input_tokens)::int as input, sum(output_tokens)::int as output,
               (sum(cost_micro_usd) / 1e6)::float8 as cost
          from vendor_call where run_id = ${runId} group by purpose order by min(started_at)`,
  );
