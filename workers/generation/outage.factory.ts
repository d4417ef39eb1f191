import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { SHORT, type Pipeline } from './pipeline.factory.ts';

const OUTAGE_MS = 1_500;

/** A step's history: how long ago it began, in seconds, and its earlier failure. */
export interface AgedStep {
  readonly age: number;
  readonly earlier: 'nothing' | '500' | 'unusable';
}

/** Makes services unavailable for a while, and expects that runs with steps of these ages and earlier failures lose nothing. */
export async function expectNothingLost(
  { configure, control, write, database }: Pipeline,
  services: readonly Service[],
  steps: readonly AgedStep[],
): Promise<void> {
  configure({ spend: { userCents: 0, installCents: 0 }, vendor: { ...config().vendor, outagePatienceMs: 600_000 } });
  await withAgedSteps(database, async () => {
    for (const service of services) await control('PUT', 'faults', { service, mode: 'down' });
    const forms = steps.map(({ age, earlier }) => ({ ...SHORT, topic: `Rain of ${age} s after ${earlier}` }));
    const writing = Promise.all(forms.map((form) => write(form)));
    await sleep(OUTAGE_MS);
    await control('DELETE', 'faults');
    for (const { run, content } of await writing) {
      expect([run.status, run.error_code]).toEqual(['completed', null]);
      expect(content?.missing_lessons).toBe(0);
    }
  });
}

/** Ages the steps of runs whose topic requests it, and gives them an earlier failure. */
async function withAgedSteps(database: Pipeline['database'], work: () => Promise<void>): Promise<void> {
  const tried = (code: string) => JSON.stringify([{ service: 'claude', code, at: new Date(Date.now() - 4_000).toISOString() }]);
  await database.knex.raw(
    `create or replace function aged() returns trigger language plpgsql as $$
     declare words text[] := (select regexp_match(subject, '(\\d+) s after (\\w+)') from run where id = new.run_id);
     begin
       new.started_at := now() - cast(words[1] || ' seconds' as interval);
       new.tried := case words[2] when '500' then '${tried('vendors.unavailable')}'::jsonb
                                  when 'unusable' then '${tried('vendors.broken_output')}'::jsonb else new.tried end;
       return new;
     end $$;
     create or replace trigger aged before insert on step for each row execute function aged()`,
  );
  await work().finally(() => database.knex.raw('drop trigger aged on step'));
}
