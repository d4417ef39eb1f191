import { lazy, Suspense, type ComponentProps, type ReactNode, useState, useId } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { runLog } from '#contract/generation/run-control.contract.ts';
import { SERVICES, type LogLine } from '#contract/platform/status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatTokens, formatClock } from '#frontend/lib/format.ts';
import { hasEnded, runKey } from '#frontend/lib/polling/poll-run.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { FrameColumns, SideColumn } from '#frontend/ui/frames/frame-box.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { useOtherApproval } from '#frontend/features/generation/outline/local-approval.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { Later } from './retry-lesson.tsx';
import { chargedInAll, isOfPlan, paidWords, reservedInAll } from './run-cost.ts';
import { RunNow, SlowNote, StaleNote } from './run-now.tsx';
import { OutlineToCome, RunOutline } from './run-outline.tsx';
import { downWords } from './outage-words.ts';
import { groupByModule, type RunItem } from './run-words.ts';
import { marginOfService, serviceActivity, serviceWord } from './service-words.ts';

const OutlineGate = lazy(() => import('#frontend/features/generation/outline/outline-gate.tsx'));

interface RunViewProps {
  readonly run: StatusEnvelope;
  readonly language: TextLanguage;
  readonly isStale: boolean;
  readonly isOffline: boolean;
  /** When the shown state was fetched, ISO; for the stale note. */
  readonly seenAt: string | null;
  readonly onStartAgain: () => void;
  /** Shown above the outline of a finished course that lacks lessons. */
  readonly missing?: ReactNode;
  readonly later?: Later | undefined;
}

/** The page of one run: what is finished, what is being written and by which service. */
export function RunView({ run, language, isStale, isOffline, seenAt, onStartAgain, missing, later }: RunViewProps) {
  const isLive = !hasEnded(run);
  useOtherApproval(run);
  const down = downWords(run);
  return (
    <FrameColumns data-columns="main aside">
      <div>
        <RunNow run={run} language={language} later={later} onStartAgain={onStartAgain} />
        {isStale && isLive && <StaleNote run={run} isOffline={isOffline} seenAt={seenAt} />}
        {down && <SlowNote text={down} />}
        {missing}
        <Outline run={run} language={language} later={later} />
        <Box sx={{ marginBlockStart: 3 }}>
          <RunDetails run={run} />
          {!isLive && <RunUsage run={run} />}
        </Box>
        <ModuleAnnouncer run={run} />
      </div>
      <SideColumn as="aside">
        <RunServices run={run} />
        <RunCost run={run} />
        <RunLog run={run} />
      </SideColumn>
    </FrameColumns>
  );
}

/**
 * The cost of a run so far, including its parts: the tokens on hold or, at the end, charged. Its text may instead count as a course of the
 * plan.
 */
export function RunCost({ run }: Pick<RunViewProps, 'run'>) {
  const isOver = hasEnded(run);
  const tokens = isOver ? chargedInAll(run) : reservedInAll(run);
  const n = formatTokens(tokens);
  const later = isOver ? (run.part_tokens?.reserved ?? 0) : 0;
  const notes = [
    ...(isOfPlan(run) ? [t('The course is included in your plan.')] : []),
    ...(later > 0 ? [t('{n} more tokens are reserved for parts that are still being made.', { n: formatTokens(later) })] : []),
  ];
  return (
    <Box sx={{ marginBlockStart: 3 }}>
      <StatSheet>
        <FigureCard
          name={isOver ? t('Charged') : t('Reserved')}
          figure={costFigure(isOfPlan(run), tokens === 0 ? null : n)}
          {...(notes.length > 0 && { note: notes.join(' ') })}
        />
      </StatSheet>
    </Box>
  );
}

/** @param tokens null for none */
function costFigure(isCourse: boolean, tokens: string | null): string {
  if (tokens === null) return isCourse ? t('1 course') : t('Nothing');
  return isCourse ? t('1 course of your plan + {n} tokens', { n: tokens }) : t('{n} tokens', { n: tokens });
}

