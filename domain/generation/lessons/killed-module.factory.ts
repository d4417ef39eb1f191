import { expect } from 'vitest';
import { lessonKeys, moduleKey } from '#domain/generation/runs/stage-order.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { useModules } from './module.factory.ts';

/** Sets up modules in processes that are killed; call it once at the top of a test file. */
export function useKilledModules() {
  const modules = useModules();
  const { database, stepOf } = modules;

  /**
   * Writes a module in a process that is killed after this many lasting changes, and then in another.
   * @returns whether the first was killed
   */
  async function writeKilledAfter(changes: number): Promise<boolean> {
    const mortal = killableProcess();
    try {
      const { runId, lessons } = await modules.given();
      const own = lessons.slice(0, 3);
      await modules.control('DELETE', 'calls');
      mortal.killAfter(changes);
      await modules.writeModule(runId, own[0]!).catch(() => undefined);
      const wasKilled = mortal.isDead();
      await mortal.revive();
      const answered = (await stepOf(runId, moduleKey(own[0]!)))!.answer !== null;
      if ((await stepOf(runId, moduleKey(own[0]!)))!.state !== 'completed') {
        // the dead worker's lease ends
        await database
          .knex('step')
          .where({ run_id: runId, state: 'running' })
          .update({ lease_until: new Date(0) });
        await modules.writeModule(runId, own[0]!);
      }
      const when = `killed after ${changes}`;
      for (const id of own) expect(await stepOf(runId, lessonKeys(id).write), when).toMatchObject({ state: 'completed' });
      expect(await database.knex('step').where({ run_id: runId, job: 'write-lesson' }), when).toHaveLength(3);
      expect(
        (await modules.eventsOf(runId)).filter((name) => name === 'lesson.ready'),
        when,
      ).toHaveLength(3);
      // an answer that was stored is not bought again
      const calls = modules.callsFor('module').filter(({ status, aborted }) => status === 200 && !aborted);
      expect(calls.length, when).toBeLessThanOrEqual(answered || !wasKilled ? 1 : 2);
      return wasKilled;
    } finally {
      mortal.restore();
    }
  }

  return { writeKilledAfter };
}
