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
  it('has its price before it starts, and nothing is stored then', async () => {
    const { status, json } = await ask('POST', 'evaluation-estimates', plan());
    expect([status, json]).toMatchObject([200, { micro_usd: expect.any(Number), unpriced: [], basis: 'presumed' }]);
    // each brief is researched; two casts write and are checked, two in eight lessons are corrected; each pair is judged in both orders
    expect(json.calls).toBe(5 + 2 * (5 * 4 + 2) + 5 * 2);
    expect(json.micro_usd).toBeGreaterThan(0);
    // five briefs can name no winner, however they end
    expect(json.finds).toEqual({ wins_needed: null, smallest_share: null });
    const usual = await ask('POST', 'evaluation-estimates', plan({ briefs: USUAL_BRIEFS.slice(0, 32) }));
    expect(usual.json.finds).toEqual({ wins_needed: 23, smallest_share: expect.closeTo(0.765, 3) });
    expect((await ask('GET', 'evaluations')).json.evaluations).toEqual([]);
  });

  it('of a model without a price says so, and uses the highest price', async () => {
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
    [
      'a judge of the family of a writer, whoever answers with it',
      () => ({ judges: [{ service: 'grok', model: 'anthropic/claude-haiku-5' }] }),
    ],
    ['a judge that is another model of a writing service', () => ({ judges: [{ service: 'openai', model: 'o9' }] })],
    ['a judge that reviews the lessons', () => ({ judges: [part('gemini')] })],
    [
      'a judge that outlines them',
      () => ({ casts: [cast('One', 'claude'), { name: 'Other', roles: { ...cast('', 'openai').roles, outline: part('grok') } }] }),
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
    // an unfinished comparison is no reason to change every course
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

  it('is continued once it is completed: with the same casts, at its own price, once; the result covers all briefs', async () => {
    const id = await start();
    const added = (changes = {}) => ({ after: 5, briefs: USUAL_BRIEFS.slice(5, 8), ...changes });
    expect((await ask('POST', `evaluations/${id}/additions`, added())).json.code).toBe('evaluation.unfinished');
    await end(id);
    const price = await ask('POST', `evaluations/${id}/addition-estimates`, added());
    // research; two casts with three briefs: four roles each, and a correction
    expect([price.status, price.json]).toMatchObject([200, { calls: 3 + 2 * (3 * 4 + 1) + 3 * 2, finds: { wins_needed: 8 } }]);
    const before = (await ask('GET', `evaluations/${id}`)).json.evaluation;
    for (const refused of [{ after: 4 }, { briefs: [] }, { briefs: [...USUAL_BRIEFS] }])
      expect((await ask('POST', `evaluations/${id}/additions`, added(refused))).status).toBe(400);
    expect((await ask('POST', 'evaluations/none/additions', added())).status).toBe(404);
    const answers = [
      await ask('POST', `evaluations/${id}/additions`, added()),
      // the first answer was lost
      await ask('POST', `evaluations/${id}/additions`, added()),
    ];
    for (const { status, json } of answers)
      expect([status, json]).toMatchObject([
        200,
        { briefs: 8, additions: 1, finished_at: null, estimate: { calls: before.estimate.calls + price.json.calls } },
      ]);
    expect((await ask('GET', `evaluations/${id}`)).json.by_brief.map(({ topic }: { topic: string }) => topic)).toEqual(
      USUAL_BRIEFS.slice(0, 8).map(({ topic }) => topic),
    );
    expect(await api.database.knex('evaluation_sample').where({ evaluation_id: id })).toHaveLength(16);
    expect(await api.database.knex('audit_entry').where({ action: 'evaluation.add_briefs', subject: `evaluation:${id}` })).toHaveLength(1);
  });

  it('starts and continues for no more than was shown; a refusal stores nothing, and repeating a started one orders nothing', async () => {
    const count = async () => (await api.database.knex('evaluation').select('run_id')).length;
    const { micro_usd: shown } = (await ask('POST', 'evaluation-estimates', plan())).json;
    const before = await count();
    const half = { accepted_micro_usd: Math.floor(shown / 2) };
    expect((await ask('POST', 'evaluations', plan(half))).json).toMatchObject({ status: 409, code: 'evaluation.price_changed' });
    expect(await count()).toBe(before);
    // other calls made meanwhile change it slightly
    const { status, json } = await ask('POST', 'evaluations', plan({ accepted_micro_usd: Math.ceil(shown / 1.05) }));
    expect(status).toBe(200);
    const id = json.evaluation_id as string;
    await end(id);

    const added = (changes = {}) => ({ after: 5, briefs: USUAL_BRIEFS.slice(5, 7), ...changes });
    const { micro_usd: more } = (await ask('POST', `evaluations/${id}/addition-estimates`, added())).json;
    const refused = await ask('POST', `evaluations/${id}/additions`, added({ accepted_micro_usd: 0 }));
    expect(refused.json).toMatchObject({ status: 409, code: 'evaluation.price_changed' });
    expect((await ask('GET', `evaluations/${id}`)).json.evaluation.briefs).toBe(5);
    expect((await ask('POST', `evaluations/${id}/additions`, added({ accepted_micro_usd: more }))).status).toBe(200);
    expect((await ask('POST', `evaluations/${id}/additions`, added({ accepted_micro_usd: 0 }))).status).toBe(200);
    const acts = await api.database
      .knex('audit_entry')
      .where({ subject: `evaluation:${id}` })
      .orderBy('id')
      .pluck('detail');
    expect(acts.map(({ after }) => (after as { accepted_micro_usd?: number }).accepted_micro_usd)).toEqual([Math.ceil(shown / 1.05), more]);
  });

  it('is started once per key, however often it is requested', async () => {
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

  it('has pairs for people once there are texts; an invalid pair is not found', async () => {
    const id = await start();
    expect((await ask('GET', `evaluations/${id}/pair`)).json).toEqual({ pair: null, left: 0 });
    const samples = await api.database.knex('evaluation_sample').where({ evaluation_id: id }).orderBy(['brief', 'cast_place']);
    const exercises = [{ title: 'Dance', instructions: 'Draw the dance of a bee that has found clover.' }];
    const lesson = JSON.stringify({
      title: 'Bees',
      content: 'Bees dance.',
      objectives: ['See'],
      key_takeaways: ['They dance.'],
      exercises,
    });
    const question = {
      kind: 'single',
      question: 'What do bees do?',
      options: ['They sing.', 'They dance.'],
      correct_options: [1],
      explanation: 'They dance on the comb.',
      rubric: [],
      feedback: ['They hum, at most.', ''],
    };
    const questions = JSON.stringify([question]);
    await api.database.knex('evaluation_sample').where({ evaluation_id: id, brief: 0 }).update({ lesson, questions });
    // their checking service may still correct them
    expect((await ask('GET', `evaluations/${id}/pair`)).json).toEqual({ pair: null, left: 0 });
    const [one, other] = samples.filter(({ brief }) => brief === 0).map((sample) => sample.id);
    expect((await say(id, one!, other!)).status).toBe(404);
    await end(id);
    const { json } = await ask('GET', `evaluations/${id}/pair`);
    expect(json).toMatchObject({ left: 1, pair: { topic: USUAL_BRIEFS[0]!.topic, first: { text: { content: 'Bees dance.' } } } });
    // people see what a judging model sees: the options, the key, the feedback on each, and the exercises
    expect(json.pair.first.text).toMatchObject({
      exercises,
      questions: [
        { options: question.options, right_options: ['They dance.'], explanation: question.explanation, feedback: question.feedback },
      ],
    });
    expect((await say(id, samples[0]!.id, samples[3]!.id)).status).toBe(404);
    expect((await say(id, samples[0]!.id, samples[0]!.id)).status).toBe(404);
    expect((await say(id, json.pair.first.lesson_id, json.pair.second.lesson_id)).json).toMatchObject({ verdict: 'tie', left: 0 });
    expect((await ask('GET', `evaluations/${id}/briefs/5`)).status).toBe(404);
    expect((await ask('GET', 'evaluations/none')).status).toBe(404);
  });
});
