import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { startEngine } from '#domain/kinds.ts';
import { sceneFor } from '#ops/sandbox/simulations/library.ts';

const api = useTestApi();
startEngine();
let ines: Person;
let stranger: Person;
let courseId: string;

beforeAll(async () => {
  ines = await api.givenPerson('ines@example.com', { tokens: 10 });
  stranger = await api.givenPerson('stranger@example.com', { tokens: 10 });
  courseId = await givenCourse(ines.userId);
});

const ask = (person: Person, method = 'GET', body?: object, path = `/api/course-simulations/${courseId}`) =>
  api.call(path, { method, bearer: person.accessToken, ...(body && { body }), headers: { 'Idempotency-Key': randomUUID() } });

describe('the simulations of a course', () => {
  it('belong to the owner: others neither see nor order them', async () => {
    expect((await ask(ines)).json).toEqual({ may_change: true, simulations: [] });
    expect((await ask(stranger)).status).toBe(404);
    expect((await ask(stranger, 'POST', { wish: 'How bees see' })).status).toBe(404);
    expect((await ask(ines, 'GET', undefined, '/api/course-simulations/nonsense')).status).toBe(404);
  });

  it('are ordered with a description, and answered with the id of their run', async () => {
    expect((await ask(ines, 'POST', { wish: 'ab' })).json).toMatchObject({ code: 'validation.failed', errors: [{ path: 'wish' }] });
    const { status, json } = await ask(ines, 'POST', { wish: 'How bees see' });
    expect(status).toBe(202);
    expect((await ask(ines)).json.simulations).toMatchObject([
      { wish: 'How bees see', state: 'being_made', task_id: json.task_id, scene: null },
    ]);
    const run = await api.call(`/api/runs/${json.task_id}`, { bearer: ines.accessToken });
    expect(run.json).toMatchObject({ kind: 'simulation' });
  });

  it('are shown to everyone who took the course, once they are ready, and cannot be changed by them', async () => {
    const home = (await api.database.knex('course').where({ id: courseId }).first('run_id', 'id'))!;
    const soldId = randomUUID();
    const sold = { id: soldId, account_id: ines.userId, title: 'Bees', description: 'Bees', status: 'published', course_id: courseId };
    const dates = { published_at: new Date(), renewed_at: new Date(), language: 'english', age_group: 'Adults' };
    await api.database.knex('creator_course').insert({ ...sold, ...dates, published_version: 1, published_course_id: courseId });
    const copyId = await givenCourse(stranger.userId);
    await api.database.knex('course').where({ id: copyId }).update({ enrolled_from: soldId });
    const ready = { id: randomUUID(), home_id: home.run_id ?? home.id, place: 4, account_id: ines.userId, wish: 'Light' };
    await api.database.knex('simulation').insert({ ...ready, scene: JSON.stringify(sceneFor('lenses')) });
    const copied = await ask(stranger, 'GET', undefined, `/api/course-simulations/${copyId}`);
    expect(copied.json).toMatchObject({ may_change: false, simulations: [{ wish: 'Light', state: 'ready', task_id: null }] });
    const ordered = await ask(stranger, 'POST', { wish: 'More light' }, `/api/course-simulations/${copyId}`);
    expect(ordered.json.code).toBe('market.not_yours');
    await api.database.knex('simulation').where({ id: ready.id }).del();
  });

  it('are removed by their owner only, and not while they are in progress', async () => {
    const [{ simulation_id: id }] = (await ask(ines)).json.simulations;
    const remove = (person: Person) => ask(person, 'DELETE', undefined, `/api/simulations/${id}`);
    expect((await remove(ines)).json.code).toBe('simulation.being_made');
    await api.database.knex('run').where({ kind: 'simulation' }).update({ status: 'completed', finished_at: new Date() });
    await api.database
      .knex('simulation')
      .where({ id })
      .update({ scene: JSON.stringify(sceneFor('lenses')) });
    expect((await remove(stranger)).status).toBe(404);
    expect((await ask(ines)).json.simulations).toMatchObject([{ state: 'ready', scene: { title: 'Where a lens forms its image' } }]);
    expect((await remove(ines)).status).toBe(200);
    expect((await ask(ines)).json.simulations).toEqual([]);
    expect((await ask(ines, 'DELETE', undefined, '/api/simulations/nonsense')).status).toBe(404);
  });

  it('remember for each account which tasks are solved, whichever browser solved them', async () => {
    const home = (await api.database.knex('course').where({ id: courseId }).first('run_id', 'id'))!;
    const id = randomUUID();
    const scene = JSON.stringify(sceneFor('gears'));
    await api.database
      .knex('simulation')
      .insert({ id, home_id: home.run_id ?? home.id, place: 3, account_id: ines.userId, wish: 'Gears', scene });
    const solve = (who: Person, tasks: number[], of = id) => ask(who, 'POST', { tasks }, `/api/simulations/${of}/solved`);
    expect((await solve(ines, [1])).json).toEqual({ solved: [1] });
    expect((await solve(ines, [0, 1])).json).toEqual({ solved: [0, 1] });
    const { simulations } = (await ask(ines)).json;
    expect(simulations.find((one: { simulation_id: string }) => one.simulation_id === id).solved).toEqual([0, 1]);
    expect((await solve(await api.givenPerson('nobody@example.com'), [0])).status).toBe(404);
    expect((await solve(ines, [99])).status).toBe(400);
    expect((await solve(ines, [0], randomUUID())).status).toBe(404);
  });
});
