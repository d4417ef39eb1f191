import { startEngine } from '#domain/kinds.ts';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { readOverview } from '#domain/operator/overview/overview.queries.ts';
import { searchRuns } from '#domain/operator/runs/search-runs.queries.ts';
import { onBenchStore } from './bench-store.ts';
import { line, median } from './figures.ts';

const RUNS = 100_000;
const PEOPLE = 2_000;
const CALLS_A_RUN = 3;
const REPETITIONS = 7;
const BOUND_MS = 500;

/**
 * The operators' most frequent queries, over 100,000 runs of 2,000 people with three calls each: the target is half a second at most for each
 * answer with its count, on an otherwise idle machine.
 */
export const bench = (): Promise<void> =>
  onBenchStore(8, async ({ knex }) => {
    startEngine();
    await knex.raw(
      `insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
       select gen_random_uuid(), 'person-' || n || '@' || (array['example.com','apiary.example'])[1 + n % 2], 'Ada', 'Okafor', '1', now() from generate_series(1, ${PEOPLE}) n`,
    );
    await knex.raw(
      `with person as (select array_agg(id) as ids from account)
       insert into run (id, account_id, kind, lane, request, request_id, status, subject, error_code, error_detail, created_at, started_at, finished_at)
       select gen_random_uuid(), ids[1 + n % ${PEOPLE}], (array['course','lesson','recommendations'])[1 + n % 3], (array['interactive','batch'])[1 + n % 2], '{}', 'bench',
              case when n % 20 = 0 then 'failed' when n % 33 = 0 then 'cancelled' else 'completed' end, 'Topic ' || md5(n::text),
              case when n % 20 = 0 then 'vendors.all_down' end, case when n % 20 = 0 then 'Nobody answered number ' || n end,
              now() - n * interval '20 seconds', now() - n * interval '19 seconds', now() - n * interval '18 seconds'
         from generate_series(1, ${RUNS}) n, person`,
    );
    await knex.transaction(async (trx) => {
      await trx.raw('set local statement_timeout = 0');
      await trx.raw(
        `insert into vendor_call (id, run_id, service, model, purpose, outcome, started_at, ms, input_tokens, output_tokens, cost_micro_usd)
       select gen_random_uuid(), run.id, (array['claude','gemini','openai','grok'])[1 + (c + hashtext(run.id::text) % 4 + 4) % 4], 'm', 'lesson', 'ok', run.created_at, 900, 900, 400, 500 + c
         from run, generate_series(1, ${CALLS_A_RUN}) c`,
      );
    });
    await knex.raw('analyze');
    const { id: accountId } = await knex('account').first('id');
    const { id: runId } = await knex('run').first('id');
    const asked: readonly (readonly [string, RunFilter, ('created_at' | 'finished_at' | 'duration' | 'cost')?])[] = [
      ['all, newest first', {}],
      ['all, dearest first', {}, 'cost'],
      ['all, longest first', {}, 'duration'],
      ['all, last ended first', {}, 'finished_at'],
      ['by part of an address', { person: 'person-77' }],
      ['by an address half of the people have', { person: 'apiary.example' }],
      ['by owner', { person: accountId }],
      ['by id', { q: runId }],
      ['by text', { q: 'c4ca42' }],
      ['by two letters', { q: 'ab' }],
      ['by text of an error', { q: 'answered number 9990' }],
      ['by error', { error_code: 'vendors.all_down' }],
      ['by kind and status', { kind: 'lesson', status: 'failed' }],
      ['by service, dearest first', { service: 'grok' }, 'cost'],
      ['by cost', { cost_from: 1_000 }, 'cost'],
    ];
    let worst = 0;
    for (const [name, filter, sort = 'created_at'] of asked) {
      const times: number[] = [];
      let total = 0;
      for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
        const from = performance.now();
        ({ total } = await searchRuns({ filter, sort, order: 'desc', page: 0, size: 50 }));
        times.push(performance.now() - from);
      }
      worst = Math.max(worst, median(times));
      line(name, `${median(times).toFixed(0)} ms median, ${Math.max(...times).toFixed(0)} ms at most, ${total} match`);
    }
    const from = performance.now();
    await readOverview();
    line('overview', `${(performance.now() - from).toFixed(0)} ms`);
    line('slowest search', `${worst.toFixed(0)} ms, bound ${BOUND_MS} ms: ${worst <= BOUND_MS ? 'kept' : 'BROKEN'}`);
  });
