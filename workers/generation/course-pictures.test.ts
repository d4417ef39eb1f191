import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { quotaLeftOf } from '#domain/billing/quotas/quota-use.queries.ts';
import { buildForm, givenOwner } from '#domain/courses/content/course.factory.ts';
import {
  coursePictureFile,
  readCoursePictures,
  courseClipCaptions,
  courseClipFile,
} from '#domain/courses/pictures/course-pictures.queries.ts';
import { removePicture } from '#domain/courses/pictures/set-picture.command.ts';
import { startPictures } from '#domain/generation/pictures/picture.commands.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { COURSE_EDIT_KIND } from '#domain/generation/editor/course-edit.kind.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { foreignShare } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { webVtt } from '#domain/video/transcribe-clip.command.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { readMedia, storeMedia, sweepMedia } from '#domain/media/store-media.command.ts';
import { beginPictureCall, MICRO_USD_A_PICTURE } from '#domain/vendors/images/begin-picture-call.command.ts';
import { uuidFrom } from '#domain/platform/uuid.ts';
import { drawPicture } from '#domain/generation/pictures/draw-picture.command.ts';
import { listFiles } from '#domain/vendors/files/file-store.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const { database, control, sandbox, write } = usePipeline();

const NOTHING = { veo3_enabled: false, imagen_enabled: false, genie3_enabled: false, vortex_enabled: false };
const PICTURES = { ai_components: { ...NOTHING, imagen_enabled: true }, duration: '1 week intensive', content_depth: 'overview' } as const;
/** The same number of pictures, with few lessons. */
const ILLUSTRATED = { ...PICTURES, ...SHORT };

const runsOf = (accountId: string) =>
  database
    .knex('run')
    .where({ account_id: accountId })
    // its calls are part of the course's price
    .whereNot({ kind: COURSE_EDIT_KIND })
    .orderBy(['created_at', 'kind'])
    .select('id', 'kind', 'status', 'tokens_reserved', 'tokens_charged', 'result', 'error_code');
const ended = (accountId: string) =>
  vi.waitUntil(async () => (await runsOf(accountId)).every(({ status }) => ['completed', 'failed', 'cancelled'].includes(status)), {
    timeout: 60_000,
    interval: 20,
  });
const courseOf = async (accountId: string): Promise<string> =>
  (await database.knex('course').where({ account_id: accountId }).first('id'))!.id;
async function givenPremium(account_id: string): Promise<void> {
  const [now, later] = [new Date(), new Date(Date.now() + 31 * 24 * 60 * 60_000)];
  const period = { anchor: now, period_start: now, period_end: later };
  await database.knex('subscription').insert({ id: randomUUID(), account_id, package_id: 'premium_monthly', status: 'active', ...period });
}
const submissions = () =>
  sandbox()
    .calls('images')
    .filter(({ status }) => status === 200).length;
