import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { openSession } from '#domain/identity/sessions/open-session.command.ts';
import { revokeSessions } from '#domain/identity/sessions/session.commands.ts';
import { givenDomain, givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { transact } from '#domain/platform/database.ts';
import { saveSettings } from '#domain/settings/save-settings.command.ts';
import { poison } from '#domain/testing/poison.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { vapidPublicKey, pushEndpoint } from '#domain/vendors/push/push.client.ts';
import { addNotification, readNotifications } from '../notification.commands.ts';
import { readPushState, subscribePush, unsubscribePush, sendPushes } from './push.commands.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/push: given up/);

const database = useTestDatabase();

/** A push service on loopback that records requests, or gives scripted responses. */
const taken: { path: string; headers: Record<string, unknown>; body: Buffer }[] = [];
let answers: number[] = [];
let service: Server;
let origin: string;
let accountId: string;
let sessionId: string;

beforeAll(async () => {
  service = createServer(async (request, response) => {
    taken.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) });
    response.writeHead(answers.shift() ?? 201).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => service.close());
beforeEach(async () => {
  accountId = await givenOwner();
  ({ sessionId } = await openSession(accountId, 'Firefox'));
  await database.knex('push_delivery').delete();
  taken.length = 0;
  answers = [];
});

const NOT_ON_CURVE = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
const keys = () => {
  const pair = createECDH('prime256v1');
  return { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
};
/** Stores a subscription accepted before keys were checked. */
const storeKeys = (path: string, given: { p256dh?: string; auth?: string }) =>
  database
    .knex('push_subscription')
    .where({ endpoint: `${origin}${path}` })
    .update(given);
const subscribe = (path: string, wishes = { runs: true, replies: true, reminders: false }, to = { accountId, sessionId }) =>
  subscribePush({ ...to, endpoint: `${origin}${path}`, ...keys(), ...wishes, userAgent: 'Firefox' });
const notify = (kind: 'run.completed' | 'post.replied' | 'chat.mention' | 'organisation.joined', cause: string = kind) =>
  transact((trx) => addNotification(trx, { accountId, kind, cause, subject: 'Bees' }));
const paths = () => taken.map(({ path }) => path).sort();

describe('a notification', () => {
  it('is pushed once to each browser that wants its kind, encrypted and signed with the key of this installation', async () => {
    await subscribe('/all');
    await subscribe('/replies', { runs: false, replies: true, reminders: false });
    await notify('run.completed');
    await notify('run.completed');
    await notify('organisation.joined');
    await Promise.all([sendPushes(), sendPushes(), sendPushes()]);
    expect(paths()).toEqual(['/all']);
    const [{ headers, body }] = taken as [(typeof taken)[0]];
    expect(headers).toMatchObject({
      ttl: '86400',
      'content-encoding': 'aes128gcm',
      authorization: expect.stringContaining(vapidPublicKey()),
    });
    expect(body.includes('Bees')).toBe(false);
    await notify('post.replied');
    expect(await sendPushes()).toBe(2);
    expect(await sendPushes()).toBe(0);
    expect(paths()).toEqual(['/all', '/all', '/replies']);
  });

  it('waits for the end of the quiet hours', async () => {
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    await saveSettings({ accountId, changes: { quiet_hours: { from: clock(-1), until: clock(1) } } });
    await subscribe('/night');
    await notify('run.completed');
    expect(await sendPushes()).toBe(0);
    await database.knex('push_delivery').update({ due_at: new Date() });
    expect(await sendPushes()).toBe(1);
  });

  it('is not pushed when it has been read, when its account has signed out there, or without a subscription', async () => {
    await subscribe('/here');
    await notify('run.completed');
    await readNotifications({ accountId });
    await sendPushes();
    await revokeSessions({ ids: [sessionId] }, 'log-out');
    await notify('post.replied');
    await sendPushes();
    expect(taken).toEqual([]);
    expect((await readPushState(accountId, `${origin}/here`)).subscription).toBeNull();
  });

  it('is not pushed to a browser whose session bypasses the sign-in that its organisation enforces', async () => {
    await subscribe('/beside');
    const { id: organisationId } = await givenOrganisation();
    await givenMember(organisationId, accountId);
    const { email } = (await database.knex('account').where({ id: accountId }).first('email'))!;
    await givenDomain(organisationId, email.split('@')[1]!);
    await database.knex('organisation_sign_in').insert({
      organisation_id: organisationId,
      slug: organisationId.slice(-30),
      kind: 'saml',
      mode: 'enforced',
      issuer: 'idp',
      sso_address: 'https://idp.example/',
      joins: true,
    });
    await notify('run.completed');
    await sendPushes();
    expect(taken).toEqual([]);
    expect((await readPushState(accountId, `${origin}/beside`)).subscription).toBeNull();
    await database.knex('organisation_domain').where({ organisation_id: organisationId }).delete();
  });

  it('is retried when the service is unavailable, and an unsubscribed browser is deleted', async () => {
    await subscribe('/away');
    answers = [503, 201];
    await notify('run.completed');
    expect(await sendPushes()).toBe(0);
    await database.knex('push_delivery').update({ due_at: new Date() });
    expect(await sendPushes()).toBe(1);
    answers = [410];
    await notify('post.replied');
    expect(await sendPushes()).toBe(0);
    expect(await database.knex('push_subscription').where({ account_id: accountId })).toEqual([]);
  });

  it('to browsers with invalid keys reaches the others at once, and those are deleted', async () => {
    for (let n = 0; n < 19; n += 1) {
      await subscribe(`/bad/${n}`);
      await storeKeys(`/bad/${n}`, { p256dh: NOT_ON_CURVE });
    }
    await subscribe('/good');
    for (let n = 0; n < 15; n += 1) await notify('chat.mention', `mention:${n}`);
    expect(await sendPushes()).toBeGreaterThan(0);
    while ((await sendPushes()) > 0);
    expect(paths()).toEqual(Array.from({ length: 15 }, () => '/good'));
    expect(await database.knex('push_subscription').where({ account_id: accountId }).pluck('endpoint')).toEqual([`${origin}/good`]);
    expect(await database.knex('push_delivery').where({ state: 'waiting' })).toEqual([]);
  });

  it('reaches another account in the first round, despite twenty addresses of one account that accept and never answer', async () => {
    let accepted = 0;
    let before = -1;
    const stuck = createTcpServer(() => (accepted += 1)).listen(0, '127.0.0.1');
    await once(stuck, 'listening');
    onTestFinished(() => void stuck.close());
    const hold = (n: number) => `http://127.0.0.1:${(stuck.address() as AddressInfo).port}/${n}`;
    for (let n = 0; n < 20; n += 1)
      await subscribePush({
        accountId,
        sessionId,
        endpoint: hold(n),
        ...keys(),
        runs: true,
        replies: true,
        reminders: false,
        userAgent: 'Firefox',
      });
    await notify('run.completed');
    const ben = await givenOwner();
    const { sessionId: bens } = await openSession(ben, 'Firefox');
    await subscribe('/honest', undefined, { accountId: ben, sessionId: bens });
    await transact((trx) => addNotification(trx, { accountId: ben, kind: 'run.completed', cause: 'later', subject: 'Wasps' }));
    service.once('request', () => (before = accepted));
    expect(await sendPushes()).toBe(1);
    expect(paths()).toEqual(['/honest']);
    // the valid subscription was not stuck behind them, and each call tries only one of them
    expect([before, accepted]).toEqual([expect.toSatisfy((n: number) => n <= 1), 1]);
  });

  it('that fails because of a bug here does not delay the others, and is abandoned after six attempts with its reason', async () => {
    await subscribe('/one');
    await notify('run.completed', 'before');
    await subscribe('/two');
    await notify('run.completed', 'after');
    const { id } = (await database.knex('push_subscription').where({ endpoint: `${origin}/two` }))[0]!;
    const heal = await poison(database.knex, 'push_delivery', `new.state = 'sent' and new.subscription_id = '${id}'`);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect(await sendPushes()).toBe(attempt === 1 ? 2 : 0);
      await database.knex('push_delivery').where({ state: 'waiting' }).update({ due_at: new Date() });
    }
    await heal();
    expect(await sendPushes()).toBe(0);
    expect(await database.knex('push_delivery').where({ subscription_id: id })).toMatchObject([
      { state: 'dropped', attempts: 6, last_error: expect.stringContaining('this row is poisoned') },
    ]);
  });

  it('never reaches the browser’s previous user: it belongs to the last subscriber, or to nobody', async () => {
    await subscribe('/shared');
    const ben = await givenOwner();
    const { sessionId: bens } = await openSession(ben, 'Firefox');
    await subscribe('/shared', undefined, { accountId: ben, sessionId: bens });
    await notify('run.completed');
    expect(await sendPushes()).toBe(0);
    expect((await unsubscribePush(ben, `${origin}/shared`)).subscription).toBeNull();
  });
});

describe('the keys of a browser', () => {
  it.each([
    ['are no point of the curve', { p256dh: NOT_ON_CURVE }],
    ['are a compressed point', { p256dh: createECDH('prime256v1').generateKeys('base64url', 'compressed') }],
    ['are a hybrid point', { p256dh: createECDH('prime256v1').generateKeys('base64url', 'hybrid') }],
    ['are of another curve', { p256dh: createECDH('secp256k1').generateKeys('base64url') }],
    ['have a short secret', { auth: randomBytes(15).toString('base64url') }],
    ['have a long secret', { auth: randomBytes(17).toString('base64url') }],
  ])('are refused when they %s', async (_, wrong) => {
    const given = {
      accountId,
      sessionId,
      endpoint: `${origin}/keys`,
      ...keys(),
      runs: true,
      replies: true,
      reminders: false,
      userAgent: '',
    };
    await expect(subscribePush({ ...given, ...wrong })).rejects.toMatchObject({ code: 'validation.failed' });
    expect((await readPushState(accountId, `${origin}/keys`)).subscription).toBeNull();
  });
});

describe('the address of a push service', () => {
  it('is a public one under https', async () => {
    expect(pushEndpoint('https://fcm.googleapis.com/fcm/send/abc')?.host).toBe('fcm.googleapis.com');
    for (const address of [
      'http://fcm.googleapis.com/x',
      'https://localhost/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/latest',
      'https://2130706433/x',
      'https://user:word@fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://store.internal/x',
      'file:///etc/passwd',
      'nonsense',
    ])
      expect(pushEndpoint(address), address).toBeNull();
    const refused = subscribePush({
      accountId,
      sessionId,
      endpoint: 'https://10.0.0.1/x',
      ...keys(),
      runs: true,
      replies: true,
      reminders: false,
      userAgent: '',
    });
    await expect(refused).rejects.toMatchObject({ code: 'validation.failed' });
  });
});
