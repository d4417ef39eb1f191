import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { AnalyticsParts } from './analytics-parts.tsx';
import { creatorAnalytics, creatorStats, type CreatorStats } from './figure-queries.ts';
import { overviewFacts } from './figure-words.ts';
import type { FiguresSearch } from './figures-search.ts';
import { FiguresUnavailable } from './figures-unavailable.tsx';
import { StaleNote } from './stale-note.tsx';
import { Trends } from './trends.tsx';

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

/** A creator's earnings and reach (CRE-05, CRE-06). */
export function OverviewView({ userId, search, onSearch }: OverviewViewProps) {
  const { data: stats, error, refetch } = useQuery(creatorStats(userId));
  const months = useQuery(creatorAnalytics(userId)).data?.months;
  const retry = () => void refetch();
  return (
    <>
      {stats && error && <StaleNote error={error} onRetry={retry} />}
      {stats ? (
        <>
          <FactStrip facts={overviewFacts(stats, months)} />
          {stats.has_samples && (
            <p>{t('Sample data: these sales and students were made up for this installation, so that there is something to see.')}</p>
          )}
          {!isEmpty(stats) && (
            <p>
              <TextLink to="/studio/payouts">{t('Payouts and statements')}</TextLink>
            </p>
          )}
        </>
      ) : error ? (
        <FiguresUnavailable title={t('Your figures could not be loaded')} error={error} onRetry={retry} />
      ) : (
        <LoadingState label={t('Loading your figures')} rows={2} />
      )}
      {stats && isEmpty(stats) ? (
        <FirstCourse />
      ) : (
        <AnalyticsParts userId={userId}>
          {(analytics) => <Trends analytics={analytics} search={search} onSearch={onSearch} />}
        </AnalyticsParts>
      )}
    </>
  );
}

function FirstCourse() {
  return (
    <EmptyState
      title={t('You have no course here yet')}
      actions={
        <LinkButton to="/studio/create" variant="outlined" color="inherit">
          {t('Make your first course')}
        </LinkButton>
      }
    >
      {t('A course begins as a draft that only you see. What it earns is shown here, month by month.')}
    </EmptyState>
  );
}
