import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  enrolInCourse,
  getMarketCourse,
  getMarketCreator,
  getMarketStanding,
  getPreviewLesson,
  rateCourse,
  reportCourse,
  searchMarket,
  takeUpdate,
  type REPORT_REASONS,
} from '#contract/market/market.contract.ts';
import { answerRating } from '#contract/market/publication.contract.ts';
import { listProfiles } from '#contract/people/people.contract.ts';
import type { QueryOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

/** The filters of the market, as in the URL. */
export type MarketSearch = Partial<Omit<QueryOf<typeof searchMarket>, 'limit'>>;

export const COURSES_PER_PAGE = 24;
const marketKey = ['market'] as const;
const standingKey = (userId: string, courseId: string) => [...marketKey, 'standing', userId, courseId] as const;

/** A page of the market's courses. */
export const marketPage = (search: MarketSearch) =>
  queryOptions({
    queryKey: [...marketKey, 'search', search],
    queryFn: ({ signal }) => call(searchMarket, { query: { ...search, limit: COURSES_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  });

export const marketCourse = (courseId: string) =>
  queryOptions({
    queryKey: [...marketKey, 'course', courseId],
    queryFn: async ({ signal }) => (await call(getMarketCourse, { params: { course_id: courseId }, signal })).course,
  });

export const marketCreator = (creatorId: string) =>
  queryOptions({
    queryKey: [...marketKey, 'creator', creatorId],
    queryFn: async ({ signal }) => (await call(getMarketCreator, { params: { creator_id: creatorId }, signal })).creator,
  });

/** A creator's own description, if they share their profile; for signed-in users only. */
export const creatorStory = (userId: string | null, creatorId: string) =>
  queryOptions({
    queryKey: [...marketKey, 'story', userId, creatorId],
    queryFn: async ({ signal }) => (await call(listProfiles, { query: { person: creatorId }, signal })).profiles[0]?.bio ?? '',
    enabled: userId !== null && creatorId !== '',
  });

export const previewLesson = (courseId: string, lessonId: string) =>
  queryOptions({
    queryKey: [...marketKey, 'preview', courseId, lessonId],
    queryFn: async ({ signal }) => (await call(getPreviewLesson, { params: { course_id: courseId, lesson_id: lessonId }, signal })).lesson,
  });

/** The user's relation to a market course; fetched only when signed in. */
export const marketStanding = (userId: string | null, courseId: string) =>
  queryOptions({
    queryKey: standingKey(userId ?? '', courseId),
    queryFn: ({ signal }) => call(getMarketStanding, { params: { course_id: courseId }, signal }),
    enabled: userId !== null,
  });

/** A user's mutations on a market course. Each shows its own error, except for getting the course: the page shows that one in place. */
export function useMarketActions({
  userId,
  courseId,
  onEnrolled,
  onBuy,
}: {
  readonly userId: string;
  readonly courseId: string;
  readonly onEnrolled: (copyId: string) => void;
  /** Navigates to the payment page. */
  readonly onBuy: (code: string | undefined) => Promise<unknown>;
}) {
  const cache = useQueryClient();
  const params = { course_id: courseId };
  const askAgain = () => cache.invalidateQueries({ queryKey: marketKey });
  const sayFailed = (fallback: string) => (error: Error) => toast('error', errorText(error, fallback));
  const enrol = useAction({
    mutationFn: () => call(enrolInCourse, { params, fallback: t('The course could not be added.') }),
    onSuccess: ({ course_id: copyId }) => {
      void askAgain();
      void cache.invalidateQueries({ queryKey: ['courses', userId] });
      onEnrolled(copyId);
    },
  });
  const buy = useAction({
    mutationFn: (code: string | undefined) => onBuy(code),
  });
  const rate = useAction({
    mutationFn: (body: { stars: number; text: string }) => act(rateCourse, { params, body }, { lane: `rating:${courseId}` }),
    onSuccess: () => {
      toast('success', t('Thank you for your rating.'));
      void askAgain();
    },
    onError: sayFailed(t('The rating could not be saved.')),
  });
  const report = useAction({
    mutationFn: (body: { reason: (typeof REPORT_REASONS)[number]; text: string }) =>
      call(reportCourse, { params, body, fallback: t('The report could not be sent.') }),
    onSuccess: () => toast('success', t('Thank you. We look at every report.')),
    onError: sayFailed(t('The report could not be sent.')),
  });
  return { enrol, buy, rate, report };
}

/** Updates the user's copy of a course to the newest version. */
export function useVersionUpdate(courseId: string) {
  const cache = useQueryClient();
  const fallback = t('The new version could not be applied.');
  return useAction({
    mutationFn: () => call(takeUpdate, { params: { course_id: courseId }, fallback }),
    onSuccess: () => {
      toast('success', t('You have the new version. Your progress and notes are as they were.'));
      void cache.invalidateQueries();
    },
    onError: (error: Error) => toast('error', errorText(error, fallback)),
  });
}

/** Answers a rating of the user's own course, or changes the answer. */
export function useRatingAnswer(courseId: string, onAnswered: () => void) {
  const cache = useQueryClient();
  const fallback = t('The answer could not be saved.');
  return useAction({
    mutationFn: ({ ratingId, answer }: { ratingId: string; answer: string }) =>
      call(answerRating, { params: { course_id: courseId, rating_id: ratingId }, body: { answer }, fallback }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: marketKey });
      onAnswered();
    },
    onError: (error: Error) => toast('error', errorText(error, fallback)),
  });
}
