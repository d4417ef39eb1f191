import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config, setConfig } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { reconcileBilling } from './reconcile-billing.command.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/rejected a malformed request/);

useTestDatabase();
const PLANS = 3_000;
let deaf: Server;

beforeAll(async () => {
  // it rejects every key, so nothing can be fetched
  deaf = createServer((_, answer) => void answer.writeHead(401).end('{"error":{"type":"invalid_request_error","message":"no"}}'));
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const { port } = deaf.address() as AddressInfo;
  const its = { mode: 'sandbox', secretKey: 'sk_test_none', protocol: 'http', host: '127.0.0.1', port, reconcileAfterMs: 60_000 } as const;
  setConfig({ ...config(), payments: { ...config().payments, ...its } });
  await database().raw(
    `with people as (
       insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
       select gen_random_uuid(), 'payer-' || n || '@example.com', 'Ada', 'Okafor', '1', now() from generate_series(1, ${PLANS}) n returning id)
     insert into subscription (id, account_id, package_id, stripe_subscription_id, status, anchor, period_start, period_end, synced_at)
     select gen_random_uuid(), id, 'basic_monthly', 'sub_' || id, 'active', now(), now(), now() + interval '30 days', now() - interval '1 hour'
       from people`,
  );
  await database().raw('analyze account, subscription, billing_order, refund');
});

afterAll(() => new Promise((resolve) => deaf.close(resolve)));

/** Makes this many plans due for a check. */
const given = (count: number, how: string) =>
  database().raw(`update subscription set ${how}, asked_at = null where id in (select id from subscription order by id limit ?)`, [count]);
const asked = async () => (await database()('subscription').whereNotNull('asked_at')).length;

describe('plans without webhook events', () => {
  it('are none while all were synced within a day and none has expired', async () => {
    await reconcileBilling();
    expect(await asked()).toBe(0);
  });

  it('that cannot be fetched neither delay the others nor are forgotten', async () => {
    await given(70, `synced_at = now() - interval '25 hours'`);
    await reconcileBilling();
    expect(await asked()).toBe(50);
    await reconcileBilling();
    expect(await asked()).toBe(70);
    await reconcileBilling();
    const again = await database().raw(
      `update subscription set asked_at = asked_at - interval '2 minutes' where asked_at is not null returning id`,
    );
    expect(again.rowCount).toBe(70);
    await reconcileBilling();
    expect((await database()('subscription').whereRaw(`asked_at > now() - interval '1 minute'`)).length).toBe(50);
  });

  it('are found when their period, or their trial, has ended', async () => {
    await given(PLANS, 'synced_at = now()');
    await given(
      1,
      `synced_at = now() - interval '2 minutes', period_end = now() - interval '1 second', period_start = now() - interval '30 days'`,
    );
    await reconcileBilling();
    expect(await asked()).toBe(1);
  });
});
