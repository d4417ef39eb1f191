import { beforeEach, expect, it } from 'vitest';
import { transact } from '#domain/platform/database.ts';
import { config } from '#domain/platform/config.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { castFor, forgetChosenModel, readDefaultCast, storeDefaultCast, type RoleHolder } from './default-cast.commands.ts';
import { chooseService, PRACTICE_SERVICES, lessonCheckServices } from './roles.ts';

const test = useTestDatabase();

const HOLDERS: readonly RoleHolder[] = [
  { role: 'outline', service: 'gemini', model: null },
  { role: 'lesson', service: 'openai', model: 'gpt-of-tomorrow' },
  { role: 'practice', service: 'grok', model: null },
  { role: 'review', service: 'claude', model: null },
];
const store = (holders: readonly RoleHolder[] | null) => transact((trx) => storeDefaultCast(trx, holders, null));
const LESSON = { purpose: 'lesson', cast: ['claude', 'gemini', 'openai', 'grok'], form: {} } as const;

beforeEach(() => store(HOLDERS));

it('a service with an assigned role leads in it, with its model; the others follow as before', async () => {
  const lesson = await castFor(LESSON);
  expect(lesson.cast).toEqual(['openai', 'claude', 'gemini', 'grok']);
  expect([lesson.modelOf('openai'), lesson.modelOf('claude')]).toEqual(['gpt-of-tomorrow', undefined]);
  expect((await castFor({ purpose: 'practice', cast: PRACTICE_SERVICES, form: {} })).cast[0]).toBe('grok');
  // research has no role of its own
  expect((await castFor({ purpose: 'research', cast: ['grok', 'gemini'], form: {} })).cast).toEqual(['grok', 'gemini']);
});

it('never replaces a service that may not be asked: no writer checks its own lesson, and a learner’s own choice leads', async () => {
  const check = await castFor({ purpose: 'review', cast: lessonCheckServices((service) => service === 'claude', 'openai'), form: {} });
  expect(check.cast).not.toContain('claude');
  const chosen = await castFor({ ...LESSON, form: { ai_model_preference: 'claude' } });
  expect(chosen.cast[0]).toBe('claude');
  // a correction stays with its lesson's writer
  const correction = await castFor({ purpose: 'correction', cast: ['claude', 'openai'], form: {} });
  expect(correction.cast[0]).toBe('claude');
});

it('the connected model is not stored, because it may change; another one is forgotten with its connection', async () => {
  const connected = config().vendors.openai.model;
  await store([{ role: 'lesson', service: 'openai', model: connected }]);
  expect(await readDefaultCast()).toEqual([{ role: 'lesson', service: 'openai', model: null }]);
  await store(HOLDERS);
  await transact((trx) => forgetChosenModel(trx, 'openai'));
  expect(await readDefaultCast()).toContainEqual({ role: 'lesson', service: 'openai', model: null });
  expect((await castFor(LESSON)).modelOf('openai')).toBeUndefined();
});

it('a model other than the connected one that does not answer is not waited for: the next service is asked', async () => {
  const lane = { service: 'openai', model: 'gpt-of-tomorrow', request_level: 1, token_level: 1 };
  await test.knex('vendor_lane').insert({ ...lane, open_until: new Date(Date.now() + 600_000) });
  const { cast, availability } = await castFor(LESSON);
  const now = await availability();
  expect([now.openai.available, now.claude.available]).toEqual([false, true]);
  expect(chooseService(cast, [], now, () => false)).toMatchObject({ kind: 'call', service: 'claude' });
  await store([{ role: 'lesson', service: 'openai', model: null }]);
  expect((await (await castFor(LESSON)).availability()).openai.available).toBe(true);
});

it('without a default everything has its built-in order', async () => {
  await store(null);
  expect(await readDefaultCast()).toEqual([]);
  expect((await castFor(LESSON)).cast).toEqual(LESSON.cast);
});
