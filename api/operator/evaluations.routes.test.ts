import { beforeAll, describe, expect, it } from 'vitest';
import { USUAL_BRIEFS } from '#contract/operator/usual-briefs.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { config } from '#domain/platform/config.ts';

const api = useTestApi();
let operator: Person;
beforeAll(async () => {
  operator = await api.givenPerson('compare-operator@example.com', { roles: ['operator'] });
});

const part = (service: Service) => ({ service, model: config().vendors[service].model });
const cast = (name: string, service: Service) => ({
  name,
  roles: { outline: part(service), lesson: part(service), practice: part(service), review: part('gemini') },
});
const plan = (changes: object = {}) => ({
  name: 'Two models',
  briefs: USUAL_BRIEFS.slice(0, 5),
  casts: [cast('One', 'claude'), cast('Other', 'openai')],
  judges: [part('grok')],
  ...changes,
});
const ask = (method: string, path: string, body?: object) =>
  api.call(`/api/operator/${path}`, { method, bearer: operator.accessToken, ...(body && { body }) });
const end = (id: string) => api.database.knex('run').where({ id }).update({ status: 'completed', finished_at: new Date() });
const say = (id: string, first: string, second: string) =>
  ask('POST', `evaluations/${id}/verdicts`, { first_id: first, second_id: second, verdict: 'tie' });
const start = async (): Promise<string> => (await ask('POST', 'evaluations', plan())).json.evaluation_id;

