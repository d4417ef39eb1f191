import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { isLessonAddress } from '#frontend/lib/navigation.ts';
import { hasEnded, runKey, runStatus } from '#frontend/lib/polling/poll-run.ts';
import { useAccessibilityPreferences } from '#frontend/lib/preferences/use-accessibility-preferences.ts';
import { t } from '#frontend/lib/text.ts';
import { setTitleCount } from '#frontend/lib/title-count.ts';
import { BOTTOM_BAR_HEIGHT, CHIP_PX } from '#frontend/theme/tokens.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { marginLine } from '#frontend/ui/margin-row.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { liveRuns, nextRunsPollMs } from './live-runs-query.ts';
import { notifyIfHidden } from '#frontend/features/generation/run/notify-me.ts';
import { useIsUserBusy } from './recent-input.ts';
import { announceRunEnd, endHref, endWords, followRun, handleRunEnd, runHref } from '#frontend/features/generation/run/run-outcome.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { countedOf, countText, countReadyShort, marginOfRun } from './run-summary-words.ts';

interface RunWatcherProps {
  readonly userId: string;
  /** The current screen; a run's own page announces its end itself. */
  readonly pathname: string;
  readonly onOpen: (href: string) => void;
  /** Called when a run has ended, whatever the screen. */
  readonly onEnded: () => void;
}

/**
 * The shell's only poller: fetches all active runs in one request, shows them as a chip on every screen except lessons and the run's own,
 * counts in the document's title, and announces the end of a run on every screen (A15).
 */
export default function RunWatcher({ userId, pathname, onOpen, onEnded }: RunWatcherProps) {
  const cache = useQueryClient();
  const query = useQuery({
    ...liveRuns(userId),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      nextRunsPollMs({ runs: state.data?.runs.length ?? 0, error: state.error, failures: state.errorUpdateCount }, document.hidden),
  });
  const runs = useFreshest(query.data?.runs ?? [], query.dataUpdatedAt);

  const isBusy = useIsUserBusy();
  const finish = useEffectEvent((run: StatusEnvelope): void => {
    // GEN-07: a user still looking at the submitted form is taken to My Courses. A user who types, reads or watches the run stays (A15).
    if (handleRunEnd(userId, run) && pathname === '/create' && !isBusy()) onOpen('/courses');
    if (run.status !== 'failed' || pathname !== `/create/runs/${run.task_id}`) announceRunEnd(run);
    const words = endWords(run);
    if (words)
      notifyIfHidden(run.task_id, { title: words.text, body: formulaWords(run.title ?? run.topic, undefined) }, () => onOpen(endHref(run)));
    void cache.invalidateQueries({ queryKey: ['runs', userId] });
    void cache.invalidateQueries({ queryKey: ['notifications'] });
    onEnded();
  });
  const askForOutline = useEffectEvent((run: RunSummary): void => {
    const href = runHref(run);
    notifyIfHidden(run.task_id, { title: t('The outline is ready to check'), body: formulaWords(run.title ?? run.topic, undefined) }, () =>
      onOpen(href),
    );
    void cache.invalidateQueries({ queryKey: ['notifications'] });
  });

  /** Null until the first answer, because the state on arrival is not news. */
  const known = useRef<ReadonlyMap<string, RunSummary> | null>(null);
  /** Runs that left the list and whose outcome is not known yet. */
  const gone = useRef(new Set<string>());
  const lookUp = useEffectEvent(async (taskId: string): Promise<void> => {
    // Called without the cache: a screen that unmounts must not cancel this request.
    const run = await call(getGenerationStatus, { params: { task_id: taskId } }).catch((error: unknown) => error);
    if (run instanceof Error) {
      if (isNotFound(run)) gone.current.delete(taskId);
      return;
    }
    const status = run as StatusEnvelope;
    if (!gone.current.delete(taskId)) return;
    cache.setQueryData(runKey(taskId), status);
    if (hasEnded(status)) finish(status);
  });
  useEffect(() => {
    if (!query.data) return;
    const now = new Map(query.data.runs.map((run) => [run.task_id, run]));
    for (const run of now.values()) {
      followRun(run);
      const wasWaiting = !known.current || known.current.get(run.task_id)?.stage === 'approval';
      if (!wasWaiting && run.stage === 'approval') askForOutline(run);
      // It had failed, and this learner resumed it, perhaps on another device.
      const shown = cache.getQueryData(runStatus(run.task_id).queryKey);
      if (shown && hasEnded(shown)) void cache.invalidateQueries({ queryKey: runKey(run.task_id), exact: true });
    }
    for (const taskId of known.current?.keys() ?? []) if (!now.has(taskId)) gone.current.add(taskId);
    known.current = now;
  }, [query.data, cache]);
  // The list only shows that a run has ended; its outcome is fetched, and again with the next poll if that failed.
  useEffect(() => {
    for (const taskId of gone.current) void lookUp(taskId);
  }, [query.dataUpdatedAt]);

  // the page of a lesson reports on the run that writes it, and on no other
  const isReading = isLessonAddress(pathname);
  const newest = isReading ? runs.find(({ task_id: id }) => pathname.startsWith(`/create/runs/${id}/`)) : runs[0];
  // the page of the only run already shows everything
  const isShown =
    isReading || (runs.length === 1 && newest !== undefined && [`/create/runs/${newest.task_id}`, runHref(newest)].includes(pathname));
  const count = newest ? countText(newest) : '';
  useEffect(() => setTitleCount(count), [count]);
  useEffect(() => () => setTitleCount(''), []);

  return (
    <>
      {newest && !isShown && <RunChip newest={newest} others={runs.length - 1} isUnsure={query.isError} />}
      <CountAnnouncer newest={newest} />
    </>
  );
}

