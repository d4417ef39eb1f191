import { uuidv7 } from 'uuidv7';
import type { Batch } from '#contract/operator/batches.contract.ts';
import { createRandom } from '../../sandbox/seeded-random.ts';
import { injectFault } from '../faults.ts';
import { repeatedAnswers } from '../invariants.ts';
import {
  act,
  collectCalls,
  onInstallation,
  pause,
  plan,
  plantCourses,
  readBatch,
  until,
  type Installation,
  type VendorCall,
} from './installation.ts';

export interface StormOptions {
  readonly courses: number;
  readonly kills: number;
  readonly faultShare: number;
  readonly seed: number;
  readonly store: 'postgres' | 'redis';
  readonly callMs: number;
}

/** Number of courses with a known price: the newest lessons predict the cost of further ones. */
export const KNOWN_COURSES = 5;
const FAULTS = { claude: '500', openai: '429', grok: 'garbage', gemini: 'cut' } as const;

/**
 * Runs a batch over many courses while vendors fail and its worker is killed: every lesson must be written or have a reason, nothing may be
 * bought twice without a killed worker, the cap must hold, and the dry run's estimate must be right. Then everything is published and
 * rolled back: every byte must be restored, and readers' own data must remain.
 * @returns the violations, as sentences
 */
export const storm = (options: StormOptions): Promise<string[]> =>
  onInstallation(
    options.store,
    { SANDBOX_LATENCY_MS: String(options.callMs), MAX_ACTIVE_RUNS: '60', DATABASE_POOL: '20' },
    (installation) => stormOn(installation, options),
  );