describe('a comparison of models', () => {
  it('has its price before it begins, and nothing is stored then', async () => {
    const { status, json } = await ask('POST', 'evaluation-estimates', plan());
    expect([status, json]).toMatchObject([200, { micro_usd: expect.any(Number), unpriced: [], basis: 'presumed' }]);
    // two casts write and are reviewed, two in eight are corrected; each pair is judged in both orders
    expect(json.calls).toBe(2 * (5 * 4 + 2) + 5 * 2);
    expect(json.micro_usd).toBeGreaterThan(0);
    expect((await ask('GET', 'evaluations')).json.evaluations).toEqual([]);
  });

  it('of a model without a price says so, and takes the dearest', async () => {
    const unheard = { service: 'claude', model: 'unheard-of' };
    const casts = [cast('One', 'claude'), { ...cast('Other', 'claude'), roles: { ...cast('', 'claude').roles, lesson: unheard } }];
    const { json } = await ask('POST', 'evaluation-estimates', plan({ casts }));
    expect(json.unpriced).toEqual(['unheard-of']);
  });

  it.each<[string, () => object]>([
    ['four briefs', () => ({ briefs: USUAL_BRIEFS.slice(0, 4) })],
    ['fifty-one briefs', () => ({ briefs: [...USUAL_BRIEFS, USUAL_BRIEFS[0]] })],
    ['one cast', () => ({ casts: [cast('One', 'claude')] })],
    ['no judge', () => ({ judges: [] })],
    ['a judge that has written', () => ({ judges: [part('openai')] })],
    [
      'a judge that has written the questions',
      () => ({ casts: [cast('One', 'claude'), { name: 'Other', roles: { ...cast('', 'openai').roles, practice: part('grok') } }] }),
    ],
    ['two casts that are the same', () => ({ casts: [cast('One', 'claude'), cast('Other', 'claude')] })],
    ['a topic of blanks', () => ({ briefs: USUAL_BRIEFS.slice(0, 5).map((brief) => ({ ...brief, topic: '  ' })) })],
  ])('with %s is refused', async (_, changes) => {
    const { status, json } = await ask('POST', 'evaluations', plan(changes()));
    expect([status, json.code]).toEqual([400, 'validation.failed']);
  });

  it('is listed and read; its winner becomes the default by one press, and the built-in roles come back by another', async () => {
    const id = await start();
    const { json: list } = await ask('GET', 'evaluations');
    expect(list.evaluations.map(({ evaluation_id }: { evaluation_id: string }) => evaluation_id)).toContain(id);
    expect(list.services).toHaveLength(4);
    const { json: report } = await ask('GET', `evaluations/${id}`);
    expect(report).toMatchObject({ evaluation: { name: 'Two models', briefs: 5 }, winner: null, left_to_judge: 0 });

    expect((await ask('POST', `evaluations/${id}/acts`, { act: 'make_default', cast: 3 })).status).toBe(400);
    expect((await ask('POST', `evaluations/${id}/acts`, { act: 'make_default' })).status).toBe(400);
    // what was not measured to its end is no reason to change every course
    expect((await ask('POST', `evaluations/${id}/acts`, { act: 'make_default', cast: 1 })).json).toMatchObject({
      status: 409,
      code: 'evaluation.unfinished',
    });
    await end(id);
    const made = await ask('POST', `evaluations/${id}/acts`, { act: 'make_default', cast: 1 });
    expect(made.json.applied_cast).toBe(1);
    expect((await ask('GET', 'evaluations')).json.default_cast).toEqual([
      { role: 'outline', service: 'openai', model: null },
      { role: 'lesson', service: 'openai', model: null },
      { role: 'practice', service: 'openai', model: null },
      { role: 'review', service: 'gemini', model: null },
    ]);
    expect((await ask('DELETE', 'default-cast')).json).toEqual({ default_cast: [] });
    expect((await ask('GET', `evaluations/${id}`)).json.evaluation.applied_cast).toBeNull();
    const acts = await api.database.knex('audit_entry').whereLike('action', 'evaluation.%').orderBy('id').select('action', 'actor');
    expect(acts.slice(-3).map(({ action }) => action)).toEqual([
      'evaluation.start',
      'evaluation.make_default',
      'evaluation.forget_default',
    ]);
    expect(acts.every(({ actor }) => actor === `account:${operator.userId}`)).toBe(true);
  });

  it('is started once by a key, however often it is asked for', async () => {
    const headers = { 'Idempotency-Key': 'compare-once' };
    const sent = (changes = {}) =>
      api.call('/api/operator/evaluations', { method: 'POST', bearer: operator.accessToken, body: plan(changes), headers });
    const answers = await Promise.all([sent(), sent(), sent()]);
    expect(new Set(answers.map(({ json }) => json.evaluation_id)).size).toBe(1);
    expect((await sent({ name: 'Something else' })).json.code).toBe('idempotency.body_mismatch');
    expect(await api.database.knex('evaluation').where({ run_id: answers[0]!.json.evaluation_id })).toHaveLength(1);
  });

  it('is stopped once', async () => {
    const id = await start();
    expect((await ask('POST', `evaluations/${id}/acts`, { act: 'cancel' })).json.status).toBe('cancelled');
    expect((await ask('POST', `evaluations/${id}/acts`, { act: 'cancel' })).json.status).toBe('cancelled');
  });

  it('has pairs for people once there are texts; what is no pair of it is not found', async () => {
    const id = await start();
    expect((await ask('GET', `evaluations/${id}/pair`)).json).toEqual({ pair: null, left: 0 });
    const samples = await api.database.knex('evaluation_sample').where({ evaluation_id: id }).orderBy(['brief', 'cast_place']);
    const lesson = JSON.stringify({ title: 'Bees', content: 'Bees dance.', objectives: ['See'], key_takeaways: ['They dance.'] });
    await api.database.knex('evaluation_sample').where({ evaluation_id: id, brief: 0 }).update({ lesson });
    // their reviewer may still have them corrected
    expect((await ask('GET', `evaluations/${id}/pair`)).json).toEqual({ pair: null, left: 0 });
    const [one, other] = samples.filter(({ brief }) => brief === 0).map((sample) => sample.id);
    expect((await say(id, one!, other!)).status).toBe(404);
    await end(id);
    const { json } = await ask('GET', `evaluations/${id}/pair`);
    expect(json).toMatchObject({ left: 1, pair: { topic: USUAL_BRIEFS[0]!.topic, first: { text: { content: 'Bees dance.' } } } });
    expect((await say(id, samples[0]!.id, samples[3]!.id)).status).toBe(404);
    expect((await say(id, samples[0]!.id, samples[0]!.id)).status).toBe(404);
    expect((await say(id, json.pair.first.lesson_id, json.pair.second.lesson_id)).json).toMatchObject({ verdict: 'tie', left: 0 });
    expect((await ask('GET', `evaluations/${id}/briefs/5`)).status).toBe(404);
    expect((await ask('GET', 'evaluations/none')).status).toBe(404);
  });
});
