import { useEffect, useRef, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { missingOffer, useWriteAllMissing } from './missing-lessons-query.ts';
import type { CourseOf } from '#frontend/features/courses/version-queries.ts';

function priceText(count: number, cost: number): string {
  if (cost === 0) return t('Your plan has already paid for it.');
  const n = formatTokens(cost);
  return count === 1
    ? t('Costs up to {n} tokens, or nothing if it cannot be written.', { n })
    : t('Costs up to {n} tokens for all. A lesson that cannot be written costs nothing.', { n });
}

interface InVersionProps {
  readonly courseId: string;
  /** Number of missing lessons that no run is writing. */
  readonly missing: number;
  /** Number of the version that contains some of them. */
  readonly number: number;
  readonly lessons: number;
}

/**
 * After an earlier version was restored: points to the version that contains the missing lessons, so that the user need not buy them again.
 */
function InVersion({ courseId, missing, number, lessons }: InVersionProps) {
  return (
    <>
      {' '}
      <TextLink to="/courses/$courseId/history" params={{ courseId }} search={{ version: number }}>
        {lessons < missing
          ? t('Version {n} has {count} of them', { n: number, count: lessons })
          : missing === 1
            ? t('Version {n} has this lesson', { n: number })
            : t('Version {n} has these lessons', { n: number })}
      </TextLink>
    </>
  );
}

interface WriteAllMissingProps {
  readonly of: CourseOf;
  /** Number of lessons the course lacks, including those being written. */
  readonly missing: number;
  /** Further buttons beside it; the price is then below them. */
  readonly beside?: ReactNode;
}

/** The price of the missing lessons, and a button to have all of them written except those already in progress. */
export function WriteAllMissing({ of, missing, beside }: WriteAllMissingProps) {
  const { data: offer } = useQuery(missingOffer(of));
  const { mutate, isPending, isSuccess, error } = useWriteAllMissing(of);
  // The pressed button disappears: the focus moves to the message in its place.
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isSuccess) place.current?.focus();
  }, [isSuccess]);
  const shortfall = shortfallFrom(error);
  if (!offer || (offer.lesson_ids.length === 0 && !isSuccess)) return beside;
  const { lesson_ids: ids, cost, in_version: inVersion } = offer;
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px', marginBlockStart: beside ? 0 : 2 }}>
        {ids.length > (beside ? 0 : 1) && (
          <Button variant="contained" aria-busy={isPending} onClick={() => isPending || mutate({ lessonIds: ids, cost })}>
            {ids.length < missing
              ? t('{n, plural, one {Write the other lesson} other {Write the other # lessons}}', { n: ids.length })
              : t('{n, plural, one {Write the missing lesson} other {Write the # missing lessons}}', { n: ids.length })}
          </Button>
        )}
        {beside}
        <Typography
          ref={place}
          tabIndex={-1}
          component="span"
          variant="body2"
          color="textSecondary"
          sx={{ flex: beside ? '1 0 100%' : '1 1 14rem' }}
        >
          {ids.length === 0 ? t('Each lesson appears in the course as soon as it is written.') : priceText(ids.length, cost)}
          {inVersion && <InVersion courseId={of.courseId} missing={ids.length} {...inVersion} />}
        </Typography>
      </Stack>
      {shortfall && <ShortfallNote shortfall={shortfall} />}
      <div role="alert">{error && !shortfall && errorText(error, t('We could not start writing the missing lessons.'))}</div>
    </>
  );
}