/** The outline: awaiting approval, being written, or not there yet. */
export function Outline({ run, language, later, shown, onShow }: ComponentProps<typeof RunOutline>) {
  if (run.status === 'running' && run.stage === 'approval') {
    return (
      <Suspense fallback={<LoadingState label={t('Loading the outline')} rows={8} />}>
        <OutlineGate key={run.task_id} run={run} language={language} />
      </Suspense>
    );
  }
  if (run.items.length > 0) return <RunOutline run={run} language={language} later={later} shown={shown} onShow={onShow} />;
  return hasEnded(run) ? null : <OutlineToCome run={run} />;
}

const RunSteps = lazy(() => import('./run-steps.tsx'));

/** When each step waited and ran; folded, and loaded when opened. */
function RunDetails({ run }: { readonly run: StatusEnvelope }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <Fold title={t('Details')} onToggle={() => setWanted(true)}>
      {isWanted && (
        <Suspense fallback={<LoadingState label={t('Loading the details')} rows={4} />}>
          <RunSteps taskId={run.task_id} isLive={!hasEnded(run)} />
        </Suspense>
      )}
    </Fold>
  );
}

const UsagePanel = lazy(() => import('#frontend/features/generation/usage/usage-panel.tsx'));

/** The usage of an ended run at the vendors; folded, and loaded when opened. */
export function RunUsage({ run }: { readonly run: StatusEnvelope }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <Fold title={t('Usage')} onToggle={() => setWanted(true)}>
      {isWanted && (
        <Suspense fallback={<LoadingState label={t('Loading the usage')} rows={4} />}>
          <UsagePanel taskId={run.task_id} paid={paidWords(run)} />
        </Suspense>
      )}
    </Fold>
  );
}

/** The four services, each with its actual state (GEN-03, GEN-04, G30); or that people wrote the course, where none has a part in it. */
function RunServices({ run }: { readonly run: StatusEnvelope }) {
  const id = useId();
  if (run.of_library)
    return (
      <Card component="section" aria-labelledby={id} sx={{ padding: '18px 20px' }}>
        <SectionHeading id={id}>{t('Demo library')}</SectionHeading>
        <Typography variant="body2">{t('People wrote and checked these lessons. No AI service has a part in this course.')}</Typography>
      </Card>
    );
  return (
    <Card component="section" aria-labelledby={id} sx={{ padding: '18px 20px 10px' }}>
      <SectionHeading id={id}>{t('AI services')}</SectionHeading>
      <Rows>
        {SERVICES.map((service) => {
          const state = marginOfService(service, run);
          return (
            <MarginRow key={service} as="li" state={state}>
              <ListItemText
                primary={SERVICE_NAMES[service]}
                secondary={serviceActivity(service, run)}
                slotProps={{ primary: { variant: 'subtitle2' } }}
                sx={{ flex: '1 1 8rem' }}
              />
              <StateWord state={state}>{serviceWord(service, run)}</StateWord>
            </MarginRow>
          );
        })}
      </Rows>
    </Card>
  );
}

/** The run's events with their times, collapsed. The earlier lines of a long log load when it is opened. */
export function RunLog({ run }: { readonly run: StatusEnvelope }) {
  const [isOpen, setOpen] = useState(false);
  const earlier = useEarlierLines(run, isOpen);
  return (
    <Fold title={t('Log, {n, plural, one {# event} other {# events}}', { n: run.log.length + (run.log_earlier ?? 0) })} onToggle={setOpen}>
      <Typography
        component="div"
        variant="body2"
        tabIndex={0}
        role="group"
        aria-label={t('Log of the course')}
        sx={{ maxHeight: '22rem', overflowY: 'auto' }}
      >
        {earlier.isMissing && <EarlierToCome {...earlier} />}
        {/* Past events are not read out when they load. */}
        {earlier.lines.length > 0 && <Lines label={t('Earlier events')} lines={earlier.lines} />}
        <div role="log" aria-live="polite">
          <Lines label={t('Events')} lines={run.log} />
        </div>
      </Typography>
    </Fold>
  );
}

