import type { Knex } from 'knex';
import { leadOf } from '#contract/platform/ai-services.ts';
import { config } from '#domain/platform/config.ts';
import { idFromName } from '../sandbox/answers/course-files.ts';
import { marketKey, SAMPLE_MARKET } from './published-courses.ts';
import { ILSE, NOOR } from './sample-people.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The request id of every sample run, by which they are found; no request can have it. */
export const SAMPLE_RUN = 'sample';
const SAMPLE_BATCH = idFromName('batch');
const COST = { low: 12_000, expected: 18_000, worst: 40_000 };

/** Adds a finished batch over courses of the creators with whom nobody can sign in: three results were approved and one discarded. */
export async function addSampleBatch(trx: Knex.Transaction): Promise<void> {
  const slugs = SAMPLE_MARKET.flatMap(({ creator, slugs: own }) => (creator === NOOR || creator === ILSE ? own : [])).slice(0, 4);
  const courses: { course_id: string; account_id: string; title: string; lesson_id: string }[] = await trx('creator_course as sold')
    .join('course', 'course.id', 'sold.course_id')
    .whereIn('sold.client_key', slugs.map(marketKey))
    .orderBy('sold.title')
    .select('sold.course_id', 'sold.account_id', 'sold.title', trx.raw('sold.preview_lessons[1] as lesson_id'));
  if (courses.length === 0) return;
  const at = new Date(Date.now() - 3 * DAY_MS);
  const after = (minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);
  const name = 'First lessons, plainer';
  const ended = after(14);
  await trx('run').insert(runOf(SAMPLE_BATCH, null, { name, what: 'fix' }, name, { kind: 'batch', at, ended }));
  await trx('batch').insert({
    run_id: SAMPLE_BATCH,
    name,
    what: 'fix',
    instruction: 'Sample data. Shorter sentences in the opening. Keep every figure.',
    selection: JSON.stringify({ lessons: 'all', include_edited: true }),
    state: 'done',
    at_once: 2,
    canary: 1,
    most_failures: 0.25,
    most_cost_drift: 3,
    most_unclean: 0.5,
    budget_micro_usd: 500_000,
    estimate: JSON.stringify({
      courses: courses.length,
      lessons: courses.length,
      pinned: 0,
      edited: 0,
      tokens_in: courses.length * 14_000,
      tokens_out: courses.length * 5_000,
      micro_usd: Object.fromEntries(Object.entries(COST).map(([key, cost]) => [key, cost * courses.length])),
      basis: 'presumed',
      finish_s: 840,
    }),
    created_at: at,
    started_at: after(1),
    ended_at: ended,
  });
  for (const [n, course] of courses.entries()) {
    const id = idFromName(`batch/${n}`);
    const times = { at: after(1 + 3 * n), ended: after(4 + 3 * n) };
    const child = runOf(id, course.account_id, { instruction: name }, course.title, { kind: 'lesson', ...times });
    await trx('run').insert({ ...child, parent_id: SAMPLE_BATCH });
    await trx('vendor_call').insert({
      id: idFromName(`batch/${n}/call`),
      account_id: course.account_id,
      run_id: id,
      service: leadOf('lesson'),
      model: config().vendors[leadOf('lesson')].model,
      purpose: 'lesson',
      started_at: times.at,
      ms: 24_000 + n * 1_300,
      outcome: 'ok',
      input_tokens: 2_400,
      output_tokens: 1_300,
      cost_micro_usd: COST.expected - 1_500 + n * 900,
    });
    await trx('batch_item').insert({
      batch_id: SAMPLE_BATCH,
      course_id: course.course_id,
      account_id: course.account_id,
      position: n,
      lesson_ids: [course.lesson_id],
      expected_micro_usd: COST.expected,
      worst_micro_usd: COST.worst,
      state: n === 2 ? 'discarded' : 'approved',
      child_id: id,
      attempt: 1,
      similarity: 0.91 - n * 0.07,
      is_clean: n !== 2,
    });
  }
}

interface Told {
  readonly kind: string;
  readonly at: Date;
  readonly ended: Date;
}

const runOf = (id: string, accountId: string | null, request: object, subject: string, { kind, at, ended }: Told) => ({
  id,
  account_id: accountId,
  kind,
  lane: 'batch',
  request: JSON.stringify(request),
  request_id: SAMPLE_RUN,
  status: 'completed',
  stage: 'done',
  progress: 100,
  subject,
  title: subject,
  created_at: at,
  started_at: at,
  finished_at: ended,
});
