import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp } from '#api/mcp/mcp-client.factory.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { MOST_KEPT_TOPICS } from '#contract/generation/topics.contract.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

const api = useTestApi();
let sandbox: Sandbox;
let learner: Person;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  learner = await api.givenPerson('topics@example.com');
  setConfig({ ...config(), demoLibrary: `${sandbox.url}/library` });
});
afterAll(() => sandbox.close());

const call = (path: string, { method = 'GET', body, by = learner }: { method?: string; body?: object; by?: Person } = {}) =>
  api.call(`/api/topics/${path}`, { method, bearer: by.accessToken, ...(body && { body }) });
const look = async (topic: string, language = 'english', goals = '') =>
  (await call(`library?${new URLSearchParams({ topic, language, goals }).toString()}`)).json.library;

const OUTSIDE = {
  english: `Falconry; Bookbinding by hand; Curling; Knitting a jumper; Puppet making; Medieval heraldry; The Ottoman Empire; Welding;
    Car engines; Puppetry; Opera singing; Glass blowing; Watch repair; Marathon training; Wine tasting; Origami; Islamic architecture;
    Sailing a dinghy; Dog training; Tax law for freelancers`,
  spanish: `Cetrería; Encuadernación; Vitrales; Tejer un jersey; Historia del tango; Japonés para viajar;
    El Imperio otomano; Soldadura; Motores de coche; Computación cuántica; Cultivar tomates; Catar vinos; Entrenar un maratón; Papiroflexia;
    Arquitectura mudéjar; Navegar a vela; Adiestrar perros; Reparar relojes; Poesía del Siglo de Oro; Carpintería`,
  arabic: `الصيد بالصقور; تجليد الكتب; الزجاج المعشق; الحياكة; تاريخ الأندلس; اليابانية للمسافرين; الدولة العثمانية; اللحام;
    محركات السيارات; الحوسبة الكمومية; زراعة الطماطم; الخط العربي; التدريب للماراثون; الأوريغامي; العمارة الإسلامية; الإبحار الشراعي;
    تدريب الكلاب; إصلاح الساعات; الشعر الجاهلي; النجارة`,
} as const;
const table = Object.entries(OUTSIDE).map(([language, topics]) => ({ language, topics: topics.split(';').map((topic) => topic.trim()) }));

