import knexFactory from 'knex';
import { signIn } from '../testing/client.ts';
import { startStack } from '../testing/stack.ts';
import { line } from './figures.ts';
import { residentMb, statementsSent } from './measure.ts';

const POLLS = 2_000;

/** The cost of a status poll, and an installation's connections and memory, idle and after ten courses. */
export async function bench(): Promise<void> {
  const stack = await startStack();
  const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl, pool: { min: 0, max: 1 } });
  try {
    const client = await signIn(stack.url);
    const form = (topic: string) => ({ age: 30, topic, learning_goals: `Understand ${topic}` });
    const { task_id } = await client.start(form('Keeping a garden'));
    await client.finish(task_id, { everyMs: 100 });

    const queriesBefore = await statementsSent(stack.adminUrl);
    const times: number[] = [];
    for (let poll = 0; poll < POLLS; poll += 1) {
      const begin = performance.now();
      const answer = await client.request('GET', `/api/generate-course/status/${task_id}`);
      if (answer.status !== 200) throw new Error(`poll: ${answer.status}`);
      times.push(performance.now() - begin);
    }
    const asked = (await statementsSent(stack.adminUrl)) - queriesBefore;
    times.sort((a, b) => a - b);
    line('status polls, one after another', `${POLLS}`);
    line('  database queries a poll (target ≤ 1)', (asked / POLLS).toFixed(3));
    line('  p50 / p99', `${times[POLLS / 2]!.toFixed(2)} / ${times[Math.floor(POLLS * 0.99)]!.toFixed(2)} ms`);
    await Promise.all(
      Array.from({ length: 10 }, async (_, n) => client.finish((await client.start(form(`Gardens of the world, ${n}`))).task_id)),
    );
    const { rows } = await knex.raw(`select application_name, count(*)::int from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() group by 1 order by 1`);
    const total = rows.reduce((sum: number, row: { count: number }) => sum + row.count, 0);
    line(
      'database connections (target < 40)',
      `${total}: ${rows.map((row: { application_name: string; count: number }) => `${row.application_name} ${row.count}`).join(', ')}`,
    );
    for (const [name, { pid }] of Object.entries(stack.record().processes)) line(`memory of ${name}`, `${residentMb(pid).toFixed(0)} MB`);
  } finally {
    await knex.destroy();
    await stack.stop();
  }
}
