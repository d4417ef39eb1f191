import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { pruneRows } from './prune-rows.command.ts';

const db = useTestDatabase();

describe('pruning', () => {
  it('deletes expired rows and keeps the rest', async () => {
    const { knex } = db;
    const run_id = uuidv7();
    const ago = (interval: string) => knex.raw(`now() - ?::interval`, [interval]);
    const account_id = await insertAccount(knex);
    await knex('run').insert({ id: run_id, account_id, kind: 'course', request: '{}', request_id: 'test', subject: 'bees' });
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
    const key = (name: string, expires: string, ended: string | null) => ({
      id: uuidv7(),
      account_id,
      name,
      holder: 'account' as const,
      secret_hash: randomBytes(32),
      ending: '0000',
      scopes: ['learn'],
      day_budget: 0,
      expires_at: ago(expires),
      ended_at: ended && ago(ended),
    });
    await knex('api_key').insert([
      key('long ended', '-5 days', '91 days'),
      key('just expired', '1 day', null),
      key('in force', '-5 days', null),
    ]);
    const record = (kind: string, age: string) => ({ kind, id_hash: randomBytes(32), payload: '{}', expires_at: ago(age) });
    await knex('oauth_record').insert([record('expired', '1 second'), record('live', '-5 minutes')] as never);
    await knex('oauth_client').insert([
      { id: 'nobody let it in', metadata: '{}', created_at: ago('25 hours') },
      { id: 'just registered', metadata: '{}', created_at: ago('1 hour') },
    ] as never);
    await knex('course_quote').insert([
      { id: uuidv7(), account_id, form: '{}', price: 100, created_at: ago('49 hours') },
      { id: uuidv7(), account_id, form: '{}', price: 100, created_at: ago('1 hour') },
    ] as never);
    const told = { account_id, type: 'webhook.test', data: '{}' };
    await knex('webhook_event').insert([
      { ...told, id: uuidv7(), object_id: 'old', created_at: ago('31 days') },
      { ...told, id: uuidv7(), object_id: 'new', created_at: ago('29 days') },
    ]);
    await knex('rate_limit').insert([
      { key: 'past', points: 1, expire: Date.now() - 1_000 },
      { key: 'current', points: 1, expire: Date.now() + 60_000 },
      { key: 'for ever', points: 1, expire: null },
    ]);
    await knex('account_link').insert([
      { account_id, kind: 'verify-email', token_hash: randomBytes(32), expires_at: ago('25 hours') },
      { account_id, kind: 'reset-password', token_hash: randomBytes(32), expires_at: ago('1 hour') },
    ]);
    const mail = (cause: string, ended: string | null) => ({
      kind: 'refund',
      cause,
      recipient: 'ada@example.com',
      data: '{}',
      message_id: cause,
      state: ended ? 'sent' : 'waiting',
      ended_at: ended && ago(ended),
    });
    await knex('outgoing_mail').insert([mail('long sent', '181 days'), mail('just sent', '1 day'), mail('waiting', null)]);
    const event = (event_id: string, state: string, received: string) => ({
      event_id,
      state,
      type: 'invoice.paid',
      object_id: 'in_1',
      created: ago(received),
      received_at: ago(received),
    });
    await knex('stripe_event').insert([
      event('long done', 'done', '31 days'),
      event('done', 'done', '1 day'),
      event('dead', 'dead', '31 days'),
    ]);

    const notice = (cause: string, created: string) => ({
      account_id,
      kind: 'run.completed',
      cause,
      subject: 'bees',
      created_at: ago(created),
    });
    await knex('notification').insert([notice('old', '366 days'), notice('recent', '364 days')]);
    const spent = (days: number) => ({ account_id, day: knex.raw('current_date - ?::int', [days]) });
    await knex('spend_day').insert([spent(91), spent(90), spent(0)]);
    const onService = (days: number) => ({ service: 'claude', day: knex.raw('current_date - ?::int', [days]) });
    await knex('service_spend_day').insert([onService(91), onService(90)]);
    const act = (total: number, ended: string | null) => ({
      id: uuidv7(),
      act: 'retry',
      filter: '{}',
      state: ended ? 'done' : 'running',
      total,
      ended_at: ended && ago(ended),
    });
    await knex('bulk_act').insert([act(1, '181 days'), act(2, '179 days'), act(3, null)]);
    const alert = (subject: string, ended: string | null) => ({
      id: uuidv7(),
      rule: 'queue',
      subject,
      value: 1,
      opened_at: ago('2 years'),
      ended_at: ended && ago(ended),
    });
    await knex('operator_alert').insert([alert('old', '366 days'), alert('recent', '364 days'), alert('open', null)]);

    const failed = (grain: string, at: string) => ({ grain, at: ago(at), work: 'draw', lane: 'batch', error_code: 'x', count: 1 });
    await knex('failure_rollup').insert([failed('minute', '49 hours'), failed('hour', '49 hours'), failed('day', '36 days')]);

    expect(await pruneRows()).toEqual({
      organisation_roster: 0,
      organisation_scim_request: 0,
      organisation_scim_token: 0,
      organisation_person: 0,
      idempotency_key: 1,
      webhook_event: 1,
      notification: 1,
      spend_day: 1,
      service_spend_day: 1,
      bulk_act: 1,
      operator_alert: 1,
      duration_rollup: 0,
      failure_rollup: 1,
      call_rollup: 0,
      deploy: 0,
      device_act: 0,
      live_ticket: 0,
      lti_login: 0,
      lti_session: 0,
      model_trait: 0,
      lti_refusal: 0,
      pending_sign_in: 0,
      organisation_attempt: 0,
      organisation_arrival: 0,
      used_assertion: 0,
      organisation_sign_in_failure: 0,
      provider_attempt: 0,
      used_id_token: 0,
      push_delivery: 0,
      known_device: 0,
      passkey_challenge: 0,
      second_factor_step: 0,
      session: 2,
      api_key: 1,
      oauth_record: 1,
      oauth_client: 1,
      oauth_secret: 0,
      course_quote: 1,
      account_link: 1,
      outgoing_mail: 1,
      stripe_event: 1,
      rate_limit: 1,
    });
    expect((await knex('stripe_event').pluck('event_id')).sort()).toEqual(['dead', 'done']);
    expect(await knex('account_link').pluck('kind')).toEqual(['reset-password']);
    expect((await knex('outgoing_mail').pluck('cause')).sort()).toEqual(['just sent', 'waiting']);
    expect(await knex('idempotency_key').pluck('key')).toEqual(['new']);
    expect((await knex('session').pluck('user_agent')).sort()).toEqual(['just expired', 'live']);
    expect(await knex('oauth_record').pluck('kind')).toEqual(['live']);
    expect(await knex('oauth_client').pluck('id')).toEqual(['just registered']);
    expect((await knex('api_key').pluck('name')).sort()).toEqual(['in force', 'just expired']);
    expect((await knex('rate_limit').pluck('key')).sort()).toEqual(['current', 'for ever']);
    expect(await knex('notification').pluck('cause')).toEqual(['recent']);
    expect(await knex('spend_day').count()).toEqual([{ count: 2 }]);
    expect(await knex('service_spend_day').count()).toEqual([{ count: 1 }]);
    expect(await knex('bulk_act').orderBy('total').pluck('total')).toEqual([2, 3]);
    expect((await knex('failure_rollup').pluck('grain')).toSorted()).toEqual(['day', 'hour']);
    expect(await knex('operator_alert').orderBy('subject').pluck('subject')).toEqual(['open', 'recent']);
    expect(await pruneRows()).toEqual({
      organisation_roster: 0,
      organisation_scim_request: 0,
      organisation_scim_token: 0,
      organisation_person: 0,
      idempotency_key: 0,
      webhook_event: 0,
      notification: 0,
      spend_day: 0,
      service_spend_day: 0,
      bulk_act: 0,
      operator_alert: 0,
      duration_rollup: 0,
      failure_rollup: 0,
      call_rollup: 0,
      deploy: 0,
      device_act: 0,
      live_ticket: 0,
      lti_login: 0,
      lti_session: 0,
      model_trait: 0,
      lti_refusal: 0,
      passkey_challenge: 0,
      pending_sign_in: 0,
      organisation_attempt: 0,
      organisation_arrival: 0,
      used_assertion: 0,
      organisation_sign_in_failure: 0,
      provider_attempt: 0,
      used_id_token: 0,
      push_delivery: 0,
      known_device: 0,
      second_factor_step: 0,
      session: 0,
      api_key: 0,
      oauth_record: 0,
      oauth_client: 0,
      oauth_secret: 0,
      course_quote: 0,
      account_link: 0,
      outgoing_mail: 0,
      stripe_event: 0,
      rate_limit: 0,
    });
  });
});
