import { useEffect, useRef } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listRuns } from '#contract/generation/run-control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/empty-state.tsx';
import { ErrorState } from '#frontend/ui/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/loading-state.tsx';
import { runsKey, useLiveRuns } from './live-runs-query.ts';
import { RunSummaryRow } from './run-summary-row.tsx';

const PAGE = 20;

const Section = styled('section')({ marginBlockEnd: 36 });
const Heading = styled('h2')(({ theme }) => ({
  ...theme.typography.h3,
  margin: 0,
  paddingBlockEnd: 8,
  borderBlockEnd: `2px solid ${theme.vars.palette.text.primary}`,
}));
const Rows = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

/** All runs of a person: those that live, then the others, a page at a time. */
export function RunsList({ userId }: { readonly userId: string }) {
  const live = useLiveRuns(userId);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...runsKey(userId), 'all'],
    queryFn: ({ pageParam, signal }) => call(listRuns, { query: { limit: PAGE, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

  // After "Show more" the keyboard goes on at the first row that came.
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number | null>(null);
  const seen = data?.pages.length ?? 0;
  useEffect(() => {
    if (firstNew.current === null || seen < 2) return;
    list.current?.querySelectorAll('a')[firstNew.current]?.focus();
    firstNew.current = null;
  }, [seen]);

  if (!data) {
    if (error) return <ErrorState title={t('Your runs could not be loaded')} error={error} onRetry={() => void refetch()} />;
    return <LoadingState label={t('Loading your runs')} rows={6} />;
  }
  const loaded = data.pages.flatMap(({ runs }) => runs);
  // The shell's look at what lives is newer than a page of this list.
  const newest = new Map(live.map((run) => [run.task_id, run]));
  const isLive = ({ status }: { status: string }) => status === 'queued' || status === 'running';
  const living = [...live, ...loaded.filter((run) => isLive(run) && !newest.has(run.task_id))];
  const ended = loaded.filter((run) => !isLive(run) && !newest.has(run.task_id));
  if (living.length + ended.length === 0) {
    return (
      <EmptyState
        title={t('Nothing has been written yet')}
        actions={
          <LinkButton to="/create" variant="contained">
            {t('Open AI Builder')}
          </LinkButton>
        }
      >
        {t('Every course you ask for is listed here, with what became of it.')}
      </EmptyState>
    );
  }
  return (
    <>
      {living.length > 0 && (
        <Section aria-labelledby="living">
          <Heading id="living">{t('Being written')}</Heading>
          <Rows>
            {living.map((run) => (
              <RunSummaryRow key={run.task_id} run={run} />
            ))}
          </Rows>
        </Section>
      )}
      {ended.length > 0 && (
        <Section aria-labelledby="ended">
          <Heading id="ended">{t('Ended')}</Heading>
          <Rows ref={list}>
            {ended.map((run) => (
              <RunSummaryRow key={run.task_id} run={run} />
            ))}
          </Rows>
        </Section>
      )}
      {error && <ErrorState title={t('More could not be loaded')} error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <Button
          variant="outlined"
          color="inherit"
          disabled={isFetchingNextPage}
          onClick={() => {
            firstNew.current = ended.length;
            void fetchNextPage();
          }}
        >
          {t('Show more')}
        </Button>
      )}
    </>
  );
}
