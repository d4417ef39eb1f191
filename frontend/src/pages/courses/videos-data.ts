import { VIDEOS_PAGE, videoPages } from '#frontend/features/video/video-queries.ts';
import { queryClient } from '#frontend/lib/query-client.ts';

/** The first request of the clips screen, without a search. */
export function fetchVideos(userId: string): void {
  void queryClient.prefetchInfiniteQuery(videoPages(userId, { limit: VIDEOS_PAGE }));
}
