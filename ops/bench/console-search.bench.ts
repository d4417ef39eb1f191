import { readConsoleState, searchConsole } from '#domain/operator/console/console.queries.ts';
import { onBenchStore } from './bench-store.ts';
import { line } from './figures.ts';

const RUNS = 1_000_000;
const PEOPLE = 20_000;
const COURSES = 100_000;
const REPETITIONS = 20;
const BOUND_MS = 150;
const WORDS = [
  'sourdough bread night sky tides statistics garden chess ceramics anatomy pricing harbour climate watercolour',
  'grammar opera glaciers budget fermentation knots bicycle elections orchard physics sewing',
].flatMap((words) => words.split(' '));

/**
 * Measures the console's search over a million runs, 20,000 people and 100,000 courses: for every kind of query, the time within which 95
 * of 100 are answered.
 */
export const bench = (): Promise<void> =>
  onBenchStore(4, async ({ knex }) => {
    const subject = (n: string) =>
      `initcap((array['${WORDS.join("','")}'])[1 + ${n} % ${WORDS.length}]) || ' for ' || (array['${WORDS.join("','")}'])[1 + (${n} / 7) % ${WORDS.length}] || ' lovers, part ' || ${n} % 900`;
    await knex.transaction(async (trx) => {
      await trx.raw('set local statement_timeout = 0');
      await trx.raw(
        `insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
         select gen_random_uuid(), 'person-' || n || '@apiary.example', (array['Lena','Tomas','Ida','Kim'])[1 + n % 4], 'Fischer-' || md5(n::text), '1', now()
           from generate_series(1, ${PEOPLE}) n`,
      );
      await trx.raw(
        `with person as (select array_agg(id) as ids from account)
         insert into run (id, account_id, kind, request, request_id, status, subject, error_code, error_detail, created_at, started_at, finished_at)
         select gen_random_uuid(), ids[1 + n % ${PEOPLE}], 'course', '{}', 'bench', case when n % 20 = 0 then 'failed' else 'completed' end, ${subject('n')},
                case when n % 20 = 0 then 'vendors.all_down' end, case when n % 20 = 0 then 'Nobody answered number ' || n end,
                now() - n * interval '2 seconds', now() - n * interval '2 seconds', now() - n * interval '2 seconds' + interval '40 seconds'
           from generate_series(1, ${RUNS}) n, person`,
      );
      await trx.raw(
        `with person as (select array_agg(id) as ids from account)
         insert into course (id, account_id, title, description, difficulty, duration, age_group, module_count, lesson_count, duration_minutes, quality_level, outline)
         select gen_random_uuid(), ids[1 + n % ${PEOPLE}], ${subject('n')}, '', 'beginner', '1 week', 'adult', 1, 1, 10, 'high', '{"modules":[]}'
           from generate_series(1, ${COURSES}) n, person`,
      );
    });
    await knex.raw('analyze');
    const { id } = (await knex('run').orderBy('created_at').first('id'))!;
    const asked: Readonly<Record<string, string>> = {
      'a word of one run in thirty': 'sourdough',
      'a word of every run': 'lovers',
      'two words': 'glaciers opera',
      'three letters': 'par',
      'a part of a number': 'part 899',
      'the error of one run': 'answered number 999980',
      'an error of many': 'nobody answered',
      'a whole id': id,
      'the beginning of an id': id.slice(0, 8),
      'a name of one person': 'fischer-c4ca4238',
      'a name of a quarter of the people': 'lena',
      'an address': 'person-777@',
      'an address of everybody': 'apiary.example',
      'nothing there is': 'zeppelin manual',
    };
    let worst = 0;
    for (const [name, q] of Object.entries(asked)) {
      const p95 = await percentile(() => searchConsole(q));
      worst = Math.max(worst, p95);
      line(name, `${p95.toFixed(0)} ms (95 of 100)`);
    }
    line('the state of the installation', `${(await percentile(readConsoleState)).toFixed(0)} ms (95 of 100)`);
    line('slowest search', `${worst.toFixed(0)} ms, bound ${BOUND_MS} ms: ${worst <= BOUND_MS ? 'kept' : 'BROKEN'}`);
  });

async function percentile(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  // the first query reads its pages from the disk
  await ask();
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const from = performance.now();
    await ask();
    times.push(performance.now() - from);
  }
  return times.toSorted((one, other) => one - other)[Math.ceil(0.95 * REPETITIONS) - 1]!;
}