async function stormOn(installation: Installation, { courses: count, kills, faultShare, seed }: StormOptions): Promise<string[]> {
  const { stack, knex } = installation;
  const random = createRandom(`batch ${seed}`);
  const problems: string[] = [];
  const check = (holds: boolean, sentence: string) => void (holds || problems.push(sentence));
  const courses = await plantCourses(installation, count + KNOWN_COURSES);
  await runThrough(installation, (await plan(installation, courses.slice(count))).batch_id);
  const mine = courses.slice(0, count);
  await leaveMarks(installation, mine);
  const before = await bytesOf(installation, mine);

  const asked = await plan(installation, mine);
  const { estimate } = asked;
  console.log(
    `dry run: ${estimate.courses} courses, ${estimate.lessons} lessons, ${estimate.tokens_in}+${estimate.tokens_out} tokens (${estimate.basis}), worst $${(estimate.micro_usd.worst / 1e6).toFixed(2)}`,
  );
  const lessons = [...before.values()].reduce((sum, text) => sum + text.split('"lesson_id"').length - 1, 0);
  check(
    estimate.courses === count && estimate.lessons === lessons,
    `the dry run counts ${estimate.courses}/${estimate.lessons}, there are ${count}/${lessons}`,
  );
  const batch = await plan(installation, mine, { budget_cents: Math.ceil(estimate.micro_usd.worst / 10_000) });
  await installation.control('DELETE', 'calls');
  const log = collectCalls(installation);
  for (const [service, mode] of Object.entries(FAULTS))
    if (faultShare > 0) await installation.control('PUT', 'faults', { service, mode, probability: faultShare });
  const begun = performance.now();
  await act(installation, batch.batch_id, 'start');
  const deaths: number[] = [];
  const at = Array.from({ length: kills }, () => 0.03 + random() * 0.85).toSorted((a, b) => a - b);
  let shown = 0;
  for (;;) {
    await pause(500);
    const now = await readBatch(installation, batch.batch_id).catch(() => null);
    if (!now) continue;
    const done = endedOf(now);
    if (at.length > 0 && done >= at[0]! * count && (await injectFault('worker', { stack, knex, random }))) {
      deaths.push(Date.now());
      at.shift();
      console.log(`  worker killed after ${done} courses, ${now.items.running} under way`);
    }
    if (performance.now() - shown > 30_000) {
      shown = performance.now();
      console.log(
        `  ${((shown - begun) / 1000).toFixed(0)} s: ${done} of ${count}, $${(now.spent_micro_usd / 1e6).toFixed(2)} spent, $${(now.reserved_micro_usd / 1e6).toFixed(2)} reserved`,
      );
    }
    if (now.spent_micro_usd + now.reserved_micro_usd > now.budget_micro_usd)
      check(false, `spent and reserved ${now.spent_micro_usd + now.reserved_micro_usd} of ${now.budget_micro_usd}`);
    if (now.state === 'deciding' || now.state === 'paused' || now.state === 'cancelled') break;
  }
  await installation.control('DELETE', 'faults');
  let end = await readBatch(installation, batch.batch_id);
  check(end.state === 'deciding', `it came to be ${end.state} (${end.paused_for})`);
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${endedOf(end)} of ${count} courses ended in ${seconds.toFixed(0)} s: ${countsOf(end)}; ${deaths.length} kills`);
  await checkBooks(installation, end, { calls: await log.all(), deaths, check });
  if (end.items.failed > 0) {
    await act(installation, batch.batch_id, 'retry_failed');
    await until('the second try', async () => (await readBatch(installation, batch.batch_id)).state === 'deciding', { withinMs: 600_000 });
    end = await readBatch(installation, batch.batch_id);
    console.log(`only what failed, tried again: ${countsOf(end)}`);
  }
  const { rows: unexplained } = await knex.raw(
    `select course_id from batch_item where batch_id = ? and state not in ('ready') and reason is null`,
    [batch.batch_id],
  );
  check(unexplained.length === 0, `${unexplained.length} items are neither done nor explained`);
  const { rows: short } = await knex.raw(
    `select count(*)::int as n from batch_item item where batch_id = ? and state = 'ready' and cardinality(lesson_ids) <>
       (select count(*) from step where run_id = item.child_id and job = 'write-lesson' and state = 'completed')`,
    [batch.batch_id],
  );
  check(short[0].n === 0, `${short[0].n} results lack lessons`);
  await publishAndTakeBack(installation, batch.batch_id, { mine, before, check });
  return problems;
}

/** Compares the purchases with the vendors' own log and the dry run. */
export async function checkBooks(
  { knex }: Installation,
  end: Batch,
  { calls, deaths, check }: { calls: readonly VendorCall[]; deaths: readonly number[]; check: (holds: boolean, sentence: string) => void },
): Promise<void> {
  const bySubject = Map.groupBy(calls, (call) => call.subject);
  const { rows } = await knex.raw(
    `select run.subject, (select count(*) from vendor_call where run_id = run.id and discarded)
         + (select count(*) from step where run_id = run.id and key like 'recheck:%' and call_id is not null) as asked_again
       from run where parent_id = ?`,
    [end.batch_id],
  );
  const allowed = new Map<string, number>(
    rows.map((row: { subject: string; asked_again: string }) => [row.subject, Number(row.asked_again)]),
  );
  let [duplicates, excused] = [0, 0];
  for (const [subject, own] of bySubject) {
    // garbage and partial answers do not count as answers
    const repeats = repeatedAnswers(
      own.filter((call) => call.fault === null),
      deaths,
    );
    excused += repeats.filter((one) => one.isExcused).length;
    const unexcused = repeats.filter((one) => !one.isExcused);
    const more = Math.max(0, unexcused.length - (allowed.get(subject ?? '') ?? 0));
    if (more > 0 && duplicates < 10) console.log(`  ${subject}: ${unexcused.map((one) => one.key).join(', ')}`);
    duplicates += more;
  }
  const answered = calls.filter((call) => call.status === 200 && !call.aborted).length;
  console.log(
    `vendors' log: ${calls.length} calls, ${answered} answered, ${calls.filter((call) => call.fault).length} with a fault; ${duplicates} bought twice, ${excused} again after their worker had died`,
  );
  check(duplicates === 0, `${duplicates} answers were bought twice`);
  const { rows: spent } = await knex.raw(
    `select sum(input_tokens)::float8 as tokens_in, sum(output_tokens)::float8 as tokens_out from vendor_call call join run on run.id = call.run_id where run.parent_id = ?`,
    [end.batch_id],
  );
  const [tokens, foreseen] = [spent[0].tokens_in + spent[0].tokens_out, end.estimate.tokens_in + end.estimate.tokens_out];
  const ratio = tokens / foreseen;
  console.log(
    `tokens: ${tokens} used, ${foreseen} foreseen: ${ratio.toFixed(3)}; in ${(spent[0].tokens_in / end.estimate.tokens_in).toFixed(3)}, out ${(spent[0].tokens_out / end.estimate.tokens_out).toFixed(3)}`,
  );
  check(Math.abs(ratio - 1) <= 0.2, `the dry run was off by ${((ratio - 1) * 100).toFixed(0)} %`);
  console.log(
    `cost: $${(end.spent_micro_usd / 1e6).toFixed(2)} of $${(end.budget_micro_usd / 1e6).toFixed(2)}, expected $${(end.estimate.micro_usd.expected / 1e6).toFixed(2)}`,
  );
  check(end.spent_micro_usd <= end.budget_micro_usd, 'the cap was passed');
}

