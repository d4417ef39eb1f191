import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { sendScores } from '#domain/lti/send-scores.command.ts';
import { startCanvas, type CanvasPlatform } from '#ops/testing/lti/canvas-platform.ts';
import { connectedTo, MEMBERSHIP, type Connected } from './lti-product.factory.ts';

const api = useTestApi();
const knex = (table: string) => api.database.knex(table);
const LEARNERS = ['ann', 'ben', 'cem', 'dot', 'eve'];
let canvas: CanvasPlatform;
let school: Connected;
let first: string;
let second: string;

beforeAll(async () => {
  canvas = await startCanvas({ people: LEARNERS.map((id) => ({ id, roles: [`${MEMBERSHIP}Learner`] })) });
  school = await connectedTo(api, 'head@links.example', canvas);
  [first, second] = [await school.placed(0), await school.placed(1)];
});
afterAll(() => canvas.close());

const idOf = (target: string) => target.split('/').at(-1)!;
/** Sends until nothing is waiting, as the job does. */
const send = async (): Promise<void> => {
  do
    await knex('lti_score')
      .where({ state: 'waiting' })
      .update({ due_at: new Date(0), lease_until: null });
  while ((await sendScores()) > 0);
};
/** Returns the platform's columns: by label, each learner's grade and how often it was sent. */
const gradebook = () =>
  canvas.columns.map(({ label, grades }) => [
    label,
    Object.fromEntries([...grades].map(([who, { score, submissions }]) => [who, [score, submissions]])),
  ]);
const linksIn = (course: string) =>
  knex('lti_link')
    .join('lti_context', 'lti_context.id', 'context_id')
    .where({ 'lti_link.platform_id': school.platformId, context_ref: `opaque-${course}` });

/** Makes the link of an id as an older release did: one row for all contents, with the last launch's content. */
const mergedInto = (course: string, target: string) =>
  knex('lti_link')
    .whereIn('id', linksIn(course).select('lti_link.id'))
    .update({ may_be_merged: true, resource_link: null, placement_id: idOf(target) });

describe('links that an older release has merged', () => {
  it('are split when another content is launched: each learner’s grade goes to its own column, once', async () => {
    // Ann answered the first lesson correctly and Ben the second incorrectly, in one column, as Canvas has one id for both
    const ann = await school.learns('ann', first, 'merged');
    await ann.answers(0, 'a');
    await ann.completes(0);
    await send();
    await mergedInto('merged', second);
    const ben = await school.learns('ben', second, 'merged');
    await ben.answers(1, 'b');
    await ben.completes(1);
    // Cem answered the first correctly too, which was not sent before another content was opened
    const cem = await school.learns('cem', second, 'merged');
    await cem.answers(1, 'a');
    await cem.completes(1);
    expect(await linksIn('merged')).toHaveLength(1);
    await send();
    const [shared] = gradebook();
    expect(shared![1]).toEqual({ ann: [100, 1], ben: [0, 1], cem: [100, 1] });

    await school.learns('dot', first, 'merged');
    expect(await linksIn('merged')).toHaveLength(2);
    await send();
    await send();
    expect(gradebook()).toEqual([
      [expect.any(String), { ann: [100, 1], ben: [0, 1], cem: [100, 1] }],
      ['The hive in spring', { ann: [100, 1] }],
    ]);
    // from now on both continue separately
    await ben.answers(1, 'a');
    const again = await school.learns('ben', first, 'merged');
    await again.answers(0, 'b');
    await again.completes(0);
    await send();
    expect(gradebook()).toEqual([
      [expect.any(String), { ann: [100, 1], ben: [100, 2], cem: [100, 1] }],
      ['The hive in spring', { ann: [100, 1], ben: [0, 1] }],
    ]);
  });

  it('correct the grade left by another content’s better result, and lose nothing that waits', async () => {
    canvas.columns.length = 0;
    const course = 'better';
    const eve = await school.learns('eve', first, course);
    await eve.answers(0, 'a');
    await eve.completes(0);
    await send();
    await mergedInto(course, second);
    // her result for the second is worse, so an older release has not sent it
    const other = await school.learns('eve', second, course);
    await other.answers(1, 'b');
    await other.completes(1);
    await knex('lti_score').where({ percent: 0, state: 'waiting' }).delete();
    await school.learns('eve', first, course);
    await send();
    await send();
    expect(gradebook().map(([, grades]) => grades)).toEqual([{ eve: [0, 2] }, { eve: [100, 1] }]);
  });
});

it('a learner’s results in another place are sent to a new link when the learner opens it', async () => {
  canvas.columns.length = 0;
  const ann = await school.learns('ann', first, 'another');
  expect((await ann.call('GET', 'activity')).json.lessons).toMatchObject([{ completed: true }]);
  await send();
  expect(gradebook()).toEqual([['The hive in spring', { ann: [100, 1] }]]);
});

it('a class that launches at the same time has one link', async () => {
  await Promise.all(LEARNERS.map((subject) => school.learns(subject, first, 'at-once')));
  expect(await linksIn('at-once')).toHaveLength(1);
});
