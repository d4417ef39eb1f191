import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { FREE_PLAN } from '#contract/billing/catalogue.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { readConsoleState } from '#domain/operator/console/console.queries.ts';
import { withFile } from '#domain/platform/media/made-media.factory.ts';
import { findMedia, readMedia, storeMedia, sweepLeftovers, sweepMedia } from '#domain/media/store-media.command.ts';
import { retryRun } from '#domain/platform/runs/retry.commands.ts';
import { listFiles } from '#domain/vendors/files/file-store.ts';
import { startVideo } from '#domain/video/video.commands.ts';
import { takesOf } from '#domain/video/video.kind.ts';
import { deleteVideo, readVideo } from '#domain/video/videos.queries.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database, control, sandbox } = usePipeline();

/** Creates a user whose plan has no video seconds left: clips cost tokens. */
async function givenPayer(): Promise<string> {
  const accountId = await givenOwner();
  const { video_seconds: seconds } = FREE_PLAN.quotas;
  const counter = { owner_kind: 'user', owner_id: accountId, feature: 'video_seconds', allowed: seconds, used: seconds };
  await database.knex('quota_counter').insert({ id: randomUUID(), period_key: `free:${new Date().toISOString().slice(0, 7)}`, ...counter });
  return accountId;
}

type Asked = Parameters<typeof startVideo>[0];

const begin = (accountId: string, changes: Partial<Asked> = {}) =>
  startVideo({
    accountId,
    requestId: randomUUID(),
    idempotencyKey: undefined,
    prompt: 'Waves at a lighthouse',
    negativePrompt: '',
    mode: 'fast',
    duration: 5,
    image: null,
    ...changes,
  });

async function ended(accountId: string, taskId: string) {
  await vi.waitUntil(async () => (await readVideo(accountId, taskId)).status !== 'processing', { timeout: 60_000, interval: 20 });
  return readVideo(accountId, taskId);
}

const aPicture = async () =>
  new File(
    [
      await sharp({ create: { width: 640, height: 360, channels: 3, background: '#0a6e6e' } })
        .png()
        .toBuffer(),
    ],
    'sea.png',
    {
      type: 'image/png',
    },
  );

const runOf = (id: string) => database.knex('run').where({ id }).first('tokens_reserved', 'tokens_charged', 'status');
/** Completed clips, of users who have no others. */
const filmed: { accountId: string; taskId: string }[] = [];
const ordersOf = () => sandbox().calls('veo').length;

/** Returns the length of a clip's stored file, by ffprobe. */
async function lengthOf(taskId: string): Promise<number> {
  const { video_id: id } = (await database.knex('video_clip').where({ run_id: taskId }).first('video_id'))!;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'video-test-'));
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of readMedia(await findMedia(id))) chunks.push(chunk);
    writeFileSync(path.join(folder, 'clip.mp4'), Buffer.concat(chunks));
    return await withFile(path.join(folder, 'clip.mp4'), async (_, { seconds }) => seconds!);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const keysIn = async (prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const files of listFiles(prefix)) keys.push(...files.map(({ key }) => key));
  return keys;
};