async function publishAndTakeBack(
  installation: Installation,
  batchId: string,
  {
    mine,
    before,
    check,
  }: { mine: readonly string[]; before: ReadonlyMap<string, string>; check: (holds: boolean, sentence: string) => void },
): Promise<void> {
  const kept = await marksOf(installation, mine);
  const settled = () =>
    until(
      'the decision',
      async () => (({ approving, rolling_back: back }) => approving + back === 0)((await readBatch(installation, batchId)).items),
      { withinMs: 900_000, everyMs: 500 },
    );
  await act(installation, batchId, 'approve');
  const published = await settled();
  const live = await bytesOf(installation, mine);
  const changed = mine.filter((id) => live.get(id) !== before.get(id)).length;
  const { items } = await readBatch(installation, batchId);
  check(changed === items.approved, `${changed} courses changed, ${items.approved} were published`);
  check((await marksOf(installation, mine)) === kept, 'what readers keep changed when it was published');
  await act(installation, batchId, 'rollback');
  const back = await settled();
  const after = await bytesOf(installation, mine);
  const different = mine.filter((id) => after.get(id) !== before.get(id)).length;
  check(different === 0, `${different} courses do not read as before`);
  check((await marksOf(installation, mine)) === kept, 'what readers keep changed when it was rolled back');
  console.log(
    `${changed} courses published in ${(published / 1000).toFixed(0)} s and taken back in ${(back / 1000).toFixed(0)} s: ${different} differ from before; what readers keep is ${(await marksOf(installation, mine)) === kept ? 'unchanged' : 'CHANGED'}`,
  );
}

/** Runs a batch and discards its results. */
export async function runThrough(installation: Installation, batchId: string): Promise<void> {
  await act(installation, batchId, 'start');
  await until('the first batch', async () => (await readBatch(installation, batchId)).state === 'deciding', {
    withinMs: 600_000,
    everyMs: 500,
  });
  await act(installation, batchId, 'discard');
}

/** Adds progress, a bookmark and a note by every course's owner. */
const leaveMarks = async ({ knex }: Installation, courses: readonly string[]): Promise<void> => {
  const rows: { id: string; account_id: string; lesson_id: string }[] = await knex('course')
    .join('course_version', 'course_version.course_id', 'course.id')
    .whereIn('course.id', [...courses])
    .select('course.id', 'account_id', knex.raw(`content->'modules'->0->'lessons'->0->>'lesson_id' as lesson_id`));
  const marks = rows.map(({ id: course_id, account_id, lesson_id }) => ({ course_id, account_id, lesson_id }));
  await knex.batchInsert('lesson_completion', marks, 200);
  await knex.batchInsert('lesson_bookmark', marks, 200);
  await knex.batchInsert(
    'lesson_note',
    marks.map((mark) => ({ ...mark, id: uuidv7(), text: 'Mind the lamp' })),
    200,
  );
};

async function marksOf({ knex }: Installation, courses: readonly string[]): Promise<string> {
  const sums = await Promise.all(
    ['lesson_completion', 'lesson_bookmark', 'lesson_note'].map((table) =>
      knex.raw(`select md5(string_agg(row::text, '' order by row::text)) as sum from ${table} row where course_id = any(?::uuid[])`, [
        [...courses],
      ]),
    ),
  );
  return sums.map(({ rows }) => rows[0].sum).join();
}

/** Returns the live lessons of each course, byte for byte. */
async function bytesOf({ knex }: Installation, courses: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await knex.raw(
    `select course.id, jsonb_path_query_array(content, '$.modules[*].lessons[*]')::text as bytes
       from course join course_version on course_id = course.id and number = current_version where course.id = any(?::uuid[])`,
    [[...courses]],
  );
  return new Map(rows.map((row: { id: string; bytes: string }) => [row.id, row.bytes]));
}

const endedOf = ({ items, total }: Batch): number => total - items.pending - items.leased - items.running;
export const countsOf = ({ items }: Batch): string =>
  Object.entries(items)
    .flatMap(([state, n]) => (n > 0 ? [`${n} ${state}`] : []))
    .join(', ');
