import { FREE_PLAN, PLANS } from '#contract/billing/catalogue.ts';
import { inEnglish, toSentence } from '#contract/platform/sentence.contract.ts';
import type { Eta } from '#contract/platform/status.contract.ts';
import { linkedVideo, VIDEO_SECONDS, type Video, type VideoPlan } from '#contract/video/video.contract.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { folded, hasEveryWord } from '#domain/platform/normalised-text.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { hasFfmpeg } from '#domain/platform/media/run-ffmpeg.ts';
import { LINK_MS, mediaLink } from '#domain/media/media-link.queries.ts';
import { dropMedia, findMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { quotaLeftOf } from '#domain/billing/quotas/quota-use.queries.ts';
import { planSummary } from '#domain/billing/subscriptions/current-plan.queries.ts';

interface Row {
  readonly run_id: string;
  readonly title: string;
  readonly prompt: string;
  readonly negative_prompt: string;
  readonly mode: 'fast' | 'quality';
  readonly seconds: number;
  readonly image_id: string | null;
  readonly image_name: string | null;
  readonly video_id: string | null;
  readonly poster_id: string | null;
  readonly captions: string | null;
  readonly created_at: Date;
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly progress: number;
  readonly started_at: Date | null;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly result: { seconds?: number } | null;
  readonly course: Video['course'];
  readonly sort_at: string;
}

const COLUMNS = sql`clip.*, run.status, run.progress, run.started_at, run.error_code, run.error_detail, run.result,
  (select json_build_object('course_id', course.id, 'title', course.title) from course_clip placed
     join course on course.account_id = placed.account_id and (course.run_id = placed.home_id or course.id = placed.home_id)
    where placed.run_id = clip.run_id limit 1) as course, (clip.created_at at time zone 'UTC')::text as sort_at`;

async function toWire(row: Row): Promise<Video> {
  const isLive = row.status === 'queued' || row.status === 'running';
  const status = isLive ? 'processing' : row.status === 'completed' ? 'completed' : 'failed';
  return {
    task_id: row.run_id,
    title: row.title,
    prompt: row.prompt,
    negative_prompt: row.negative_prompt,
    mode: row.mode,
    type: row.image_id ? 'image' : 'text',
    duration: row.seconds,
    duration_seconds: row.result?.seconds ?? null,
    status,
    progress: row.progress,
    eta: isLive ? await clipEta({ mode: row.mode, duration: row.seconds, startedAt: row.started_at }) : null,
    error: status === 'failed' ? reasonOf(row) : null,
    created_at: row.created_at.toISOString(),
    image_file: row.image_name,
    may_retry: row.status === 'failed',
    has_captions: row.captions !== null,
    course: row.course,
  };
}

function reasonOf({ status, error_code: code, error_detail: detail, image_id: image }: Row): string {
  if (status === 'cancelled') return ERRORS['run.cancelled'].title;
  return detail ?? (code ? ERRORS[code as ErrorCode].title : image ? 'Image-to-video generation failed' : 'Video generation failed');
}

async function findRow(accountId: string, taskId: string): Promise<Row> {
  const [row] = isUuid(taskId)
    ? await rowsOf<Row>(
        database(),
        sql`select ${COLUMNS} from video_clip clip join run on run.id = clip.run_id
             where clip.run_id = ${taskId} and clip.account_id = ${accountId}`,
      )
    : [];
  if (!row) throw notFound('video');
  return row;
}

/** Returns a clip. @throws ProductError not_found, also for another user's */
export const readVideo = async (accountId: string, taskId: string): Promise<Video> => toWire(await findRow(accountId, taskId));

interface PageRequest {
  readonly accountId: string;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly q?: string | undefined;
}

/** Lists a user's clips, newest first. @throws ProductError validation.failed for an invalid cursor */
export async function listVideos({ accountId, limit, after, q }: PageRequest): Promise<{ videos: Video[]; next: string | null }> {
  const cursor = after ? decodeCursor(after, 'after') : null;
  const rows = await rowsOf<Row>(
    database(),
    sql`select ${COLUMNS} from video_clip clip join run on run.id = clip.run_id
      where clip.account_id = ${accountId}
            ${q ? sql`and ${hasEveryWord(folded(sql`clip.title || ' ' || clip.prompt`), [q])}` : empty}
            ${cursor ? sql`and (clip.created_at, clip.run_id) < (${cursor.at}::timestamp at time zone 'UTC', ${cursor.id}::uuid)` : empty}
      order by clip.created_at desc, clip.run_id desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    videos: await Promise.all(page.map(toWire)),
    next: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.run_id }) : null,
  };
}

/** Returns the file of a clip, or its poster. @throws ProductError not_found, also before it exists */
export async function videoFile(accountId: string, taskId: string, which: 'video' | 'poster'): Promise<MediaObject> {
  const row = await findRow(accountId, taskId);
  return findMedia(which === 'video' ? row.video_id : row.poster_id);
}

/** Returns a link to one's clip for a player without a session. @throws ProductError not_found, also before the clip exists */
export async function linkToVideo(accountId: string, taskId: string): Promise<{ path: string; expires_at: string }> {
  const { id } = await videoFile(accountId, taskId, 'video');
  const expiresAt = new Date(Date.now() + LINK_MS);
  return { path: linkedVideo.path.replace(':token', mediaLink(id, expiresAt)), expires_at: expiresAt.toISOString() };
}

/** Returns a clip's captions as WebVTT. @throws ProductError not_found, also without speech */
export async function videoCaptions(accountId: string, taskId: string): Promise<string> {
  const { captions } = await findRow(accountId, taskId);
  if (captions === null) throw notFound('file');
  return captions;
}

/** Renames a clip. @throws ProductError not_found */
export async function renameVideo(accountId: string, taskId: string, title: string): Promise<Video> {
  await findRow(accountId, taskId);
  await database()('video_clip').where({ run_id: taskId }).update({ title });
  return readVideo(accountId, taskId);
}

/** Stops a clip that is being filmed, then deletes it; the next sweep deletes its files. @throws ProductError not_found */
export async function deleteVideo(accountId: string, taskId: string): Promise<void> {
  const { status } = await findRow(accountId, taskId);
  if (status === 'queued' || status === 'running') await cancelRun({ runId: taskId, accountId, keep: false });
  await transact(async (trx) => {
    const [gone] = await trx('video_clip').where({ run_id: taskId, account_id: accountId }).delete().returning('*');
    if (gone) await dropMedia(trx, [gone.image_id, gone.video_id, gone.poster_id]);
  });
}

/**
 * Returns the length of the longest clip that a user's plan allows, and the first plan that allows longer ones, or null when the plan
 * allows every length (A35).
 */
export async function longestClip(accountId: string): Promise<Pick<VideoPlan, 'longest_seconds' | 'longer_with'>> {
  const { status } = await planSummary(accountId);
  // in a trial, expensive features come only with the first payment (G04)
  if (status === 'active') return { longest_seconds: Math.max(...VIDEO_SECONDS), longer_with: null };
  return { longest_seconds: FREE_PLAN.clip_seconds, longer_with: PLANS[0]!.name };
}

/** Returns the remaining seconds of a user's plan, and the lengths that it can film. */
export async function videoPlan(accountId: string): Promise<VideoPlan> {
  const { mode } = config().google;
  const [left, longest] = await Promise.all([quotaLeftOf(accountId, 'video_seconds'), longestClip(accountId)]);
  return { available: mode !== 'off', joins: hasFfmpeg(), seconds_left: left, ...longest, is_demo: mode === 'sandbox' };
}

const LOOKED_AT = 50;
/** Minimum number of clips for an estimate. */
const NEEDED = 3;

interface FilmedClip {
  readonly mode: string;
  readonly duration: number;
  /** Null while it waits for its turn. */
  readonly startedAt: Date | null;
}

/**
 * Returns how much longer the filming of a clip will take. Nine of ten of the newest clips of its length and mode took between the two
 * times, and 95 of 100 no longer than the second.
 * @returns null when fewer than three such clips were filmed here
 */
export async function clipEta({ mode, duration, startedAt }: FilmedClip): Promise<Eta | null> {
  const rows = await rowsOf<{ n: number; range: [number, number] | null }>(
    database(),
    sql`select count(*)::int as n, percentile_cont(array[0.05, 0.95]) within group (order by seconds) as range
       from (select extract(epoch from finished_at - started_at)::float8 as seconds from run
              where kind = 'video' and status = 'completed' and request->>'mode' = ${mode} and (request->>'duration')::int = ${duration}
              order by finished_at desc limit ${LOOKED_AT}) newest`,
  );
  const { n, range } = rows[0]!;
  if (n < NEEDED || !range) return null;
  const since = startedAt ? (Date.now() - startedAt.getTime()) / 1000 : 0;
  const [low, high] = range.map((seconds) => Math.max(1, Math.round(seconds - since))) as [number, number];
  const basis = toSentence('the last {n} clips of this length', { n });
  return { low_s: low, high_s: high, basis: inEnglish(basis), basis_words: basis, overdue: since > range[1] };
}
