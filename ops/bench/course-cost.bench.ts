import type { Knex } from 'knex';
import { TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { aiService, SERVICES } from '#contract/platform/ai-services.ts';
import { COURSE_SHAPES, COURSE_TEXT_PRICE } from '#contract/generation/course-cost.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { lessonWords } from '#contract/generation/course-size.ts';
import { COURSE_EDIT_KIND } from '#domain/generation/editor/course-edit.kind.ts';
import { disconnectDatabase } from '#domain/platform/database.ts';
import { sandboxAddress } from '#domain/platform/settings/model-settings.ts';
import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { listPriceOf } from '#domain/vendors/llm/prices.ts';
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
const [LESSONS, MODULES] = [12, 4];
/** Outline, research, the modules with their workshops, for each lesson its practice and its check, and the editor of the whole. */
const CALLS = 2 + 2 * MODULES + 2 * LESSONS + 1;
/** The cost since courses have a plan and workshops, without the editor: a course must not become more expensive by more than a tenth. */
const BEFORE_US_DOLLARS = 0.23;
const DEARER = 1.1;
/** The editor reads everything once and mends little. */
const EDITOR_US_DOLLARS = 0.06;

interface Spent {
  readonly purpose: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  /** In US dollars, at list prices. */
  readonly cost: number;
}

/**
 * Measures the cost of a course of twelve lessons with all services, and reckons that of every size from it: calls, input and output tokens,
 * and dollars at list prices, by purpose. The sandbox counts four characters per token and none for a schema, and caches nothing, so figures
 * are comparable only between runs of this command.
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
    await edited(knex, run.task_id);
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
    for (const size of sizesFrom(spent, await meanWords(knex, run.task_id))) line(size.name, size.figures);
    bound(`it takes ${CALLS} calls`, all.calls === CALLS);
    const editor = spent.filter(isEditor).reduce((costs, { cost }) => costs + cost, 0);
    bound(`without its editor it costs at most a tenth more than $${BEFORE_US_DOLLARS}`, all.cost - editor <= BEFORE_US_DOLLARS * DEARER);
    bound(`its editor costs at most $${EDITOR_US_DOLLARS}`, editor <= EDITOR_US_DOLLARS);
  } finally {
    await disconnectDatabase();
    await stack.stop();
  }
}

const APPLIED_WITHIN_MS = 300;
const EDITED_WITHIN_MS = 60_000;

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

/** Tokens of a word of a lesson, with its Markdown and quoted in JSON: 4,080 characters for 630 words, as a strong model wrote them. */
const TOKENS_A_WORD = 1.6;
const isEditor = ({ purpose }: Spent): boolean => purpose === 'editing';
/** Lessons that an editor reads in one call, with their questions (`edit-course.command.ts`). */
const EDITED_AT_ONCE = 18;
/** Purposes with one call a course; all others have theirs for each lesson. */
const ONCE = ['research', 'outline'];

/** Returns the mean list price of the services' models, in US dollars per token. */
function meanPrice(): { input: number; output: number } {
  const prices = SERVICES.flatMap((service) => listPriceOf(aiService(service).model, new Date()) ?? []);
  const mean = (of: 'input' | 'output') => prices.reduce((sum, price) => sum + price[of], 0) / prices.length / 1e6;
  return { input: mean('input'), output: mean('output') };
}

/**
 * Returns what courses of all sizes cost, reckoned from one that was measured: its calls a lesson, and for longer lessons the words that are
 * written once and read by each later step. Marks those whose price in tokens of the largest package does not cover the cost.
 * @param words of a lesson, on average
 */
function sizesFrom(spent: readonly Spent[], words: number): { name: string; figures: string }[] {
  const price = meanPrice();
  const last = TOKEN_PACKAGES.at(-1)!;
  const earned = ((COURSE_TEXT_PRICE.centitokens / 100) * last.amount_cents) / 100 / (last.tokens + last.bonus_tokens);
  return FORM_OPTIONS.duration.flatMap((duration) =>
    FORM_OPTIONS.content_depth.map((content_depth) => {
      const [modules, lessons] = COURSE_SHAPES[duration];
      const count = modules * lessons;
      const more = (lessonWords({ content_depth, age: 30 }) - words) * TOKENS_A_WORD * count;
      const all = { calls: 0, input: 0, output: 0, cost: 0 };
      for (const one of spent) {
        const times = ONCE.includes(one.purpose) ? 1 : count / LESSONS;
        const [read, written] = one.purpose === 'lesson' ? [0, more] : [ONCE.includes(one.purpose) ? 0 : more, 0];
        all.calls += isEditor(one) ? Math.ceil(count / EDITED_AT_ONCE) : one.calls * times;
        all.input += one.input * times + read;
        all.output += one.output * times + written;
        all.cost += one.cost * times + read * price.input + written * price.output;
      }
      const rounded = { ...all, calls: Math.round(all.calls), input: Math.round(all.input), output: Math.round(all.output) };
      return {
        name: `${duration}, ${content_depth}`,
        figures: `${figures(rounded)}${all.cost > earned ? ' (more than its tokens earn)' : ''}`,
      };
    }),
  );
}

/** Returns the mean number of words of a course's lessons, as the sandbox wrote them. */
async function meanWords(knex: Knex, runId: string): Promise<number> {
  const texts = await rowsOf<{ content: string }>(
    knex,
    sql`select output->>'content' as content from step where run_id = ${runId} and output ? 'content'`,
  );
  return texts.reduce((sum, { content }) => sum + countWords(plainProse(content)), 0) / Math.max(1, texts.length);
}

const figures = ({ calls, input, output, cost }: Omit<Spent, 'purpose'>): string =>
  `${calls} calls, ${input.toLocaleString('en')} tokens in, ${output.toLocaleString('en')} out, $${cost.toFixed(4)}`;

/** Waits for the editor of a course, which comes when the course is complete. */
async function edited(knex: Knex, runId: string): Promise<void> {
  const until = Date.now() + EDITED_WITHIN_MS;
  for (;;) {
    const edit = await knex('run').where({ parent_id: runId, kind: COURSE_EDIT_KIND }).first('status');
    if (edit?.status === 'completed') return;
    if (Date.now() > until) throw new Error(`the editor has not come: ${edit?.status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const spentBy = (knex: Knex, runId: string): Promise<Spent[]> =>
  rowsOf<Spent>(
    knex,
    sql`select purpose, count(*)::int as calls, sum(input_tokens)::int as input, sum(output_tokens)::int as output,
               (sum(cost_micro_usd) / 1e6)::float8 as cost
          from vendor_call where run_id in (select id from run where ${runId}::uuid in (id, parent_id)) group by purpose order by min(started_at)`,
  );
