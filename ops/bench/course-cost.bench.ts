import type { Knex } from 'knex';
import { toJSONSchema, type core } from 'zod';
import { TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { aiService, SERVICES } from '#contract/platform/ai-services.ts';
import { COURSE_SHAPES, COURSE_TEXT_PRICE } from '#contract/generation/course-cost.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { lessonWords } from '#contract/generation/course-size.ts';
import { COURSE_EDIT_KIND } from '#domain/generation/editor/course-edit.kind.ts';
import {
  correctedDocument,
  lessonCheckDocument,
  lessonDocument,
  moduleDocument,
  outlineDocument,
  quizDocument,
  researchDocument,
  workshopDocument,
} from '#domain/generation/prompts/documents.ts';
import { editDocument } from '#domain/generation/prompts/replacement-documents.ts';
import { disconnectDatabase } from '#domain/platform/database.ts';
import { sandboxAddress } from '#domain/platform/settings/model-settings.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { tokensIn } from '#domain/vendors/llm/compatible/fit-context.ts';
import { listPriceOf } from '#domain/vendors/llm/prices.ts';
import type { Part } from '#contract/operator/evaluation-plan.contract.ts';
import { connectWithEngine } from '../scripts/with-engine.ts';
import { OPERATOR } from '../seeds/sample-people.ts';
import { SAMPLE, signIn } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { bound, line } from './figures.ts';

/**
 * Twelve lessons on a topic that is not in the sandbox's library: they are of its course on learning anything, and short.
 */
const TWELVE = {
  duration: '2 weeks',
  lessons: 12,
  modules: 4,
  topic: 'Lighthouses of the coast',
  learning_goals: 'Know how they were built and kept',
} as const;
/** Nine lessons of the library, as long as they are asked for: no strong model's answers to today's prompts are recorded. */
const NINE = {
  duration: '1 week intensive',
  lessons: 9,
  // of the library's course, in which the product asked for three
  modules: 4,
  topic: 'Git',
  learning_goals: 'Keep the history of my own files, and share it with others without losing work',
} as const;
type Size = typeof TWELVE | typeof NINE;

/** Outline, research, the modules with their workshops, for each lesson its practice and its check, and the editor of the whole. */
const callsOf = ({ lessons, modules }: Size): number => 2 + 2 * modules + 2 * lessons + 1;
/** The cost of twelve lessons since courses have a plan and workshops, without the editor: it must not grow by more than a tenth. */
const BEFORE_US_DOLLARS = 0.23;
const DEARER = 1.1;
/** The editor reads everything once and mends little. */
const EDITOR_US_DOLLARS = 0.06;

/**
 * A course of nine lessons before courses had a plan, as a strong model wrote it with one model in all slots: 29 calls, with schemas in words.
 * Of these, a quiz was taken in nine.
 */
const BASELINE = { input: 70_800, output: 24_700, words: 5_690 } as const;
/** What nine lessons cost a thousand words, all together: more than the baseline, which had no reviews, workshops and editor. */
const NINE_US_DOLLARS = 0.056;
/** Input tokens for each output token, as a share of the baseline's: the same text for a third less; it was 35 % less of the recorded texts. */
const LEANER = 2 / 3;

/** The answers of a course, by the job that asks for them; the final task is part of the plan. */
const ANSWERS: Readonly<Record<string, core.$ZodType>> = {
  'draft-outline': outlineDocument,
  'research-topic': researchDocument,
  'write-module': moduleDocument,
  'write-lesson': lessonDocument,
  'write-practice': quizDocument,
  'write-workshop': workshopDocument,
  'review-lesson': lessonCheckDocument,
  'correct-lesson': correctedDocument,
  'edit-course': editDocument,
};
/** The steps that the baseline had, without its reading. Everything else is counted apart. */
const STEPS = ['draft-outline', 'research-topic', 'write-module', 'write-lesson', 'write-practice'];

interface Spent {
  readonly job: string;
  readonly calls: number;
  /** With the schemas, which vendors count as input. */
  readonly input: number;
  readonly schemas: number;
  readonly output: number;
  /** In US dollars, at list prices. */
  readonly cost: number;
}

/**
 * Measures the cost of courses of twelve and of nine lessons with all services, and reckons that of every size from the first: calls, input
 * and output tokens, and dollars at list prices, by job. The sandbox counts four characters per token and caches nothing, and a schema is
 * counted as its JSON, so figures are comparable only between runs of this command.
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
    const write = async (size: Size) => {
      const { duration, topic, learning_goals } = size;
      // five questions a lesson, as the recorded course has
      const run = await client.start({
        age: 35,
        content_depth: 'overview',
        interactive_elements: 'gamified',
        duration,
        topic,
        learning_goals,
      });
      const end = await client.finish(run.task_id);
      if (end.status !== 'completed') throw new Error(`the run ended as ${end.status}: ${JSON.stringify(end.error)}`);
      await edited(knex, run.task_id);
      return { size, spent: await spentBy(knex, run.task_id), words: await meanWords(knex, run.task_id) };
    };
    const twelve = await write(TWELVE);
    const nine = await write(NINE);
    for (const { size, spent, words } of [twelve, nine]) {
      line(`${size.lessons} lessons`, `${Math.round(words)} words each`);
      for (const one of spent) line(`  ${one.job}`, figures(one));
      const steps = sumOf(spent.filter(({ job }) => STEPS.includes(job)));
      const all = sumOf(spent);
      line('  the steps', `${figures(steps)}; ${(steps.input / steps.output).toFixed(2)} in for each out`);
      line(
        '  all together',
        `${figures(all)}; ${(all.input / all.output).toFixed(2)} in for each out; ${perThousand(all.cost, words * size.lessons)}`,
      );
      bound(`${size.lessons} lessons take ${callsOf(size)} calls`, all.calls === callsOf(size));
    }
    for (const size of sizesFrom(twelve.spent, twelve.words)) line(size.name, size.figures);

    const price = meanPrice();
    const before = (BASELINE.input * price.input + BASELINE.output * price.output) / BASELINE.words;
    line('before courses had a plan', `${(BASELINE.input / BASELINE.output).toFixed(2)} in for each out; ${perThousand(before, 1)}`);
    const steps = sumOf(nine.spent.filter(({ job }) => STEPS.includes(job)));
    const all = sumOf(nine.spent);
    bound(
      'the steps of nine lessons read at least a third less for each token that they write than before courses had a plan',
      steps.input / steps.output <= (BASELINE.input / BASELINE.output) * LEANER,
    );
    const perWord = all.cost / (nine.words * NINE.lessons);
    line('  to nine lessons now, all together', `${(perWord / before).toFixed(2)} times as much a word`);
    bound(`nine lessons cost at most $${NINE_US_DOLLARS} a thousand words`, perWord * 1_000 <= NINE_US_DOLLARS * DEARER);
    const editor = sumOf(twelve.spent.filter(isEditor)).cost;
    const withoutSchemas = sumOf(twelve.spent).cost - sumOf(twelve.spent).schemas * price.input;
    bound(
      `without its editor, and without schemas, twelve lessons cost at most a tenth more than $${BEFORE_US_DOLLARS}`,
      withoutSchemas - editor <= BEFORE_US_DOLLARS * DEARER,
    );
    bound(`their editor costs at most $${EDITOR_US_DOLLARS}`, editor <= EDITOR_US_DOLLARS);
  } finally {
    await disconnectDatabase();
    await stack.stop();
  }
}

/** Adds up what calls took. */
function sumOf(spent: readonly Spent[]): Omit<Spent, 'job'> {
  const sum = (of: (one: Spent) => number) => spent.reduce((all, one) => all + of(one), 0);
  return {
    calls: sum((one) => one.calls),
    input: sum((one) => one.input),
    schemas: sum((one) => one.schemas),
    output: sum((one) => one.output),
    cost: sum((one) => one.cost),
  };
}

const perThousand = (cost: number, words: number): string => `$${((cost / words) * 1_000).toFixed(4)} a thousand words`;

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
const isEditor = ({ job }: Spent): boolean => job === 'edit-course';
/** Lessons that an editor reads in one call, with their questions (`edit-course.command.ts`). */
const EDITED_AT_ONCE = 18;
/** Jobs with one call a course; all others have theirs for each lesson. */
const ONCE = ['research-topic', 'draft-outline'];

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
      const all = { calls: 0, input: 0, schemas: 0, output: 0, cost: 0 };
      for (const one of spent) {
        const times = ONCE.includes(one.job) ? 1 : count / TWELVE.lessons;
        const [read, written] = one.job === 'write-module' ? [0, more] : [ONCE.includes(one.job) ? 0 : more, 0];
        all.calls += isEditor(one) ? Math.ceil(count / EDITED_AT_ONCE) : one.calls * times;
        all.input += one.input * times + read;
        all.schemas += one.schemas * times;
        all.output += one.output * times + written;
        all.cost += one.cost * times + read * price.input + written * price.output;
      }
      const rounded = {
        ...all,
        calls: Math.round(all.calls),
        input: Math.round(all.input),
        output: Math.round(all.output),
        schemas: Math.round(all.schemas),
      };
      return {
        name: `${duration}, ${content_depth}`,
        figures: `${figures(rounded)}${all.cost > earned ? ' (more than its tokens earn)' : ''}`,
      };
    }),
  );
}