describe('a clip', () => {
  it('VID-09 is filmed in takes of the model’s lengths, and cut', () => {
    expect(takesOf(5)).toEqual([6]);
    expect(takesOf(10)).toEqual([8, 4]);
    expect(takesOf(15)).toEqual([8, 8]);
    expect(takesOf(30)).toEqual([8, 8, 8, 6]);
  });

  it.each([
    [5, 'fast', 200, 'image'],
    [10, 'quality', 750, 'text'],
  ] as const)(
    'VID-03 VID-08 VID-09 OPS-01 of %i s (%s) ends as a playable file of that length, charged by the second',
    async (duration, mode, cost, type) => {
      const accountId = await givenPayer();
      const before = ordersOf();
      const taskId = await begin(accountId, {
        duration,
        mode,
        negativePrompt: 'people',
        image: type === 'image' ? { file: await aPicture(), signal: new AbortController().signal } : null,
      });
      expect(await ended(accountId, taskId)).toMatchObject({
        status: 'completed',
        progress: 100,
        duration,
        mode,
        type,
        error: null,
      });
      expect(Math.abs((await lengthOf(taskId)) - duration)).toBeLessThanOrEqual(0.3);
      expect(ordersOf() - before).toBe(takesOf(duration).length);
      expect((await runOf(taskId))!.tokens_charged).toBe(cost);
      expect(sandbox().calls('veo').at(-1)).toMatchObject({
        model: mode === 'fast' ? 'veo-3.1-fast-generate-001' : 'veo-3.1-generate-001',
        // a longer clip continues from the last frame of the previous take
        has_image: type === 'image' || duration > 8,
        negative_prompt: 'people',
      });
      const notice = await database.knex('notification').where({ account_id: accountId }).first('kind');
      expect(notice!.kind).toBe('video.completed');
      filmed.push({ accountId, taskId });
    },
  );

  it('G06 G17 sent again with its key is the same clip, ordered once, and paid for with the seconds of the plan', async () => {
    const accountId = await givenOwner();
    const before = ordersOf();
    const ids = await Promise.all([1, 2, 3].map(() => begin(accountId, { idempotencyKey: 'same' })));
    expect(new Set(ids).size).toBe(1);
    await ended(accountId, ids[0]!);
    expect(ordersOf() - before).toBe(1);
    expect((await runOf(ids[0]!))!.tokens_charged).toBe(0);
    expect(await database.knex('quota_hold').where({ job_id: ids[0] }).first('units', 'state')).toEqual({ units: 5, state: 'used' });
  });

  it('that the vendor refuses says so, and costs nothing', async () => {
    const accountId = await givenOwner();
    const refused = await begin(accountId, { prompt: 'an unsafe-prompt of something' });
    expect(await ended(accountId, refused)).toMatchObject({ status: 'failed', error: expect.stringContaining('refused') });
    await control('PUT', 'faults', { service: 'veo', mode: 'safety', times: 1 });
    const filtered = await begin(accountId);
    expect(await ended(accountId, filtered)).toMatchObject({ status: 'failed', error: expect.stringContaining('refused') });
    for (const id of [refused, filtered]) expect((await runOf(id))!.tokens_charged).toBe(0);
  });

  it('that the vendor cannot film gives that reason and no rule; neither is a dead letter', async () => {
    const accountId = await givenOwner();
    const before = await readConsoleState();
    const unfit = await begin(accountId, { prompt: 'Xylography' });
    expect(await ended(accountId, unfit)).toMatchObject({ status: 'failed', error: expect.stringContaining('cannot film this') });
    const refused = await begin(accountId, { prompt: 'an unsafe-prompt of something' });
    expect(await ended(accountId, refused)).toMatchObject({ error: expect.stringContaining('refused') });
    expect((await readConsoleState()).failed).toBe(before.failed);
    const codes = await database.knex('run').whereIn('id', [unfit, refused]).orderBy('created_at').pluck('error_code');
    expect(codes).toEqual(['video.not_filmable', 'video.refused']);
  });

  it.each(['fail', 'corrupt'])('that ends without a complete file (%s) is ordered once more', { tags: 'slow' }, async (mode) => {
    const accountId = await givenOwner();
    const before = ordersOf();
    await control('PUT', 'faults', { service: 'veo', mode, times: 1 });
    const taskId = await begin(accountId);
    expect(await ended(accountId, taskId)).toMatchObject({ status: 'completed' });
    expect(ordersOf() - before).toBe(2);
  });

  it('VID-12 that ends without a file twice is refunded, and can be retried', { tags: 'slow' }, async () => {
    const accountId = await givenPayer();
    const before = ordersOf();
    await control('PUT', 'faults', { service: 'veo', mode: 'empty', times: 2 });
    const taskId = await begin(accountId);
    expect(await ended(accountId, taskId)).toMatchObject({
      status: 'failed',
      may_retry: true,
      error: expect.stringContaining('Nothing was charged'),
    });
    expect(ordersOf() - before).toBe(2);
    expect((await runOf(taskId))!.tokens_charged).toBe(0);
    await retryRun({ runId: taskId, accountId, idempotencyKey: undefined });
    expect(await ended(accountId, taskId)).toMatchObject({ status: 'completed' });
    expect((await runOf(taskId))!.tokens_charged).toBe(200);
  });

  it('that is deleted leaves no bytes, and neither does one whose owner has been deleted', async () => {
    const [{ accountId, taskId: deleted }, { accountId: gone }] = filmed as [(typeof filmed)[0], (typeof filmed)[0]];
    expect(await keysIn('media/')).not.toHaveLength(0);
    await deleteVideo(accountId, deleted);
    await database.knex('media_object').where({ account_id: gone }).update({ account_id: null });
    await database.knex('video_clip').where({ account_id: gone }).delete();
    await database.knex('media_object').update({ deleted_at: new Date() });
    await database.knex('video_clip').delete();
    await sweepMedia();
    expect(await keysIn('media/')).toEqual([]);
    expect(await database.knex('media_object')).toEqual([]);
    // a file that a crashed process stored without a row counts as orphaned after an hour
    await storeMedia({ accountId, kind: 'video', type: 'video/mp4', source: Buffer.from('half') });
    expect([await sweepLeftovers(), await sweepLeftovers(Date.now() + 3_700_000)]).toEqual([0, 1]);
    expect(await keysIn('media/')).toEqual([]);
  });
});