/** The active runs; the newest is replaced by its own page's state if that is newer, so that the chip never lags behind the page. */
function useFreshest(runs: readonly RunSummary[], seenAt: number): readonly RunSummary[] {
  const [newest, ...others] = runs;
  const own = useQuery({ ...runStatus(newest?.task_id ?? ''), enabled: false });
  if (!newest || !own.data || own.dataUpdatedAt < seenAt) return runs;
  if (hasEnded(own.data)) return others;
  const { status, stage, stopped, title, queue_position, lessons_ready, lessons_total } = countedOf(own.data);
  return [{ ...newest, status, stage, stopped, title, queue_position, lessons_ready, lessons_total }, ...others];
}

/** The change since the last poll; null if there is nothing to announce: before there are lessons, and on arrival. */
function newsOf(before: RunSummary | undefined, now: RunSummary | undefined): string | null {
  if (!before || !now || before.task_id !== now.task_id || countReadyShort(now) === '') return null;
  if (countReadyShort(before) === countReadyShort(now)) return null;
  return t('{title}: {ready} of {n, plural, one {# lesson} other {# lessons}} ready', {
    title: now.title ?? now.topic,
    ready: now.lessons_ready,
    n: now.lessons_total,
  });
}

/** For screen reader users who chose it (A11Y-01): announces every finished lesson in a sentence, on every screen. */
export function CountAnnouncer({ newest }: { readonly newest: RunSummary | undefined }) {
  const { screen_reader: isOn } = useAccessibilityPreferences();
  const [seen, setSeen] = useState({ run: newest, sentence: '' });
  if (seen.run !== newest) setSeen({ run: newest, sentence: newsOf(seen.run, newest) ?? seen.sentence });
  return isOn ? <VisuallyHidden role="status">{seen.sentence}</VisuallyHidden> : null;
}

/** In the header's line; on a phone, above the bottom bar. */
const Chip = styled('nav')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: '0 12px',
  minWidth: 0,
  [theme.breakpoints.up('md')]: { flex: '1 1 8rem', flexWrap: 'wrap', maxWidth: '30rem', marginInline: 16 },
  [theme.breakpoints.down('md')]: {
    position: 'fixed',
    zIndex: theme.zIndex.appBar,
    insetInline: 0,
    insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + env(safe-area-inset-bottom))`,
    minHeight: CHIP_PX,
    paddingInline: 16,
    backgroundColor: theme.vars.palette.background.paper,
    borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}`,
  },
}));
/** Its title shrinks to about a word in favour of the state, which wraps below it in larger type. */
const Run = styled(Stack)(({ theme }) => ({
  ...marginLine(theme),
  flex: '1 1 9rem',
  flexFlow: 'row wrap',
  alignItems: 'baseline',
  minWidth: 0,
  maxWidth: 'max-content',
  paddingInlineStart: 13,
  '& a': { flex: '1 1 5em', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', paddingBlock: 4 },
}));

/** The stage before there are lessons to count, as short as possible. */
function shortWord({ status, stage, queue_position: position }: RunSummary): string {
  if (status === 'queued') return position !== null && position > 0 ? t('queued, no. {n}', { n: position }) : t('queued');
  return stage === 'approval' ? t('check outline') : t('outline');
}

interface RunChipProps {
  readonly newest: RunSummary;
  /** Number of other runs being written. */
  readonly others: number;
  /** Whether the last poll failed, so that the shown state may be outdated. */
  readonly isUnsure: boolean;
}

/** The course being written, on every screen: its title, its progress, and links to it and to all runs. */
function RunChip({ newest, others, isUnsure }: RunChipProps) {
  const state = marginOfRun(newest);
  const count = countReadyShort(newest);
  return (
    <Chip data-run-chip aria-label={t('Being written')}>
      <Run data-state={state}>
        {/* Truncated at the end of its own direction. */}
        <TextLink dir="auto" to={runHref(newest)}>
          <FormulaText text={newest.title ?? newest.topic} dir="rtl" />
        </TextLink>
        <StateWord state={state}>
          {isUnsure ? t('no connection') : count === '' ? shortWord(newest) : count}
          {!isUnsure && count !== '' && <VisuallyHidden> {t('lessons ready')}</VisuallyHidden>}
        </StateWord>
      </Run>
      <Typography component="span" variant="body2" sx={{ flex: 'none', paddingBlock: 0.5, marginInlineStart: { xs: 'auto', md: 0 } }}>
        <TextLink to="/create/runs">{others > 0 ? t('{n} more', { n: others }) : t('Your requests')}</TextLink>
      </Typography>
    </Chip>
  );
}