/** Returns the mean number of words of a course's lessons, code and marks included, as the sandbox wrote them. */
async function meanWords(knex: Knex, runId: string): Promise<number> {
  const texts = await rowsOf<{ content: string }>(
    knex,
    sql`select output->>'content' as content from step where run_id = ${runId} and output ? 'content'`,
  );
  return texts.reduce((sum, { content }) => sum + content.trim().split(/\s+/).length, 0) / Math.max(1, texts.length);
}

const figures = ({ calls, input, schemas, output, cost }: Omit<Spent, 'job'>): string =>
  `${calls} calls, ${input.toLocaleString('en')} tokens in, of these ${schemas.toLocaleString('en')} of schemas, ${output.toLocaleString('en')} out, $${cost.toFixed(4)}`;

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

/**
 * Returns what a course and its editor took, by job; schemas are added to the input that the sandbox counted. Answers that were not used are
 * left out: the library groups the nine lessons otherwise than ordered, so that their plan is asked for twice.
 */
async function spentBy(knex: Knex, runId: string): Promise<Spent[]> {
  const rows = await rowsOf<Omit<Spent, 'schemas'>>(
    knex,
    sql`select step.job, count(*)::int as calls, sum(input_tokens)::int as input, sum(output_tokens)::int as output,
               (sum(cost_micro_usd) / 1e6)::float8 as cost
          from vendor_call join step on step.id = vendor_call.step_id
         where vendor_call.run_id in (select id from run where ${runId}::uuid in (id, parent_id)) and not discarded group by step.job order by min(vendor_call.started_at)`,
  );
  return rows.map((one) => {
    const answer = ANSWERS[one.job];
    if (!answer) throw new Error(`the answers of ${one.job} are not known`);
    const schemas = one.calls * tokensIn(JSON.stringify(toJSONSchema(answer)));
    return { ...one, schemas, input: one.input + schemas, cost: one.cost + schemas * meanPrice().input };
  });
}
