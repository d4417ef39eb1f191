import type { Knex } from 'knex';
import { startInstallation } from '../../chaos/installation.ts';
import { line } from '../figures.ts';
import { givenLearners, learn, newTimings, pause, type Learner } from './people.ts';

/** Number of learners without pauses: more than the machine can answer. */
const ASKING = 40;
const SECONDS = 20;
/** Rows that everybody's screens read, multiplied by four. */
const TIMES = 4;

/**
 * Checks two predictions of docs/scale.md: what a second api process adds on one machine, and that four times the rows change nothing. The
 * baseline is one api process with a new installation's rows.
 */
export async function comparePredictions(): Promise<void> {
  const installation = await startInstallation({}, { hasSamples: true });
  const { apis, knex } = installation;
  try {
    const [one, other] = [await givenLearners(apis[0]!, knex, ASKING), await givenLearners(apis[1]!, knex, ASKING)];
    const both = [...one.slice(ASKING / 2), ...other.slice(ASKING / 2)];
    await saturate(one);
    const single = await saturate(one);
    line('one api, as fast as it answers', `${single.toFixed(0)} requests a second`);
    const double = await saturate(both);
    line('two api', `${double.toFixed(0)} requests a second, ${(double / single).toFixed(2)} of one`);
    await multiplyRows(knex);
    const many = await saturate(one);
    line(`one api, ${TIMES} times the rows`, `${many.toFixed(0)} requests a second, ${(many / single).toFixed(2)} of before`);
  } finally {
    await installation.stop();
  }
}

/** @returns answers per second */
async function saturate(learners: readonly Learner[]): Promise<number> {
  const timings = newTimings();
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(learners.map((learner) => learn(timings, learner, 0, () => performance.now() < until)));
  await pause(2_000);
  for (const failure of timings.failures.slice(0, 3)) console.log(`    ${failure}`);
  return [...timings.times.values()].reduce((sum, times) => sum + times.length, 0) / SECONDS;
}

/** Copies courses, completions, answers, messages and notices to additional people. */
async function multiplyRows(knex: Knex): Promise<void> {
  await knex.raw('create temp table copied as select n, id as old, gen_random_uuid() as new from course, generate_series(2, ?::int) n', [
    TIMES,
  ]);
  await knex.raw('create temp table person as select n, id as old, gen_random_uuid() as new from account, generate_series(2, ?::int) n', [
    TIMES,
  ]);
  await copyTable(knex, 'account', { id: 'person.new', email: `person.n || account.email` }, 'join person on person.old = account.id');
  const course = { id: 'copied.new', account_id: 'person.new', run_id: 'null' };
  await copyTable(
    knex,
    'course',
    course,
    'join copied on copied.old = course.id join person on person.old = course.account_id and person.n = copied.n',
  );
  await copyTable(knex, 'course_version', { course_id: 'copied.new' }, 'join copied on copied.old = course_version.course_id');
  for (const table of ['lesson_completion', 'question_answer'])
    await copyTable(
      knex,
      table,
      { account_id: 'person.new', course_id: 'copied.new', ...(table === 'question_answer' && { id: 'gen_random_uuid()' }) },
      `join copied on copied.old = ${table}.course_id join person on person.old = ${table}.account_id and person.n = copied.n`,
    );
  await copyTable(
    knex,
    'notification',
    { id: 'gen_random_uuid()', account_id: 'person.new' },
    'join person on person.old = notification.account_id',
  );
  await knex.raw('vacuum analyze');
}

/** Copies rows, some of whose columns get other values. @param joins SQL that names the copies */
async function copyTable(knex: Knex, table: string, changed: Readonly<Record<string, string>>, joins: string): Promise<void> {
  const { rows } = await knex.raw(
    `select column_name from information_schema.columns where table_schema = 'public' and table_name = ? and is_generated = 'NEVER'
        and is_identity = 'NO' and (column_default is null or column_default not like 'nextval%')`,
    [table],
  );
  const columns = rows.map(({ column_name: name }: { column_name: string }) => name);
  const values = columns.map((name: string) => changed[name] ?? `${table}.${name}`);
  await knex.raw(`insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table} ${joins}`);
}