function EarlierToCome({ error, refetch }: { readonly error: Error | null; readonly refetch: () => void }) {
  if (error) return <ErrorState title={t('The earlier events could not be loaded')} error={error} onRetry={refetch} />;
  return <LoadingState label={t('Loading the earlier events')} rows={2} />;
}

// on the list, because a log may have a thousand lines
const LINES = { '& li': { display: 'flex', gap: 2, paddingBlock: 0.5 } } as const;

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly LogLine[] }) {
  return (
    <Rows as="ol" aria-label={label} sx={LINES}>
      {lines.map(({ at, event, text, words }, index) => (
        <li key={`${at}${event}${index}`}>
          <time dateTime={at}>{formatClock(at)}</time>
          <span>{translateServerText(text, words)}</span>
        </li>
      ))}
    </Rows>
  );
}

const isOver = ({ readable, state }: RunItem): boolean => readable || state === 'failed';

/**
 * The finished modules, counted from 1, as one text: `1 3`. Empty while no lesson exists: the run is then about to fail, and the failure is
 * announced instead.
 */
function finishedModules(run: StatusEnvelope): string {
  if (!run.items.some(({ readable }) => readable)) return '';
  const finished = groupByModule(run.items).filter(({ items }) => items.every(isOver));
  return finished.map(({ module }) => module + 1).join(' ');
}

/** One sentence for the newly finished modules; it mentions lessons that could not be written. */
function finishedWords(run: StatusEnvelope, newest: readonly number[]): string {
  const missing = run.items.filter(({ module, readable }) => newest.includes(module + 1) && !readable).length;
  const n = newest.join(', ');
  const sentence = newest.length === 1 ? t('Module {n} is complete.', { n }) : t('Modules {n} are complete.', { n });
  if (missing === 0) return sentence;
  return `${sentence} ${t('{n, plural, one {# lesson} other {# lessons}} could not be written.', { n: missing })}`;
}

/**
 * Screen reader announcements: at most one sentence per finished module, one for the outline that awaits approval, and nothing about the state
 * on arrival. The page announces the run's end.
 */
export function ModuleAnnouncer({ run }: { readonly run: StatusEnvelope }) {
  const finished = hasEnded(run) ? null : `${run.stage === 'approval' ? 'outline ' : ''}${finishedModules(run)}`;
  const [announced, setAnnounced] = useState({ finished: finished ?? '', sentence: '' });
  if (finished !== null && announced.finished !== finished) {
    const before = announced.finished.split(' ');
    const newest = finished.split(' ').filter((part) => part !== '' && !before.includes(part));
    const sentence = newest.includes('outline')
      ? t('The outline is ready to check.')
      : newest.length > 0
        ? finishedWords(run, newest.map(Number))
        : announced.sentence;
    setAnnounced({ finished, sentence });
  }
  return <VisuallyHidden role="status">{announced.sentence}</VisuallyHidden>;
}

/** Reads the log from its first line, page by page. @throws ApiError */
async function readLog(taskId: string, signal: AbortSignal): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  for (let skip: number | null = 0; skip !== null;) {
    const page: { lines: LogLine[]; next: number | null } = await call(runLog, { params: { task_id: taskId }, query: { skip }, signal });
    lines.push(...page.lines);
    skip = page.next;
  }
  return lines;
}

/**
 * Fetches the log lines older than those in the status, once they are requested. It reads the whole log, including the current status's
 * lines, and again only after as many new lines as a status contains.
 */
function useEarlierLines(run: StatusEnvelope, isWanted: boolean) {
  const earlier = run.log_earlier ?? 0;
  const { data, error, refetch } = useQuery({
    queryKey: [...runKey(run.task_id), 'log', Math.ceil(earlier / run.log.length)],
    queryFn: ({ signal }) => readLog(run.task_id, signal),
    enabled: isWanted && earlier > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return { lines: data?.slice(0, earlier) ?? [], isMissing: isWanted && earlier > 0 && !data, error, refetch: () => void refetch() };
}
