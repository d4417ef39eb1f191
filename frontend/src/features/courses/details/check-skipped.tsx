import { useEffect, useRef } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import type { Course } from '#contract/courses/courses.contract.ts';
import { getSkippedReviews, reviewSkipped } from '#contract/courses/skipped-checks.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { useCourseCache } from '../course-cache.ts';
import { proposalsKey } from '../course-keys.ts';
import type { CourseOf } from '../version-queries.ts';

/** How often a course waiting for a second service checks whether one is available again. */
const LOOK_AGAIN_MS = 30_000;

/**
 * The lessons that no service has checked, and the price of a check. It changes with the active runs, so the query is refetched with them.
 */
const checkOffer = ({ userId, courseId }: CourseOf, { task_id: taskId, modules }: Course) =>
  queryOptions({
    queryKey: [...proposalsKey(userId, courseId), 'reviews'],
    queryFn: ({ signal }) => call(getSkippedReviews, { params: { course_id: courseId }, signal }),
    enabled:
      taskId !== null && modules.some(({ lessons }) => lessons.some(({ reviewed_by: by, of_library: isGiven }) => by === null && !isGiven)),
    refetchInterval: ({ state: { data } }) => (data && data.lesson_ids.length > 0 && !data.is_possible ? LOOK_AGAIN_MS : false),
  });

function priceText(count: number, cost: number): string {
  if (cost === 0) return t('No extra cost. No text changes until you have compared it.');
  const n = formatTokens(cost);
  return count === 1
    ? t(
        'Costs {n} tokens, which were not charged before. If the lesson cannot be checked, it costs nothing. No text changes until you have compared it.',
        {
          n,
        },
      )
    : t(
        'Costs {n} tokens for all, which were not charged before. A lesson that cannot be checked costs nothing. No text changes until you have compared it.',
        { n },
      );
}

/** Lets the user order a check of the lessons that no second service could check; renders nothing if there are none. */
export function CheckSkipped({ of, course }: { readonly of: CourseOf; readonly course: Course }) {
  const { data: offer } = useQuery(checkOffer(of, course));
  const cache = useCourseCache(of.userId, of.courseId);
  const sendOnce = useSendOnce();
  const { mutate, isPending, isSuccess, error } = useAction({
    mutationFn: ({ lesson_ids: lessonIds, cost }: AnswerOf<typeof getSkippedReviews>) =>
      sendOnce(lessonIds, (headers) => call(reviewSkipped, { params: { course_id: of.courseId }, headers, acceptedPrice: cost })),
    onSuccess: () => cache.refreshProposals(),
  });
  // The pressed button disappears: the focus moves to the message in its place.
  const place = useRef<HTMLSpanElement>(null);
  const ids = offer?.lesson_ids ?? [];
  const isStarted = isSuccess && ids.length === 0;
  useEffect(() => {
    if (isStarted) place.current?.focus();
  }, [isStarted]);
  if (!offer || (ids.length === 0 && !isSuccess)) return null;
  const shortfall = shortfallFrom(error);
  if (ids.length === 0) {
    return (
      <span ref={place} tabIndex={-1}>
        {t('The check’s findings will appear here for you to compare with the course.')}
      </span>
    );
  }
  return (
    <EntryList aria-label={t('Checks')}>
      <Entry
        mark="attention"
        title={t('{n, plural, one {No second service could check # lesson} other {No second service could check # lessons}}', {
          n: ids.length,
        })}
        lines={[
          offer.is_possible
            ? priceText(ids.length, offer.cost)
            : t('No service is answering at the moment. You can request the check here as soon as one does.'),
        ]}
        actions={
          offer.is_possible && (
            <Button variant="outlined" aria-busy={isPending} onClick={() => isPending || mutate(offer)}>
              {t('{n, plural, one {Have it checked} other {Have them checked}}', { n: ids.length })}
            </Button>
          )
        }
      >
        {shortfall && <ShortfallNote shortfall={shortfall} />}
        <div role="alert">{error && !shortfall && errorText(error, t('The check could not be started.'))}</div>
      </Entry>
    </EntryList>
  );
}
