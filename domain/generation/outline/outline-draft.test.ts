import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import type { OutlineDraft } from '#contract/generation/outline-draft.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { keepOutlineDraft, approveOutline } from './outline.commands.ts';
import { getOutlineDraft } from './outline-draft.queries.ts';
import { givenStartedRun, playOutline } from '#domain/generation/runs/run.factory.ts';

const database = useTestDatabase();
let accountId: string;
let runId: string;
let lessons: string[];

beforeAll(() => setJobSink(async () => {}));
beforeEach(async () => {
  accountId = await givenOwner();
  runId = await givenStartedRun(accountId, { review_outline: true });
  lessons = await playOutline(runId);
});

const draftCalled = (title: string): OutlineDraft => ({
  title,
  modules: [
    { key: 'm1', title: '', lessons: [{ key: 'a', id: lessons[0]!, title: 'Smoke' }] },
    { key: 'm2', title: 'Taken out', removed: true, lessons: [{ key: 'new', title: 'Wax', removed: true }] },
  ],
});
const keep = (title: string, baseVersion: number) => keepOutlineDraft({ runId, accountId, draft: draftCalled(title), baseVersion });
const read = () => getOutlineDraft({ runId, accountId });
const approved = () => ({ title: 'Bees', modules: [{ title: 'M', lessons: [{ id: lessons[0]!, title: 'Smoke' }] }] });
const kept = async () => (await database.knex('outline_draft').where({ run_id: runId })).length;

describe('the draft of a waiting outline', () => {
  it('is empty before the first change, and then the last saved state, word for word, on every device of its owner', async () => {
    expect(await read()).toEqual({ draft: null, version: 0 });
    expect(await keep('Bees, calmly', 0)).toEqual({ version: 1 });
    expect(await keep('Bees, very calmly', 1)).toEqual({ version: 2 });
    expect(await read()).toEqual({ draft: draftCalled('Bees, very calmly'), version: 2 });
  });

  it('of two devices the second is rejected without loss to the first; saved on top of the newer version it succeeds', async () => {
    await keep('First', 0);
    await expect(keep('Second', 0)).rejects.toMatchObject({ code: 'course.version_conflict' });
    expect(await read()).toEqual({ draft: draftCalled('First'), version: 1 });
    expect(await keep('Second', 1)).toEqual({ version: 2 });
  });

  it('saved again unchanged, as after a lost answer, is no change', async () => {
    await keep('Same', 0);
    expect(await keep('Same', 0)).toEqual({ version: 1 });
    const at = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => keep(`At once ${n}`, 1)));
    expect(at.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await read()).version).toBe(2);
  });

  it('is deleted when the outline is accepted and when the run is stopped; afterwards nothing can be saved', async () => {
    await keep('Bees', 0);
    await approveOutline({ runId, accountId, outline: approved() });
    expect([await kept(), await read()]).toEqual([0, { draft: null, version: 0 }]);
    await expect(keep('Late', 1)).rejects.toMatchObject({ code: 'run.not_waiting' });

    runId = await givenStartedRun(accountId, { review_outline: true });
    lessons = await playOutline(runId);
    await keep('Bees', 0);
    await cancelRun({ runId, accountId, keep: true });
    expect(await kept()).toBe(0);
    await expect(keep('Late', 0)).rejects.toMatchObject({ code: 'run.not_waiting' });
  });

  it('saved on another device in the meantime: an outdated save is rejected, and the stored draft stays', async () => {
    await keep('Mine', 0);
    const accept = (baseVersion?: number) => approveOutline({ runId, accountId, outline: approved(), baseVersion });
    await keep('Theirs', 1);
    for (const older of [0, 1]) await expect(accept(older)).rejects.toMatchObject({ code: 'course.version_conflict' });
    expect(await read()).toEqual({ draft: draftCalled('Theirs'), version: 2 });
    await accept(2);
    expect(await kept()).toBe(0);
    // repeated because its answer was lost
    await accept(2);
  });

  it('is deleted if the outline is accepted while it is being saved', async () => {
    await Promise.allSettled([keep('Bees', 0), approveOutline({ runId, accountId, outline: approved() }), keep('Late', 0)]);
    expect(await kept()).toBe(0);
  });

  it('belongs to its owner, and does not exist without a run', async () => {
    await keep('Bees', 0);
    const stranger = { runId, accountId: await givenOwner() };
    await expect(getOutlineDraft(stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(keepOutlineDraft({ ...stranger, draft: draftCalled('x'), baseVersion: 1 })).rejects.toMatchObject({ code: 'not_found' });
    for (const none of ['nonsense', uuidv7()]) {
      await expect(getOutlineDraft({ runId: none, accountId })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
