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

/** VID-07: how often a clip that is being filmed is looked at, and after how long the page says that it takes long. */
export const POLL_MS = 3_000;
export const PATIENCE_MS = 5 * 60_000;
const PATIENT_POLL_MS = 30_000;

/** Everything about a person's clips in the query cache. */
export const videosKey = (userId: string) => ['videos', userId] as const;

const isLive = ({ status }: Video): boolean => status === 'processing';

/** After five minutes the page has said that it takes long, and looks now and then only (G39). */
function pollMs(video: Video): number {
  return Date.now() - Date.parse(video.created_at) < PATIENCE_MS ? POLL_MS : PATIENT_POLL_MS;
}

/** Clips, newest first, a page at a time; looked at again while one of them is being filmed. */
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

/** Where a player and a picture fetch their bytes; the session's cookie goes along. */
export const videoAddress = (taskId: string): string => addressOf(downloadVideo, taskId);
export const captionsAddress = (taskId: string): string => addressOf(videoCaptions, taskId);
export const posterAddress = (taskId: string): string => addressOf(videoPoster, taskId);
