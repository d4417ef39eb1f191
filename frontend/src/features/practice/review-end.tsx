import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { DueCard, Rating } from '#contract/practice/cards.contract.ts';
import type { ReviewCard, ReviewScope } from '#contract/practice/practice.contract.ts';
import { formatList, formatNumber, formatSpan, formatWeekdayOf } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { CardText } from '#frontend/ui/formula-text.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { JoyMark } from '#frontend/ui/joy-mark.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { ratingCaptions } from './cards/study-card.tsx';
import { forecast } from './review-query.ts';

// the library of charts
const ForecastChart = lazy(() => import('./forecast-chart.tsx'));
const CHART_PX = 190;
const WEEK = 7;

/** An item of a session and how well it was known; null for an answer in words, which is not counted as known or unknown. */
export interface Asked {
  readonly rating: Rating | null;
  readonly item: ReviewCard | DueCard;
  /** Id of a card's rating, for undoing it. */
  readonly ratingId?: string;
}

export const isFlashCard = (item: ReviewCard | DueCard): item is DueCard => 'card_id' in item;

const Squares = styled('ol')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { width: 36, height: 46, borderRadius: RADIUS.inner, backgroundColor: theme.vars.palette.primary.main },
  '& > [data-rating="again"]': { backgroundColor: theme.vars.palette.error.main },
  '& > [data-rating="hard"]': { backgroundColor: theme.vars.palette.warning.main },
  '& > [data-rating="easy"]': { backgroundColor: theme.vars.palette.success.main },
  '& > [data-rating="none"]': { backgroundColor: theme.vars.palette.background.track },
}));

interface ReviewEndProps {
  readonly userId: string;
  readonly scope: ReviewScope;
  readonly asked: readonly Asked[];
  /** In ms, as returned by `Date.now`. */
  readonly startedAt: number;
  readonly way: ReactNode;
  /** The button that undoes the last answer. */
  readonly undo: ReactNode;
  readonly onAgain: () => void;
}

/** The end of a session: what the learner knew, when each item returns, and which ones deserve another look. */
export function ReviewEnd({ userId, scope, asked, startedAt, way, undo, onAgain }: ReviewEndProps) {
  const { data } = useQuery(forecast(userId, scope));
  const total = asked.length;
  const counted = (rating: Rating) => asked.filter((one) => one.rating === rating).length;
  const known = counted('good') + counted('easy');
  const missed = asked.filter(({ rating }) => rating === 'again');
  // measured once, so that the end does not change
  const [seconds] = useState(() => Math.max(1, Math.round((Date.now() - startedAt) / 1_000)));
  return (
    <Box
      sx={{ display: 'grid', gap: { xs: 4, lg: 6 }, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 4fr)' } }}
    >
      <Stack sx={{ gap: 2.5, minWidth: 0 }}>
        <Card
          variant="tint"
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 2, md: 3 }, padding: { xs: 2.5, md: 3.5 } }}
        >
          {known > 0 ? <JoyMark /> : <Illustration name="no-reviews" />}
          <Stack sx={{ flex: '1 1 16rem', minWidth: 0, gap: 0.5 }}>
            <Typography color="textSecondary">
              <MetaLine facts={[t('{n, plural, one {# reviewed} other {# reviewed}}', { n: total }), formatSpan(seconds)]} />
            </Typography>
            <Typography component="h2" variant="h1" ref={focusOnMount} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
              {t('{n} of {total} known at once', { n: formatNumber(known), total: formatNumber(total) })}
            </Typography>
            <Typography>
              {missed.length > 0
                ? t('Questions you missed come back today, while they are still fresh.')
                : t('Cards you knew come back later; cards you did not know come back sooner.')}
            </Typography>
          </Stack>
          {known > 0 && <Illustration name="no-reviews" />}
        </Card>
        <Squares aria-label={t('How well you knew each')}>
          {asked.map(({ rating }, at) => (
            <li
              key={at}
              data-rating={rating ?? 'none'}
              aria-label={rating === null ? t('Answered in your own words') : ratingCaptions()[rating]}
            />
          ))}
        </Squares>
        <Typography variant="body2" color="textSecondary">
          {(['good', 'easy', 'hard', 'again'] as const)
            .filter((rating) => counted(rating) > 0)
            .map((rating) => `${ratingCaptions()[rating]} ${formatNumber(counted(rating))}`)
            .join(' · ')}
        </Typography>
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
          {way}
          <Button variant="outlined" color="inherit" onClick={onAgain}>
            {t('Check for more')}
          </Button>
          {undo}
        </Stack>
        {data && (
          <section aria-label={t('Upcoming reviews')}>
            <Typography component="h3" variant="h3">
              {t('Upcoming reviews')}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {nextWords(data.days)}
            </Typography>
            <Suspense fallback={<Box sx={{ height: CHART_PX }} />}>
              <Box sx={{ maxWidth: 640 }}>
                <ForecastChart days={data.days} height={CHART_PX} />
              </Box>
            </Suspense>
          </section>
        )}
      </Stack>
      {missed.length > 0 && (
        <Stack component="section" aria-label={t('Worth another look')} sx={{ gap: 2, minWidth: 0 }}>
          <Typography component="h3" variant="h3">
            {t('Worth another look')}
          </Typography>
          {missed.map(({ item }) => (
            <Missed key={isFlashCard(item) ? item.card_id : `${item.lesson_id} ${item.question_id}`} item={item} />
          ))}
        </Stack>
      )}
    </Box>
  );
}

type Days = readonly { readonly day: string; readonly due: number }[];

/** The next two days with reviews. */
function nextWords(days: Days): string {
  const named = days.map(({ day, due }, at) => {
    const name = at === 0 ? t('today') : at === 1 ? t('tomorrow') : formatWeekdayOf(day, 'long');
    return { due, at, words: `${name} ${formatNumber(due)}` };
  });
  const next = named.filter(({ due, at }) => due > 0 && at < WEEK).slice(0, 2);
  if (next.length === 0) return t('No reviews are due in the next seven days.');
  return t('Next: {days}', { days: formatList(next.map(({ words }) => words)) });
}

/** An item that the learner did not know, with its answer if the card has one, and its lesson. */
function Missed({ item }: { readonly item: ReviewCard | DueCard }) {
  const place = isFlashCard(item) ? item.source : item;
  return (
    <Box sx={{ paddingBlockEnd: 2, borderBlockEnd: '1px solid', borderColor: 'divider' }}>
      <Typography variant="subtitle1">
        <CardText text={isFlashCard(item) ? item.front : item.question} />
      </Typography>
      {isFlashCard(item) && (
        <Typography component="div">
          <CardText text={item.back} />
        </Typography>
      )}
      {place && (
        <TextLink
          dir="auto"
          variant="body2"
          to="/courses/$courseId/learn/$module/$lesson"
          params={{ courseId: place.course_id, module: String(place.module), lesson: String(place.lesson) }}
          search={{ passage: isFlashCard(item) ? (item.source?.passage ?? undefined) : undefined }}
        >
          {t('Read it in “{title}”', { title: formulaWords(place.lesson_title, 'rtl') })}
        </TextLink>
      )}
    </Box>
  );
}
