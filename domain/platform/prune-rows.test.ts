import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { pruneRows } from './prune-rows.command.ts';

const db = useTestDatabase();

describe('pruning', () => {
  it('deletes what is past its time and keeps the rest', async () => {
    const { knex } = db;
    const account_id = uuidv7();
    const run_id = uuidv7();
    const ago = (interval: string) => knex.raw(`now() - ?::interval`, [interval]);
    await knex('account').insert({
      id: account_id,
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Byron',
      terms_version: '1',
      terms_accepted_at: knex.fn.now(),
    });
    await knex('run').insert({ id: run_id, account_id, kind: 'course', request: '{}', request_id: 'test', topic: 'bees' });
    await knex('idempotency_key').insert([
      { account_id, run_id, key: 'old', request_hash: 'h', created_at: ago('25 hours') },
      { account_id, run_id, key: 'new', request_hash: 'h', created_at: ago('23 hours') },
    ]);
    const session = (user_agent: string, expires: string, revoked: string | null) => ({
      id: uuidv7(),
      account_id,
      user_agent,
      cookie_hash: randomBytes(32),
      expires_at: ago(expires),
      revoked_at: revoked && ago(revoked),
    });
    await knex('session').insert([
      session('long expired', '31 days', null),
      session('long revoked', '-5 days', '31 days'),
      session('just expired', '1 day', null),
      session('live', '-5 days', null),
    ]);
    await knex('rate_limit').insert([
      { key: 'past', points: 1, expire: Date.now() - 1_000 },
      { key: 'current', points: 1, expire: Date.now() + 60_000 },
      { key: 'for ever', points: 1, expire: null },
    ]);

    expect(await pruneRows()).toEqual({ idempotency_key: 1, session: 2, rate_limit: 1 });
    expect(await knex('idempotency_key').pluck('key')).toEqual(['new']);
    expect((await knex('session').pluck('user_agent')).sort()).toEqual(['just expired', 'live']);
    expect((await knex('rate_limit').pluck('key')).sort()).toEqual(['current', 'for ever']);
    expect(await pruneRows()).toEqual({ idempotency_key: 0, session: 0, rate_limit: 0 });
  });
});
