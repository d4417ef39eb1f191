import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { creatorAnalytics, type CreatorAnalytics } from './figure-queries.ts';
import { FiguresUnavailable } from './figures-unavailable.tsx';
import { StaleNote } from './stale-note.tsx';

interface AnalyticsPartsProps {
  readonly userId: string;
  readonly children: (analytics: CreatorAnalytics) => ReactNode;
}

/** Renders the charts of a creator's months once they have loaded; until then, the loading or error state. */
export function AnalyticsParts({ userId, children }: AnalyticsPartsProps) {
  const { data, error, refetch } = useQuery(creatorAnalytics(userId));
  const retry = () => void refetch();
  if (!data) {
    if (error) return <FiguresUnavailable title={t('Your figures by month could not be loaded')} error={error} onRetry={retry} />;
    return <LoadingState label={t('Loading your figures by month')} rows={8} />;
  }
  return (
    <>
      {error && <StaleNote error={error} onRetry={retry} />}
      {children(data)}
    </>
  );
}
