import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { courseZipOf } from '#domain/exports/formats/course-zip.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { claimStep } from '#domain/platform/steps/lease.commands.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import type { ImportRequest } from './import.kind.ts';
import { importedCourse } from './import.queries.ts';
import { startImport, takeCourse } from './import.commands.ts';

/** Sets up imports in processes that are killed; call it once at the top of a test file. */
export function useKilledImports() {
  const database = useTestDatabase();
  const knex = (table: string) => database.knex(table);
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  beforeEach(() => {
    setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } });
    setJobSink(async () => {});
  });
  afterAll(() => sandbox.close());

  /** Plays an api process and a worker for an import: requests it, and continues its step from wherever it stopped. */
  async function live(accountId: string, zip: Uint8Array, idempotencyKey: string): Promise<string> {
    const file = new File([new Uint8Array(zip)], 'course.zip');
    const runId = await startImport({ accountId, requestId: randomUUID(), idempotencyKey, file });
    await admitRuns();
    // the dead worker's lease ends
    await knex('step')
      .where({ run_id: runId, state: 'running' })
      .update({ lease_until: new Date(0) });
    for (const { id } of await knex('step').where({ run_id: runId }).select('id')) {
      const claim = await claimStep(id, 'worker');
      if (claim.kind === 'claimed')
        await takeCourse({ step: claim.step as ClaimedStep<ImportRequest>, signal: AbortSignal.timeout(60_000) });
    }
    return runId;
  }

  /**
   * Imports a course in a process that is killed after this many lasting changes, and then in another.
   * @returns whether the first was killed
   */
  async function importKilledAfter(changes: number): Promise<boolean> {
    const author = await givenOwner();
    const zip = courseZipOf(await getCourse({ accountId: author, courseId: await givenCourse(author) }), [], '');
    const mortal = killableProcess();
    try {
      const [accountId, key] = [await givenOwner(), randomUUID()];
      mortal.killAfter(changes);
      await live(accountId, zip, key).catch(() => undefined);
      const wasKilled = mortal.isDead();
      await mortal.revive();
      const runId = await live(accountId, zip, key);
      const courses = await knex('course').where({ account_id: accountId }).pluck('id');
      expect(courses, `killed after ${changes}`).toEqual([await importedCourse(accountId, runId)]);
      expect(await knex('run').where({ account_id: accountId })).toMatchObject([{ id: runId, status: 'completed' }]);
      expect(await knex('media_object').where({ account_id: accountId, deleted_at: null })).toEqual([]);
      return wasKilled;
    } finally {
      mortal.restore();
    }
  }

  return { importKilledAfter };
}
