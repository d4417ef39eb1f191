import { useRef } from 'react';
import Card from '@mui/material/Card';
import { useInfiniteQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import ListItemText from '@mui/material/ListItemText';
import { listRuns, type RunSummary } from '#contract/generation/run-control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Rows, MarginRow } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { MetaLine, type MetaFact } from '#frontend/ui/meta-line.tsx';
import { runsKey, useLiveRuns } from './live-runs-query.ts';
import { RetryButton } from './retry-button.tsx';
import { countReadyShort, marginOfRun, runWord } from './run-summary-words.ts';

const PAGE = 20;
const CARD = { marginBlockStart: 2, padding: '4px 16px' } as const;

/** All runs of a user: active ones first, then the others page by page. */
export function RunsList({ userId }: { readonly userId: string }) {
  const live = useLiveRuns(userId);
  const pages = useInfiniteQuery({
    queryKey: [...runsKey(userId), 'all'],
    queryFn: ({ pageParam, signal }) => call(listRuns, { query: { limit: PAGE, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, refetch } = pages;

  const list = useRef<HTMLUListElement>(null);
  if (!data) {
    if (error) return <ErrorState title={t('Your requests could not be loaded')} error={error} onRetry={() => void refetch()} />;
    return <LoadingState label={t('Loading your requests')} rows={6} />;
  }
  const loaded = data.pages.flatMap(({ runs }) => runs);
  // The shell's poll of active runs is newer than a page of this list.
  const newest = new Map(live.map((run) => [run.task_id, run]));
  const isLive = ({ status }: { status: string }) => status === 'queued' || status === 'running';
  const living = [...live, ...loaded.filter((run) => isLive(run) && !newest.has(run.task_id))];
  const ended = loaded.filter((run) => !isLive(run) && !newest.has(run.task_id));
  if (living.length + ended.length === 0) {
    return (
      <EmptyState
        subject="runs"
        title={t('No courses requested yet')}
        actions={
          <LinkButton to="/create" variant="contained">
            {t('Open AI Builder')}
          </LinkButton>
        }
      >
        {t('Describe what you want to learn, and we write the course.')}
      </EmptyState>
    );
  }
  return (
    <>
      {living.length > 0 && (
        <RuledSection title={t('Being written')}>
          <Card sx={CARD}>
            <Rows>
              {living.map((run) => (
                <RunSummaryRow key={run.task_id} run={run} />
              ))}
            </Rows>
          </Card>
        </RuledSection>
      )}
      {ended.length > 0 && (
        <RuledSection title={t('Ended')}>
          <Card sx={CARD}>
            <Rows ref={list}>
              {ended.map((run) => (
                <RunSummaryRow key={run.task_id} run={run} />
              ))}
            </Rows>
          </Card>
        </RuledSection>
      )}
      <ShowMore pages={pages} list={list} />
    </>
  );
}

function factsOf(run: RunSummary): readonly MetaFact[] {
  const asked = t('Asked {time}', { time: formatWhen(run.created_at) });
  const { lessons_ready: ready, lessons_total: total } = run;
  const words = t('{ready} of {total, plural, one {# lesson} other {# lessons}}', { ready, total });
  const kind = total === 1 ? t('Single lesson') : t('Single lessons');
  return [run.kind === 'lesson' && kind, asked, countReadyShort(run) && words];
}

/** One run as a row: its cover, title, time, progress and state. */
function RunSummaryRow({ run }: { readonly run: RunSummary }) {
  const state = marginOfRun(run);
  const title = run.title ?? run.topic;
  const { lessons_ready: ready, lessons_total: total } = run;
  return (
    <MarginRow as="li" state={state}>
      <Box sx={{ flex: 'none', width: 72 }}>
        <CourseCover title={title} />
      </Box>
      <ListItemText
        primary={
          <TextLink to="/create/runs/$taskId" params={{ taskId: run.task_id }}>
            <CourseTitle title={title} language={run.language} />
          </TextLink>
        }
        secondary={<MetaLine facts={factsOf(run)} />}
        slotProps={{ primary: { variant: 'subtitle2' } }}
        sx={{ flex: '1 1 10rem' }}
      />
      {/* decorative: the count is beside the title */}
      <Box aria-hidden sx={{ flex: '0 1 8rem', display: { xs: 'none', md: 'block' } }}>
        {total > 0 && <LinearProgress variant="determinate" value={(100 * ready) / total} />}
      </Box>
      <Box sx={{ display: 'flex', flex: { md: 'none' }, minWidth: { md: '11rem' }, marginInlineStart: 'auto' }}>
        <StateWord state={state}>{runWord(run)}</StateWord>
      </Box>
      {run.can_retry && <RetryButton taskId={run.task_id} title={title} />}
    </MarginRow>
  );
}
