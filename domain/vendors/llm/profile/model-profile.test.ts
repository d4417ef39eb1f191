import { beforeEach, expect, it } from 'vitest';
import { pruneRows } from '#domain/platform/prune-rows.command.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { confirmInPassing, forgetTraits, learnTraits } from './model-profile.commands.ts';
import { forgetProfile, learntTraits, profileOf } from './model-profile.queries.ts';

const test = useTestDatabase();
const at = { baseURL: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' };
beforeEach(() => forgetTraits(at));

it('is stored by address and model: a parameter that one model refuses, its neighbour at the gateway may accept', async () => {
  await learnTraits(at, { schema: 'prompt' }, 'it refused json_schema');
  expect(await profileOf({ ...at, baseURL: `${at.baseURL}/` })).toEqual({ schema: 'prompt' });
  expect(await profileOf({ ...at, model: 'llama3.1:8b' })).toEqual({});
  expect(await profileOf({ ...at, baseURL: 'http://127.0.0.1:8000/v1' })).toEqual({});
});

it('of many workers that learn at once the last one wins, trait by trait, and nothing else is lost', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      learnTraits(at, n % 2 ? { context: 4_096 + n, system: 'user' } : { system: 'user', stream_options: false }, `worker ${n}`),
    ),
  );
  await learnTraits(at, { context: 8_192 }, 'the last');
  expect(await profileOf(at)).toEqual({ context: 8_192, system: 'user', stream_options: false });
});

it('learnt traits are tried again after a day, and shown as old', async () => {
  await learnTraits(at, { limit: 'max_completion_tokens' }, 'Unsupported parameter: max_tokens');
  await test.knex('model_trait').update({ learnt_at: test.knex.raw(`now() - interval '25 hours'`) });
  forgetProfile(at);
  expect(await profileOf(at)).toEqual({});
  expect(await learntTraits(at)).toMatchObject([
    { trait: 'limit', value: 'max_completion_tokens', source: 'Unsupported parameter: max_tokens', isOld: true },
  ]);
});

it('that answers are held to schemas does not age, because every call tests it; a call that finds it so makes it new', async () => {
  await learnTraits(at, { schema_enforced: true, schema: 'json_schema' }, 'an answer');
  await test.knex('model_trait').update({ learnt_at: test.knex.raw(`now() - interval '80 days'`) });
  forgetProfile(at);
  expect(await profileOf(at)).toEqual({ schema_enforced: true });
  expect(await learntTraits(at)).toMatchObject([
    { trait: 'schema', isOld: true },
    { trait: 'schema_enforced', isOld: false },
  ]);
  await confirmInPassing(at, 'schema_enforced');
  const [, confirmed] = await learntTraits(at);
  expect(Date.now() - confirmed!.learntAt.getTime()).toBeLessThan(60_000);
});

it('traits learnt by a newer release are not part of this one’s profile', async () => {
  const row = { base_url: at.baseURL, model: at.model, source: 'x' };
  await test.knex('model_trait').insert([
    { ...row, trait: 'telepathy', value: 'true' },
    { ...row, trait: 'schema', value: '"regex"' },
    { ...row, trait: 'context', value: '32768' },
  ]);
  expect(await profileOf(at)).toEqual({ context: 32_768 });
});

it('a model that nobody has asked for a quarter of a year is forgotten', async () => {
  await learnTraits(at, { context: 4_096 }, 'it said so');
  await test.knex('model_trait').update({ learnt_at: test.knex.raw(`now() - interval '91 days'`) });
  await pruneRows();
  expect(await learntTraits(at)).toEqual([]);
});
