import { useQuery } from '@tanstack/react-query';
import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { FigureCard, StatRow } from '#frontend/ui/cards/stat-row.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { AnalyticsParts } from './analytics-parts.tsx';
import { Earners } from './earners.tsx';
import { creatorAnalytics, creatorStats, type CreatorStats } from './figure-queries.ts';
import { overviewFigures, revenueMeasure, studentsMeasure } from './figure-words.ts';
import { rangeOf, type FiguresSearch } from './figures-search.ts';
import { FiguresUnavailable } from './figures-unavailable.tsx';
import { NextSteps } from './next-steps.tsx';
import { RangeFilter } from './range-filter.tsx';
import { StaleNote } from './stale-note.tsx';
import { trendOf } from './trend.ts';
import { TrendSection } from './trend-section.tsx';

interface OverviewViewProps {
  readonly userId: string;
  readonly search: FiguresSearch;
  readonly onSearch: (search: FiguresSearch) => void;
}

/** The creator has no course, and never sold one that was deleted. */
const isEmpty = ({
  active_courses: active,
  draft_courses: drafts,
  total_revenue: revenue,
  total_students: students,
}: CreatorStats): boolean => active + drafts === 0 && revenue === 0 && students === 0;

/** How a creator is doing: earnings and reach with their course, what earns, and what waits (CRE-05, CRE-06). */
export function OverviewView({ userId, search, onSearch }: OverviewViewProps) {
  const { data: stats, error, refetch } = useQuery(creatorStats(userId));
  const analytics = useQuery(creatorAnalytics(userId)).data;
  const retry = () => void refetch();
  if (stats && isEmpty(stats))
    return (
      <>
        <Figures stats={stats} />
        <FirstCourse />
      </>
    );
  return (
    <>
      {stats && error && <StaleNote error={error} onRetry={retry} />}
      {stats ? (
        <Figures stats={stats} analytics={analytics} />
      ) : error ? (
        <FiguresUnavailable title={t('Your figures could not be loaded')} error={error} onRetry={retry} />
      ) : (
        <LoadingState label={t('Loading your figures')} rows={3} />
      )}
      <Grid container spacing={2.5}>
        <Grid size={{ xs: 12, lg: 8 }}>
          <AnalyticsParts userId={userId}>
            {({ months, revenue_trend: revenue, student_growth: students }) => {
              const isCompared = search.compare === 'year';
              const trend = (values: readonly number[]) => trendOf(months, values, rangeOf(search), isCompared);
              return (
                <Stack sx={{ gap: 2.5 }}>
                  <RangeFilter search={search} onSearch={onSearch} />
                  <TrendSection measure={revenueMeasure()} trend={trend(revenue)} isCompared={isCompared} />
                  <TrendSection measure={studentsMeasure()} trend={trend(students)} isCompared={isCompared} />
                </Stack>
              );
            }}
          </AnalyticsParts>
        </Grid>
        <Grid size={{ xs: 12, lg: 4 }}>
          <Stack sx={{ gap: 2.5 }}>
            {stats && <NextSteps userId={userId} drafts={stats.draft_courses} />}
            <Earners userId={userId} />
          </Stack>
        </Grid>
      </Grid>
      {stats?.has_samples && (
        <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 2 }}>
          {t('Sample data: these sales and students were made up for this installation, so that there is something to see.')}
        </Typography>
      )}
    </>
  );
}

function Figures({ stats, analytics }: { readonly stats: CreatorStats; readonly analytics?: Parameters<typeof overviewFigures>[1] }) {
  return (
    <StatRow>
      {overviewFigures(stats, analytics).map((figure) => (
        <FigureCard key={figure.name} {...figure} />
      ))}
    </StatRow>
  );
}

function FirstCourse() {
  return (
    <EmptyState
      title={t('You have no course here yet')}
      illustration="first-course"
      actions={
        <LinkButton to="/studio/create" variant="contained">
          {t('Make your first course')}
        </LinkButton>
      }
    >
      {t('A course begins as a draft that only you see. What it earns is shown here, month by month.')}
    </EmptyState>
  );
}
