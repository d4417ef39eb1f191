import { randomUUID } from 'node:crypto';
import { encodeCursor } from '#domain/platform/page-cursor.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { startEngine } from '#domain/kinds.ts';
import { LINK_MS, mediaLink } from '#domain/media/media-link.queries.ts';
import { addMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

const api = useTestApi();
let sandbox: Sandbox;
let ines: Person;
startEngine();

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  ines = await api.givenPerson('ines@example.com', { tokens: 100 });
});
beforeEach(() => setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } }));
afterAll(() => sandbox.close());

const ask = (path: string, body: object, person = ines, headers: Record<string, string> = {}) =>
  api.call(`/api/vertex-ai/veo3/${path}`, { method: 'POST', body, bearer: person.accessToken, headers });
const get = (path: string, person = ines, headers: Record<string, string> = {}) =>
  api.call(`/api/vertex-ai/veo3/${path}`, { bearer: person.accessToken, headers });

/** Sends a picture as a form does. */
async function askWithImage(bytes: Uint8Array, { name = 'start.png', type = 'image/png' } = {}, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries({ prompt: 'It begins to rain', mode: 'fast', duration: '5', user_id: ines.userId, ...fields }))
    form.append(key, value);
  form.append('file', new File([new Uint8Array(bytes)], name, { type }));
  const answer = await fetch(`${api.origin}/api/vertex-ai/veo3/generate-from-image`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${ines.accessToken}` },
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, any> };
}

const picture = (format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();
const mediaRows = () =>
  api.database
    .knex('media_object')
    .count({ n: '*' })
    .first()
    .then((row) => Number(row!.n));

describe('requesting a clip', () => {
  it('VID-02 VID-13 returns the id of its task, whose fields can be read', async () => {
    const { status, json } = await ask('generate-video', {
      prompt: 'A bee',
      negative_prompt: 'Wasps',
      mode: 'quality',
      duration: 10,
      user_id: ines.userId,
    });
    expect(status).toBe(202);
    expect((await get(`status/${json.task_id}`)).json).toEqual({
      task_id: json.task_id,
      title: 'A bee',
      prompt: 'A bee',
      negative_prompt: 'Wasps',
      mode: 'quality',
      type: 'text',
      duration: 10,
      duration_seconds: null,
      status: 'processing',
      progress: expect.any(Number),
      eta: null,
      error: null,
      created_at: expect.any(String),
      image_file: null,
      has_captions: false,
      course: null,
      may_retry: false,
    });
    const run = await api.database.knex('run').where({ id: json.task_id }).first('tokens_reserved');
    // the free plan's seconds pay for it
    expect(run!.tokens_reserved).toBe(0);
  });

  it('VID-11 a picture needs no prompt: the clip is named after it', async () => {
    const { status, json } = await askWithImage(await picture(), { name: 'the sea.png' }, { prompt: '' });
    expect(status).toBe(202);
    expect((await get(`status/${json.task_id}`)).json).toMatchObject({ title: 'the sea', prompt: '', type: 'image' });
  });

  it('VID-10 VID-02 refuses an empty prompt and an invalid length, with a detail', async () => {
    expect((await ask('generate-video', { prompt: '  ' })).json).toMatchObject({ status: 400, detail: 'Please enter a video prompt' });
    expect(await ask('generate-video', { prompt: 'A bee', duration: 7 })).toMatchObject({
      status: 400,
      json: { code: 'validation.failed' },
    });
    const poor = await api.givenPerson('poor@example.com', { tokens: 0 });
    // ten seconds of the plan, then six clips of 7.50 tokens
    for (let left = 7; left > 0; left--) await ask('generate-video', { prompt: 'A bee', mode: 'quality', duration: 10 }, poor);
    expect(await ask('generate-video', { prompt: 'A bee', mode: 'quality', duration: 10 }, poor)).toMatchObject({
      status: 402,
      json: { code: 'tokens.insufficient' },
    });
  });

  it('A35 of the free plan is ten seconds long at most, even with tokens; a paid plan films every length, and the page knows', async () => {
    const free = await api.givenPerson('free@example.com', { tokens: 1_000 });
    const plan = async () => (await api.call('/api/videos/plan', { bearer: free.accessToken })).json;
    expect(await plan()).toMatchObject({ longest_seconds: 10, longer_with: 'Basic', is_demo: true });
    const runs = () => api.database.knex('run').where({ account_id: free.userId }).pluck('id');
    expect(await ask('generate-video', { prompt: 'A bee', duration: 15 }, free)).toMatchObject({
      status: 403,
      json: { code: 'video.longer_than_plan', detail: 'Your plan includes clips of up to 10 seconds. Basic includes longer clips.' },
    });
    expect(await runs()).toEqual([]);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000);
    const period = { anchor: day(-2), period_start: day(-2), period_end: day(28) };
    const id = randomUUID();
    await api.database
      .knex('subscription')
      .insert({ id, account_id: free.userId, package_id: 'basic_monthly', status: 'active', stripe_subscription_id: id, ...period });
    expect(await plan()).toMatchObject({ longest_seconds: 30, longer_with: null });
    expect((await ask('generate-video', { prompt: 'A bee', duration: 30 }, free)).status).toBe(202);
  });

  it('VID-03 VID-13 accepts JPG, PNG and WebP, and stores them re-encoded', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const { status, json } = await askWithImage(await picture(format), { name: `begin.${format}`, type: `image/${format}` });
      expect(status, JSON.stringify(json)).toBe(202);
      expect((await get(`status/${json.task_id}`)).json).toMatchObject({ type: 'image', image_file: `begin.${format}` });
    }
  });

  it('VID-11 G40 refuses files that are not pictures by their bytes, and stores nothing', { tags: 'slow' }, async () => {
    const before = await mediaRows();
    const png = await picture();
    const hostile: [string, Uint8Array, string][] = [
      ['text that says it is a picture', Buffer.from('hello'), 'image/png'],
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'image/png'],
      ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/jpeg'],
      ['half a picture', png.subarray(0, 40), 'image/png'],
      ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;'), 'image/png'],
      ['a PDF', Buffer.from('%PDF-1.7\n'), 'image/webp'],
      ['a zip', Buffer.from('PK\u0003\u0004'), 'image/png'],
    ];
    for (const [what, bytes, type] of hostile)
      expect(await askWithImage(bytes, { type }), what).toMatchObject({ status: 400, json: { code: 'video.bad_image' } });
    expect(await askWithImage(png, { type: 'text/plain' })).toMatchObject({ status: 415 });
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await askWithImage(bomb)).toMatchObject({ status: 400, json: { code: 'video.bad_image' } });
    expect(await askWithImage(Buffer.alloc(10_100_001))).toMatchObject({ status: 413 });
    expect(await mediaRows()).toBe(before);
  });

  it('reports that no video service is configured', async () => {
    setConfig({ ...config(), google: { ...config().google, mode: 'off' } });
    expect(await ask('generate-video', { prompt: 'A bee' })).toMatchObject({ status: 503, json: { code: 'media.not_configured' } });
    expect((await api.call('/api/videos/plan', { bearer: ines.accessToken })).json).toMatchObject({ available: false });
  });
});

describe('a finished clip', () => {
  const BYTES = Buffer.from(Array.from({ length: 1_000 }, (_, n) => n % 256));
  let taskId: string;
  let owner: Person;

  beforeAll(async () => {
    setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } });
    owner = await api.givenPerson('owner@example.com', { tokens: 100 });
    taskId = (await ask('generate-video', { prompt: 'Foxes at night' }, owner)).json.task_id;
    const accountId = owner.userId;
    const video = await storeMedia({ accountId, kind: 'video', type: 'video/mp4', source: BYTES });
    await addMedia(api.database.knex, video);
    await api.database.knex('video_clip').where({ run_id: taskId }).update({ video_id: video.id });
  });

  it('VID-06 is sent completely, or by range', async () => {
    const whole = await get(`download/${taskId}`, owner);
    expect(whole.status).toBe(200);
    expect(whole.headers['content-type']).toBe('video/mp4');
    expect(whole.headers['content-disposition']).toContain('.mp4"');
    const part = await get(`download/${taskId}`, owner, { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 100-199/1000');
    expect(part.headers['content-length']).toBe('100');
    for (const [range, told] of [
      ['bytes=900-', 'bytes 900-999/1000'],
      ['bytes=-10', 'bytes 990-999/1000'],
      ['bytes=990-5000', 'bytes 990-999/1000'],
    ])
      expect((await get(`download/${taskId}`, owner, { range: range! })).headers['content-range']).toBe(told);
    for (const range of ['bytes=2000-', 'lines=1-2', 'bytes=5-2'])
      expect((await get(`download/${taskId}`, owner, { range })).status).toBe(200);
  });

  it('is served to anyone with its link, in full or by range, until the link expires', async () => {
    const link = `/api/vertex-ai/veo3/videos/${taskId}/link`;
    const { json } = await api.call(link, { method: 'POST', bearer: owner.accessToken });
    expect((await api.call(link, { method: 'POST', bearer: ines.accessToken })).status).toBe(404);
    expect(Date.parse(json.expires_at) - Date.now()).toBeLessThanOrEqual(LINK_MS);
    expect((await api.call(json.path)).headers['content-length']).toBe('1000');
    expect((await api.call(json.path, { headers: { range: 'bytes=10-19' } })).headers['content-range']).toBe('bytes 10-19/1000');
    const [, , , token = ''] = json.path.split('/');
    const [id = '', until = '', signature = ''] = token.split('.');
    const forged = [`${id}.zzzzzzzz.${signature}`, `${owner.userId}.${until}.${signature}`, `${id}.${until}.x`, 'nothing'];
    for (const one of forged) expect((await api.call(`/api/video-links/${one}`)).status, one).toBe(404);
    const ended = mediaLink(id, new Date(Date.now() - 1));
    expect(await api.call(`/api/video-links/${ended}`)).toMatchObject({ status: 410, json: { code: 'media.link_expired' } });
    await api.database.knex('media_object').where({ id }).update({ deleted_at: new Date() });
    expect((await api.call(json.path)).status).toBe(404);
    await api.database.knex('media_object').where({ id }).update({ deleted_at: null });
  });

  it('VID-05 is in the history, found by its words, and can be renamed', async () => {
    const titles = async (query = '') =>
      (await get(`user-history/${owner.userId}?${query}`, owner)).json.videos.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual(['Foxes at night']);
    expect(await titles('q=badgers')).toEqual([]);
    const after = (at: string) => `after=${encodeCursor({ at, id: taskId })}`;
    expect(await titles(after('2999-01-01 00:00:00'))).toEqual(['Foxes at night']);
    expect(await titles(after('2000-01-01 00:00:00'))).toEqual([]);
    const renamed = await api.call(`/api/vertex-ai/veo3/videos/${taskId}`, {
      method: 'PATCH',
      body: { title: 'Two foxes' },
      bearer: owner.accessToken,
    });
    expect(renamed.json.video.title).toBe('Two foxes');
    expect(await titles('q=two')).toEqual(['Two foxes']);
  });
});