describe('the demo library on a topic', () => {
  it.each(table)(
    'has nothing for twenty topics in $language, and suggests near courses, if there are any',
    async ({ language, topics }) => {
      expect(topics).toHaveLength(20);
      const instead = new Map<string, string>();
      for (const topic of topics) {
        const library = await look(topic, language);
        expect(library.nearest.length, topic).toBeLessThanOrEqual(3);
        expect(['none', 'other_language'], topic).toContain(library.match);
        for (const one of library.nearest) instead.set(one.title, one.language);
      }
      for (const [title, of] of instead) expect((await look(title, of)).match, title).toBe('course');
    },
  );

  it('ranks by the words, and nothing is near by its spelling alone', async () => {
    expect((await look('Redshift of distant galaxies')).nearest[0].title).toMatch(/^Black holes/);
    expect(await look('SAT')).toMatchObject({ match: 'none', nearest: [] });
    expect(await look('как выучить английский')).toMatchObject({ nearest: [] });
  });

  it('tells a program with the price when a course is written for another age', async () => {
    const { secret } = await givenKey({ accountId: learner.userId, scopes: ['courses:read', 'generate'] });
    const program = await connectMcp({ origin: api.origin, key: secret });
    const quoted = async (age: number) => {
      const wish = { topic: 'US history', learning_goals: 'Know the main turns', age, duration: '1 week intensive' };
      return JSON.stringify(await program.callTool({ name: 'quote_course', arguments: wish }));
    };
    const said = /“US history[^”]*” is written for readers of 13 to 17\. Tell the person both\./;
    expect(await quoted(40)).toMatch(said);
    expect(await quoted(15)).not.toContain('is written for');
    await program.close();
  });

  it('may cover a part of it: the lessons about it, and the words that no lesson covers', async () => {
    expect(await look('How do I castle?')).toMatchObject({
      match: 'part',
      lessons: [{ number: 2 }],
      missing: [],
      nearest: [{ title: expect.stringMatching(/^Chess/) }],
    });
    expect(await look('Bees in Siberia')).toMatchObject({ match: 'part', missing: ['Siberia'] });
    // words that no lesson contains are not promised
    expect((await look('Nero')).match).toBe('none');
    expect((await look('Snake bites')).match).toBe('none');
  });

  it('is found despite a typing mistake', async () => {
    expect((await look('calclus')).nearest[0].title).toMatch(/^Derivatives/);
    expect((await look('algebera')).nearest[0].title).toMatch(/^Mathematics/);
  });

  it('returns a course, by topic or by goals, or one in another language, which is the first suggestion', async () => {
    expect((await look('Sourdough')).match).toBe('course');
    expect((await look('Holiday pictures', 'english', 'Use my camera in manual mode; choose aperture and shutter speed')).match).toBe(
      'course',
    );
    expect(await look('SQL', 'spanish')).toMatchObject({ match: 'other_language', nearest: [{ language: 'english' }] });
  });

  it('says for whom the course is written, so that another age is mentioned before anything starts', async () => {
    expect((await look('Sourdough')).readers).toEqual({ from: 18, to: null });
    expect((await look('Photosynthesis')).readers).toEqual({ from: 13, to: 17 });
    expect((await look('Falconry')).readers).toBeNull();
  });

  it('returns the general course for an unknown topic: one lesson, without unrelated pictures', async () => {
    const orderOf = async (topic: string, general = false) => {
      const form = { age: 30, topic, learning_goals: 'Any', general_course: general, ai_components: { imagen_enabled: true } };
      const { json, status } = await api.call('/api/generate-course', {
        method: 'POST',
        body: form,
        bearer: learner.accessToken,
        headers: { prefer: 'respond-async' },
      });
      expect(status, JSON.stringify(json)).toBe(202);
      return (await api.database.knex('run').where({ id: json.task_id }).first('request'))!.request as unknown as CourseForm;
    };
    expect(await orderOf('Falconry')).toMatchObject({ general_course: true, ai_components: { imagen_enabled: false } });
    const reserved = await api.database.knex('run').where({ subject: 'Falconry' }).first('tokens_reserved', 'paid_from');
    expect(reserved, 'A31 costs nothing, whatever the plan has left').toEqual({ tokens_reserved: 0, paid_from: null });
    expect(await orderOf('Sourdough', true)).toMatchObject({ general_course: true });
    expect(await orderOf('Tides')).toMatchObject({ general_course: false, ai_components: { imagen_enabled: true } });
    const usual = config();
    setConfig({ ...usual, demoLibrary: null });
    expect(await orderOf('Curling', true)).toMatchObject({ general_course: false });
    setConfig(usual);
  });

  it('A40 names the ready course and the caller’s copy of it, and tells which pictures and scenes show its subject', async () => {
    expect(await look('Tides')).toMatchObject({
      match: 'course',
      nearest: expect.arrayContaining([expect.objectContaining({ slug: 'tides-how-moon-and-sun-move-the-sea', course_id: null })]),
      fits: { pictures: true, scene: true },
    });
    expect((await look('Learn to play the guitar')).fits.scene).toBe(false);
    const usual = config();
    setConfig({ ...usual, library: usual.demoLibrary });
    const opened = await api.call('/api/library/courses/tides-how-moon-and-sun-move-the-sea/open', {
      method: 'POST',
      bearer: learner.accessToken,
    });
    setConfig(usual);
    expect((await look('Tides')).nearest[0].course_id).toBe(opened.json.course_id);
  });

  it('A40 puts no scene into a course that shows something else', async () => {
    const partsOf = async (topic: string) => {
      const form = { age: 30, topic, learning_goals: 'Any', ai_components: { imagen_enabled: true, genie3_enabled: true } };
      const bearer = learner.accessToken;
      const { json } = await api.call('/api/generate-course', { method: 'POST', body: form, bearer, headers: { prefer: 'respond-async' } });
      const { request } = (await api.database.knex('run').where({ id: json.task_id }).first('request'))!;
      const scenes = await api.database.knex('simulation').where({ home_id: json.task_id });
      const { imagen_enabled: pictures, genie3_enabled: scene } = (request as unknown as CourseForm).ai_components;
      return { pictures, scene, made: scenes.length };
    };
    expect(await partsOf('The guitar')).toEqual({ pictures: true, scene: false, made: 0 });
    expect(await partsOf('The tides of the sea')).toEqual({ pictures: true, scene: true, made: 1 });
  });

  it('A40 refuses a simulation that the library lacks, before it is ordered', async () => {
    const courseId = await givenCourse(learner.userId, { document: { title: 'The guitar' } });
    const order = (wish: string) =>
      api.call(`/api/course-simulations/${courseId}`, { method: 'POST', body: { wish }, bearer: learner.accessToken });
    expect(await order('How to tune the strings')).toMatchObject({ status: 409, json: { code: 'simulation.none_fits' } });
    expect(await api.database.knex('simulation').where({ home_id: courseId })).toEqual([]);
    expect((await order('How gears turn')).status).toBe(202);
  });

  it('is not asked if services write the courses, and is unknown while the library is unavailable', async () => {
    const usual = config();
    setConfig({ ...usual, demoLibrary: null });
    expect(await look('Roman law')).toBeNull();
    setConfig({ ...usual, demoLibrary: 'http://127.0.0.1:9/library' });
    expect(await look('Roman law')).toBeNull();
    setConfig(usual);
  });
});

describe('a topic saved for later', () => {
  afterEach(() => api.database.knex('kept_topic').delete());

  it('is saved once, newest first, for its account only, until it is removed', async () => {
    await call('kept', { method: 'POST', body: { topic: 'Roman law' } });
    await call('kept', { method: 'POST', body: { topic: 'Bees' } });
    const { json } = await call('kept', { method: 'POST', body: { topic: 'Roman law' } });
    expect(json.topics.map(({ topic }: { topic: string }) => topic)).toEqual(['Roman law', 'Bees']);
    const other = await api.givenPerson('topics-other@example.com');
    expect((await call('kept', { by: other })).json.topics).toEqual([]);
    const [{ id }] = json.topics;
    expect((await call(`kept/${id}`, { method: 'DELETE', by: other })).status).toBe(404);
    expect((await call(`kept/${id}`, { method: 'DELETE' })).json.topics).toMatchObject([{ topic: 'Bees' }]);
  });

  it('replaces the oldest beyond the limit', async () => {
    for (let n = 0; n <= MOST_KEPT_TOPICS; n += 1) await call('kept', { method: 'POST', body: { topic: `Topic ${n}` } });
    const { topics } = (await call('kept')).json;
    expect([topics.length, topics.at(-1).topic]).toEqual([MOST_KEPT_TOPICS, 'Topic 1']);
  });
});