async function filesIn(): Promise<number> {
  let count = 0;
  for await (const files of listFiles('media/')) count += files.length;
  return count;
}
async function bytesOf(accountId: string, courseId: string, mediaId: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readMedia(await coursePictureFile(accountId, courseId, mediaId))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('pictures of a course', () => {
  /** A course with all its pictures. */
  let illustrated: { accountId: string; courseId: string } | undefined;

  it.each(['english', 'arabic'] as const)(
    'BLD-17 are drawn beside its lessons (%s): a cover and one per module, with alternative texts, charged by the finished ones',
    async (language_preference) => {
      const accountId = await givenOwner();
      const { run } = await write({ ...ILLUSTRATED, language_preference }, accountId);
      // the plan's one free course pays for the text
      expect(run).toMatchObject({ status: 'completed', tokens_charged: 0 });
      await ended(accountId);
      const courseId = await courseOf(accountId);
      const { cover, modules } = await readCoursePictures(accountId, courseId);
      const places = [cover, ...modules];
      expect(places.map(({ state }) => state)).toEqual(['drawn', 'drawn', 'drawn', 'drawn']);
      expect(foreignShare(places.map(({ picture }) => picture!.alt).join(' '), language_preference)).toBeLessThan(0.2);
      expect(new Set(places.map(({ picture }) => picture!.alt)).size).toBe(places.length);
      expect(await sharp(await bytesOf(accountId, courseId, cover.picture!.media_id)).metadata()).toMatchObject({
        format: 'webp',
        width: 1280,
        height: 720,
      });
      expect(await sharp(await bytesOf(accountId, courseId, cover.picture!.thumb_id)).metadata()).toMatchObject({
        width: 480,
        height: 270,
      });
      expect(submissions()).toBe(places.length);
      expect((await runsOf(accountId)).find(({ kind }) => kind === 'course-pictures')).toMatchObject({
        status: 'completed',
        tokens_reserved: 2_000,
        tokens_charged: 2_000,
      });
      illustrated = { accountId, courseId };
    },
  );

  it('a replaced or unwanted one leaves no bytes', async () => {
    const { accountId, courseId } = illustrated!;
    const { cover, modules } = await readCoursePictures(accountId, courseId);
    const before = await filesIn();
    await startPictures({ accountId, courseId, places: ['cover'], requestId: randomUUID(), idempotencyKey: undefined });
    await ended(accountId);
    await removePicture({ accountId, courseId, place: modules[0]!.place });
    await sweepMedia();
    expect(await filesIn()).toBe(before - 2);
    await expect(coursePictureFile(accountId, courseId, cover.picture!.media_id)).rejects.toMatchObject({ code: 'not_found' });
    const after = await readCoursePictures(accountId, courseId);
    expect([after.cover.state, after.modules[0]!.state, after.modules[1]!.state]).toEqual(['drawn', 'removed', 'drawn']);
  });

  it('are reserved with the course, and rejected together if the tokens do not suffice; without them only the text is paid', async () => {
    const poor = await givenOwner({ tokens: 0 });
    const start = (form: object) => startRun({ accountId: poor, form: buildForm({ topic: 'Insects', ...form }), requestId: randomUUID() });
    const most = { ...PICTURES, duration: '6 months' };
    await expect(start(most)).rejects.toMatchObject({ code: 'tokens.insufficient', data: { needed: 50, available: 45 } });
    expect(await runsOf(poor)).toEqual([]);
    await start({ ...PICTURES, ai_components: NOTHING, topic: 'Wasps' });
    await ended(poor);
    // the amount for everything, as on the form, including the simulation, which is reserved last; the plan covers the clip
    const everything = { ...PICTURES, ai_components: { ...PICTURES.ai_components, veo3_enabled: true, genie3_enabled: true } };
    await expect(start(everything)).rejects.toMatchObject({ code: 'tokens.insufficient', data: { needed: 51.5, available: 45 } });
    // the plan's one course is used up
    await expect(start(PICTURES)).rejects.toMatchObject({ code: 'tokens.insufficient', data: { needed: 51, available: 45 } });
    expect(await runsOf(poor)).toMatchObject([{ kind: 'course', tokens_charged: 0 }]);
    expect(submissions()).toBe(0);
  });

  it('of a plan are counted one by one', async () => {
    const accountId = await givenOwner();
    await givenPremium(accountId);
    await control('PUT', 'faults', { service: 'images', mode: 'safety', times: 1 });
    await write(ILLUSTRATED, accountId);
    await ended(accountId);
    expect(await quotaLeftOf(accountId, 'imagen_visual')).toBe(10 - 3);
    expect((await runsOf(accountId)).map(({ tokens_charged }) => tokens_charged)).toEqual([0, 0]);
  });

  it.each(['safety', 'corrupt'])(
    'a failure (%s) leaves the course complete without that picture, says so, and it can be drawn later',
    async (mode) => {
      const accountId = await givenOwner();
      await control('PUT', 'faults', { service: 'images', mode });
      const { run } = await write(ILLUSTRATED, accountId);
      expect(run.status).toBe('completed');
      await ended(accountId);
      expect((await runsOf(accountId))[1]).toMatchObject({ status: 'failed', tokens_charged: 0 });
      const courseId = await courseOf(accountId);
      const lost = await readCoursePictures(accountId, courseId);
      expect(new Set([lost.cover, ...lost.modules].map(({ state }) => state))).toEqual(new Set(['missing']));
      await control('DELETE', 'faults');
      const asked = { accountId, courseId, places: ['cover'], requestId: randomUUID(), idempotencyKey: 'later' };
      const ids = await Promise.all([1, 2, 3].map(() => startPictures(asked)));
      expect(new Set(ids).size).toBe(1);
      await ended(accountId);
      const { cover } = await readCoursePictures(accountId, courseId);
      expect(cover).toMatchObject({ state: 'drawn', problem: null });
      expect((await runsOf(accountId)).at(-1)).toMatchObject({ tokens_reserved: 500, tokens_charged: 500 });
    },
  );

  it('one of several that fails gives the reason at its place', async () => {
    const accountId = await givenOwner();
    await control('PUT', 'faults', { service: 'images', mode: 'safety', times: 1 });
    await write(ILLUSTRATED, accountId);
    await ended(accountId);
    const { cover, modules } = await readCoursePictures(accountId, await courseOf(accountId));
    const states = [cover, ...modules].map(({ state, problem }) => [state, problem]);
    expect(states.filter(([state]) => state === 'drawn')).toHaveLength(3);
    expect(states).toContainEqual(['missing', 'The picture service refused this']);
    expect((await runsOf(accountId))[1]).toMatchObject({ tokens_reserved: 2_000, tokens_charged: 1_500 });
  });

  it('one that cannot be drawn as described says so at its place, is ordered once, and costs nobody anything', async () => {
    const accountId = await givenOwner();
    await control('PUT', 'faults', { service: 'images', mode: 'unfit', times: 1 });
    await write(ILLUSTRATED, accountId);
    await ended(accountId);
    const { cover, modules } = await readCoursePictures(accountId, await courseOf(accountId));
    const states = [cover, ...modules].map(({ state, problem }) => [state, problem]);
    expect(states.filter(([state]) => state === 'drawn')).toHaveLength(3);
    expect(states).toContainEqual(['missing', 'The picture service cannot draw this']);
    const run = (await runsOf(accountId)).find(({ kind }) => kind === 'course-pictures')!;
    expect(run).toMatchObject({ status: 'completed', tokens_reserved: 2_000, tokens_charged: 1_500 });
    const failed = await database.knex('step').where({ run_id: run.id, state: 'failed' }).select('error_code');
    expect(failed).toEqual([{ error_code: 'picture.not_drawable' }]);
    // the service charges for a refusal, but not for an unreadable order
    const calls = await database
      .knex('vendor_call')
      .where({ run_id: run.id, purpose: 'picture', outcome: 'broken' })
      .select('cost_micro_usd');
    expect(calls).toEqual([{ cost_micro_usd: 0 }]);
  });

  it('a busy service is asked again without a failure; a step done twice orders once and leaves one object', { tags: 'slow' }, async () => {
    const accountId = await givenOwner();
    await control('PUT', 'faults', { service: 'images', mode: '429', times: 1 });
    await write(ILLUSTRATED, accountId);
    await ended(accountId);
    const [before, ordered] = [await filesIn(), submissions()];
    const run = await database.knex('run').where({ account_id: accountId, kind: 'course-pictures' }).first();
    const step = await database.knex('step').where({ job: 'draw-picture', run_id: run!.id }).first();
    // as if a worker crashed after storing the bytes and before its row
    const claimed = {
      ...step!,
      stepId: step!.id,
      runId: run!.id,
      accountId,
      cappedId: accountId,
      request: run!.request as never,
      kind: run!.kind,
      lane: 'interactive' as const,
      payload: null as never,
      tried: [],
    };
    await expect(drawPicture({ step: claimed as never, signal: new AbortController().signal })).rejects.toThrow(/step/i);
    expect([await filesIn(), submissions()]).toEqual([before, ordered]);
    // the failed attempt cost nothing, and the drawn picture's cost is no longer presumed
    const spentBy = () => database.knex('spend_day').where({ account_id: accountId }).first('micro_usd', 'presumed_micro_usd');
    expect(await spentBy()).toMatchObject({ presumed_micro_usd: 0 });
    expect(await database.knex('vendor_call').where({ run_id: run!.id, outcome: 'rate_limited' }).pluck('cost_micro_usd')).toEqual([0]);

    // as if killed after the vendor's bytes were stored, and before they were processed
    const again = { ...claimed, stepId: randomUUID() };
    const callId = await beginPictureCall(again);
    expect(await spentBy()).toMatchObject({ presumed_micro_usd: MICRO_USD_A_PICTURE });
    const source = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    await storeMedia({ id: uuidFrom(`${again.stepId}/sent/0`), accountId, kind: 'picture', type: 'application/octet-stream', source });
    await expect(drawPicture({ step: again as never, signal: new AbortController().signal })).rejects.toThrow(/step/i);
    expect(submissions()).toBe(ordered);
    // a picture and its thumbnail; the vendor's own bytes are deleted
    expect(await filesIn()).toBe(before + 2);
    expect(await database.knex('vendor_call').where({ id: callId }).first('outcome', 'detail')).toEqual({ outcome: 'ok', detail: null });
    expect(await spentBy()).toMatchObject({ presumed_micro_usd: 0 });
  });

  it('VID-08 a clip is filmed for its first lesson as a separate run, once, on request, with captions', { tags: 'slow' }, async () => {
    const accountId = await givenOwner();
    await write({ ...ILLUSTRATED, ai_components: { ...NOTHING, imagen_enabled: true, veo3_enabled: true } }, accountId);
    await ended(accountId);
    const course = await getCourse({ accountId, courseId: await courseOf(accountId) });
    const [first] = course.modules[0]!.lessons;
    expect(course.clip).toMatchObject({ lesson_id: first!.lesson_id, status: 'completed', problem: null, has_captions: true });
    expect(await courseClipCaptions(accountId, course.course_id)).toMatch(/^WEBVTT\n\n00:00:0/);
    const runs = await runsOf(accountId);
    expect(runs.map(({ kind, tokens_charged }) => [kind, tokens_charged])).toEqual([
      ['course', 0],
      ['course-pictures', 2_000],
      // ten seconds from the plan
      ['video', 0],
    ]);
    expect(sandbox().calls('veo').length).toBe(2);
    // in addition to the pictures, although its module's picture shows the same
    expect(submissions()).toBe(4);
    // no other user can access it
    await expect(courseClipFile(await givenOwner(), course.course_id, 'video')).rejects.toMatchObject({ code: 'not_found' });
    expect((await courseClipFile(accountId, course.course_id, 'video')).type).toBe('video/mp4');
  });

  it('speech in a clip becomes captions', () => {
    const words = 'Bees are calm when the sun is out & <warm>'.split(' ').map((text, n) => ({ text, start: n * 0.4, end: n * 0.4 + 0.3 }));
    expect(webVtt([...words, { text: 'Later', start: 9, end: 9.5 }])).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:03.900\nBees are calm when the sun is out &amp; &lt;warm&gt;\n\n00:00:09.000 --> 00:00:09.500\nLater\n',
    );
    expect(webVtt([])).toBeNull();
  });

  it('are released when their course is stopped', async () => {
    const accountId = await givenOwner();
    await control('PUT', 'faults', { service: '*', mode: 'hang' });
    const { runId } = await startRun({ accountId, form: buildForm(PICTURES), requestId: randomUUID() });
    expect((await runsOf(accountId))[1]).toMatchObject({ kind: 'course-pictures', tokens_reserved: 2_000 });
    await cancelRun({ runId, accountId, keep: false });
    await ended(accountId);
    expect((await runsOf(accountId))[1]).toMatchObject({ status: 'cancelled', tokens_charged: 0 });
  });
});
