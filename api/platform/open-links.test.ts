import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useTestApi } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { feedUrlOf } from '#domain/audio/audio-feed.queries.ts';
import { dueCalendarUrlOf } from '#domain/classes/due-calendar.commands.ts';
import { purgeAccounts } from '#domain/identity/accounts/account-deletion.commands.ts';
import { mediaLink } from '#domain/media/media-link.queries.ts';
import { addMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { givenFullAccount } from '#domain/settings/export/full-account.factory.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

const api = useTestApi();
const account = (accountId: string) => api.database.knex('account').where({ id: accountId });
let sandbox: Sandbox;
let accountId: string;

/** Endpoints declared as `ends` (`link`), with calls that show something of an account. */
const SHOWING: Readonly<Record<string, () => Promise<string>>> = {
  readSharedCourse: async () => `/api/shared/${'s'.repeat(32)}`,
  audioFeed: () => feed(),
  dueCalendar: async () => new URL(dueCalendarUrlOf((await knex('due_calendar').first('id')).id)).pathname,
  audioFeedPicture: async () => `${await feed()}/cover.jpg`,
  audioFeedFile: async () => `${await feed()}/lessons/${await lesson()}.mp3`,
  getCertificate: () => certificate(),
  certificatePicture: async () => `${await certificate()}/picture`,
  getCredential: async () => `${await certificate()}/credential`,
  badgeRevocations: async () => `${await certificate()}/status`,
  linkedVideo: async () => `/api/video-links/${mediaLink(await sound(), new Date(Date.now() + 60_000))}`,
};
/** Path parameters that anybody can know: they open only public content. */
const NO_SECRETS = new Set(['provider', 'language', 'hash', 'course_id', 'creator_id', 'lesson_id', 'media_id', 'key', 'key_id']);
/** Names of secrets in a body or a query. */
const OPENS = /token|code|secret|state|assertion|password/;

const knex = (table: string) => api.database.knex(table).where({ account_id: accountId });
const feed = async () => new URL(feedUrlOf((await knex('audio_feed').first('id')).id)).pathname;
const lesson = async () => (await knex('audio_lesson').first('lesson_id')).lesson_id as string;
const certificate = async () => `/api/certificates/${(await knex('certificate').first('id')).id}`;
const sound = async () => (await knex('audio_lesson').first('media_id')).media_id as string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } });
  ({ accountId } = await givenFullAccount('links'));
  await account(accountId).update({ suspended_at: null, deletion_due_at: null, deleted_at: null });
  const media = await storeMedia({ accountId, kind: 'audio', type: 'audio/mpeg', source: Buffer.from('0123456789') });
  await addMedia(api.database.knex, media);
  await knex('course_picture').delete();
  await knex('certificate').update({ revoked_at: null });
  await knex('course_share').update({ token: 's'.repeat(32) });
  const { id: courseId, content } = await api.database
    .knex('course')
    .join('course_version', (on) => on.on('course_version.course_id', 'course.id').on('course_version.number', 'course.current_version'))
    .join('audio_feed', 'audio_feed.course_id', 'course.id')
    .where('course.account_id', accountId)
    .first('course.id', 'content');
  await knex('audio_lesson')
    .where({ course_id: courseId })
    .update({ media_id: media.id, lesson_id: content.modules[0].lessons[0].lesson_id });
});
afterAll(() => sandbox.close());

const namesIn = (part: z.ZodMiniType | undefined): string[] =>
  part ? Object.keys(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : [];
/** Names the inputs of an endpoint that may be a secret: every path parameter counts as one unless it is known to be public. */
const secretsOf = ({ params, query, body }: Endpoint): string[] => [
  ...namesIn(params).flatMap((name) => (NO_SECRETS.has(name) ? [] : [`\`:${name}\``])),
  ...[query, body].flatMap(namesIn).flatMap((name) => (OPENS.test(name) ? [`\`${name}\``] : [])),
];

it('each link that expires is called here, and every door that accepts a secret expires or says why it need not', () => {
  for (const endpoint of ENDPOINTS.filter(({ auth }) => auth === 'public')) {
    const { name, link } = endpoint;
    const ends = link === 'ends';
    const calls = ends
      ? `${name} ends with its account: give SHOWING a call that shows something of an account`
      : `${name} is no link that ends: take it out of SHOWING`;
    expect.soft(name in SHOWING, calls).toBe(ends);
    const secrets = secretsOf(endpoint);
    const says =
      secrets.length > 0
        ? `${name} takes ${secrets.join(', ')}, which may be a secret: \`link\` is 'ends' (with a call in SHOWING) or { goesOn }; or add a parameter that anybody can know to NO_SECRETS`
        : `${name} takes no secret that is known here: \`link\` is 'no_secret', or its name is added to OPENS`;
    expect.soft(link !== undefined && link !== 'no_secret', says).toBe(secrets.length > 0);
  }
  const known = ENDPOINTS.map(({ name }) => name);
  for (const name of Object.keys(SHOWING)) expect.soft(known, `SHOWING: there is no endpoint ${name}`).toContain(name);
});

it.each(Object.keys(SHOWING))('%s shows nothing while its account is suspended, or waits to be deleted', async (name) => {
  const address = await SHOWING[name]!();
  expect((await api.call(address)).status).toBe(200);
  for (const state of ['suspended_at', 'deletion_due_at']) {
    await account(accountId).update({ [state]: new Date() });
    expect([state, (await api.call(address)).status]).toEqual([state, 404]);
    await account(accountId).update({ [state]: null });
  }
  expect((await api.call(address)).status).toBe(200);
});

it.each(Object.keys(SHOWING))('%s shows nothing of a child without consent, whenever it was opened', async (name) => {
  const address = await SHOWING[name]!();
  const { birth_year: before } = (await account(accountId).first('birth_year'))!;
  const consents = await knex('parental_consent').delete().returning('*');
  await account(accountId).update({ birth_year: new Date().getUTCFullYear() - 10 });
  expect((await api.call(address)).status).toBe(404);
  await account(accountId).update({ birth_year: null });
  // content for strangers needs a year of birth, an address that only its owner gives out does not
  expect((await api.call(address)).status).toBe(name === 'readSharedCourse' ? 404 : 200);
  await account(accountId).update({ birth_year: before });
  if (consents.length > 0) await api.database.knex('parental_consent').insert(consents);
  expect((await api.call(address)).status).toBe(200);
});

it('none shows anything once its account is deleted', async () => {
  const addresses = await Promise.all(Object.values(SHOWING).map((address) => address()));
  // no service has to end purchases
  setConfig({ ...config(), payments: { ...config().payments, mode: 'off' } });
  await account(accountId).update({ deletion_due_at: new Date(0) });
  expect(await purgeAccounts()).toBe(1);
  for (const address of addresses) expect([address, (await api.call(address)).status]).toEqual([address, 404]);
});
