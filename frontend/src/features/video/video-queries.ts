import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  downloadVideo,
  videoCaptions,
  videoHistory,
  videoPlan,
  videoPoster,
  videoStatus,
  type Video,
} from '#contract/video/video.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** VID-07: polling interval of a clip, and the time after which the page reports a delay, in ms. */
export const POLL_MS = 3_000;
export const PATIENCE_MS = 5 * 60_000;
/** VID-14, VID-15: number of clips on My Courses. */
export const RECENT_VIDEOS = 4;
/** Number of clips per page on their own screen. */
export const VIDEOS_PAGE = 12;
const PATIENT_POLL_MS = 30_000;

/** Query key of all clips of a user. */
export const videosKey = (userId: string) => ['videos', userId] as const;

const isLive = ({ status }: Video): boolean => status === 'processing';

/** After five minutes the page has reported the delay and polls rarely (G39). */
function pollMs(video: Video): number {
  return Date.now() - Date.parse(video.created_at) < PATIENCE_MS ? POLL_MS : PATIENT_POLL_MS;
}

/** Clips, newest first, page by page; polled while one of them is being filmed. */
export const videoPages = (userId: string, { limit, q = '' }: { limit: number; q?: string }) =>
  infiniteQueryOptions({
    queryKey: [...videosKey(userId), 'list', limit, q],
    queryFn: ({ pageParam, signal }) =>
      call(videoHistory, {
        params: { user_id: userId },
        query: { limit, ...(q && { q }), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const live = state.data?.pages.flatMap(({ videos }) => videos.filter(isLive)) ?? [];
      return live.length > 0 && Math.min(...live.map(pollMs));
    },
  });

export const oneVideo = (userId: string, taskId: string) =>
  queryOptions({
    queryKey: [...videosKey(userId), taskId],
    queryFn: ({ signal }) => call(videoStatus, { params: { task_id: taskId }, signal }),
    refetchInterval: ({ state }) => (state.data && isLive(state.data) ? pollMs(state.data) : false),
  });

export const videoAllowance = (userId: string) =>
  queryOptions({ queryKey: [...videosKey(userId), 'plan'], queryFn: ({ signal }) => call(videoPlan, { signal }) });

const addressOf = ({ path }: { path: string }, taskId: string): string => path.replace(':task_id', encodeURIComponent(taskId));

/** The URL for players and pictures; requests include the session's cookie. */
export const videoAddress = (taskId: string): string => addressOf(downloadVideo, taskId);
export const captionsAddress = (taskId: string): string => addressOf(videoCaptions, taskId);
export const posterAddress = (taskId: string): string => addressOf(videoPoster, taskId);
