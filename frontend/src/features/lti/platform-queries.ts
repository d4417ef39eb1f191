import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listCourses } from '#contract/courses/courses.contract.ts';
import {
  addLtiPlatform,
  changeLtiPlatform,
  listLtiContexts,
  listLtiMembers,
  listLtiOffers,
  listLtiPlatforms,
  listLtiRefusals,
  offerLtiCourse,
  readLtiRoster,
  removeLtiPlatform,
  renewLtiRegistration,
  withdrawLtiOffer,
} from '#contract/lti/platforms.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

const ltiKey = (userId: string) => ['lti', userId] as const;

/** The learning platforms of the user's organisation. */
export const ltiPlatforms = (userId: string) =>
  queryOptions({
    queryKey: [...ltiKey(userId), 'platforms'],
    queryFn: async ({ signal }) => (await call(listLtiPlatforms, { signal })).platforms,
    // a platform registers itself in another window
    refetchOnWindowFocus: true,
  });

/** Refused launches of a platform. */
export const ltiRefusals = (userId: string, platformId: string) =>
  queryOptions({
    queryKey: [...ltiKey(userId), 'refusals', platformId],
    queryFn: async ({ signal }) => (await call(listLtiRefusals, { params: { platform_id: platformId }, signal })).refusals,
  });

const CLASSES_POLL_MS = 3_000;

/** The platforms' classes; polled while a list of members is about to be read. */
export const ltiContexts = (userId: string) =>
  queryOptions({
    queryKey: [...ltiKey(userId), 'classes'],
    queryFn: async ({ signal }) => (await call(listLtiContexts, { signal })).contexts,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.is_due && one.problem === null) ? CLASSES_POLL_MS : false),
  });

/** The members of a class. */
export const ltiMembers = (userId: string, contextId: string) =>
  queryOptions({
    queryKey: [...ltiKey(userId), 'members', contextId],
    queryFn: async ({ signal }) => (await call(listLtiMembers, { params: { context_id: contextId }, signal })).members,
  });

/** Courses that the organisation offers. */
export const ltiOffers = (userId: string) =>
  queryOptions({
    queryKey: [...ltiKey(userId), 'offers'],
    queryFn: async ({ signal }) => (await call(listLtiOffers, { signal })).offers,
  });

/** The user's newest courses, to choose from. */
export const offerableCourses = (userId: string) =>
  queryOptions({
    queryKey: [...ltiKey(userId), 'own-courses'],
    queryFn: async ({ signal }) =>
      (await call(listCourses, { params: { user_id: userId }, query: { limit: 100, origin: 'publishable' }, signal })).courses,
  });

/** Shows why an action on a platform failed; `words` says which. */
const onFailed = (words: () => string) => (error: Error) => toast('error', errorText(error, words()));

/** Actions on platforms; every answer refreshes the lists on screen. */
export function usePlatformActions(userId: string) {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: ltiKey(userId) });
  const add = useAction({
    mutationFn: (body: BodyInputOf<typeof addLtiPlatform>) => call(addLtiPlatform, { body }),
    onSuccess: refresh,
  });
  const change = useAction({
    mutationFn: ({ platformId, body }: { platformId: string; body: BodyInputOf<typeof changeLtiPlatform> }) =>
      call(changeLtiPlatform, { params: { platform_id: platformId }, body }),
    onSuccess: refresh,
  });
  const remove = useAction({
    mutationFn: (platformId: string) => call(removeLtiPlatform, { params: { platform_id: platformId } }),
    onSuccess: refresh,
  });
  const renew = useAction({
    mutationFn: (platformId: string) => call(renewLtiRegistration, { params: { platform_id: platformId } }),
    onError: onFailed(() => t('A new registration link could not be created.')),
  });
  const read = useAction({
    mutationFn: (contextId: string) => call(readLtiRoster, { params: { context_id: contextId } }),
    onSuccess: refresh,
    onError: onFailed(() => t('The member list could not be read.')),
  });
  const offer = useAction({
    mutationFn: (courseId: string) => call(offerLtiCourse, { params: { course_id: courseId } }),
    onSuccess: refresh,
    onError: onFailed(() => t('The course could not be offered.')),
  });
  const withdraw = useAction({
    mutationFn: (courseId: string) => call(withdrawLtiOffer, { params: { course_id: courseId } }),
    onSuccess: refresh,
    onError: onFailed(() => t('The offer could not be withdrawn.')),
  });
  return { add, change, remove, renew, read, offer, withdraw };
}
