import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { forecast, waitingWords } from './review-query.ts';

// the library of charts
const ForecastChart = lazy(() => import('./forecast-chart.tsx'));

const WEEK = 7;
const CHART_PX = 92;

interface ReviewTodayProps {
  readonly userId: string;
  readonly courseId: string;
}

/** A course's reviews due today and on the following days. */
export function ReviewToday({ userId, courseId }: ReviewTodayProps) {
  const { data } = useQuery(forecast(userId, { course_id: courseId }));
  if (!data) return <Box sx={{ minHeight: CHART_PX + 64 }} />;
  const { questions, flash_cards: cards, waiting, days } = data;
  const due = questions + cards - waiting;
  const isEmpty = days.every((day) => day.due === 0);
  return (
    <section aria-label={t('Review')}>
      <Stack direction="row" sx={{ alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}>
        <div>
          <Typography component="h2" variant="h3">
            {due > 0
              ? t('{n} to review today', { n: formatNumber(due) })
              : waiting > 0
                ? t('You have reviewed for fifteen minutes today')
                : t('Nothing to review now')}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {waiting > 0 ? (
              `${t('Today’s review takes fifteen minutes.')} ${waitingWords(waiting)}`
            ) : due > 0 ? (
              <MetaLine
                facts={[
                  cards > 0 && t('{n, plural, one {# card} other {# cards}}', { n: cards }),
                  questions > 0 && t('{n, plural, one {# question} other {# questions}}', { n: questions }),
                ]}
              />
            ) : (
              t('Questions you answer come back here when you are about to forget them.')
            )}
          </Typography>
        </div>
        {due + waiting > 0 && (
          <LinkButton to="/review/study" search={{ course: courseId }} variant="outlined" color="inherit" sx={{ flex: 'none' }}>
            {t('Review')}
          </LinkButton>
        )}
      </Stack>
      {!isEmpty && (
        <Box sx={{ minHeight: CHART_PX, marginBlockStart: 1 }}>
          <Suspense>
            <ForecastChart days={days.slice(0, WEEK)} height={CHART_PX} />
          </Suspense>
        </Box>
      )}
    </section>
  );
}
