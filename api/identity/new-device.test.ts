import { expect, it } from 'vitest';
import { FROM_OUR_PAGE, PASSWORD, useTestApi, type Received } from '#api/testing/test-api.ts';
import { payerOf, readDevice } from '#domain/identity/devices/device-cookie.ts';

const api = useTestApi();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DEVICE = '__Host-cw-3000-device';

const deviceOf = (answer: Received): string =>
  /=([^;]+)/.exec(answer.headers['set-cookie']!.find((cookie) => cookie.startsWith(`${DEVICE}=`))!)![1]!;

it('a sign-in from a new device sends one mail, and the device is known from then on', async () => {
  const email = 'ada@example.com';
  const registered = await api.call('/api/auth/register', {
    body: { email, password: PASSWORD, first_name: 'Ada', last_name: 'Okafor', terms_accepted: true },
    headers: FROM_OUR_PAGE,
  });
  const { user_id: userId } = registered.json.user;
  const signIn = (device: string | null, userAgent = FIREFOX) =>
    api.call('/api/auth/login', {
      body: { email, password: PASSWORD },
      headers: { ...FROM_OUR_PAGE, 'User-Agent': userAgent, ...(device !== null && { Cookie: `${DEVICE}=${device}` }) },
    });
  const mails = () => api.database.knex('outgoing_mail').where({ account_id: userId, kind: 'new-device' });

  // the browser of the registration is known, even if an update changes its user agent
  const home = deviceOf(registered);
  expect(deviceOf(await signIn(home, 'another version'))).toBe(home);
  expect(await mails()).toEqual([]);

  const other = deviceOf(await signIn(null));
  expect(await mails()).toMatchObject([{ recipient: email, data: { browser: 'Firefox', system: 'Linux', link: '/account' } }]);
  await signIn(other);
  expect(await mails()).toHaveLength(1);
  // neither an invented cookie nor another account's is a known device
  await signIn('made-up');
  await api.givenPerson('ben@example.com', { tokens: 0 });
  const bens = await api.call('/api/auth/login', {
    body: { email: 'ben@example.com', password: PASSWORD },
    headers: { Cookie: `${DEVICE}=${home}` },
  });
  expect(deviceOf(bens)).toBe(home);
  expect(await mails()).toHaveLength(2);
  // a wrong password is no sign-in
  await api.call('/api/auth/login', { body: { email, password: 'wrong' }, headers: FROM_OUR_PAGE });
  expect(await mails()).toHaveLength(2);
  const cookie = (await signIn(home)).headers['set-cookie']!.find((each) => each.startsWith(DEVICE));
  expect(cookie).toMatch(/HttpOnly; Secure; SameSite=Strict/);
  // one from before cookies were signed is signed at the next sign-in, and stays the same device
  const { secret } = readDevice(home)!;
  expect(readDevice(deviceOf(await signIn(secret)))).toEqual({ secret, payer: payerOf(userId) });
  expect(await mails()).toHaveLength(2);
});
