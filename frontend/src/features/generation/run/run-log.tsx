import { useState } from 'react';
import Typography from '@mui/material/Typography';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { LogLine } from '#contract/platform/status.contract.ts';
import { formatClock } from '#frontend/lib/format.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { Rows } from '#frontend/ui/margin-row.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { useEarlierLines } from './run-log-query.ts';
import { groupByModule, type RunItem } from './run-words.ts';

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
 * The finished modules, counted from 1, as one text: `1 3`. While no lesson exists at all, the run is about to fail: the failure is announced
 * instead.
 */
function finishedModules(run: StatusEnvelope): string {
  if (!run.items.some(({ readable }) => readable)) return '';
  const finished = groupByModule(run.items).filter(({ items }) => items.every(isOver));
  return finished.map(({ module }) => module + 1).join(' ');
}

/** One sentence for the modules just finished; it mentions lessons that could not be written. */
function finishedWords(run: StatusEnvelope, newest: readonly number[]): string {
  const missing = run.items.filter(({ module, readable }) => newest.includes(module + 1) && !readable).length;
  const n = newest.join(', ');
  const sentence = newest.length === 1 ? t('Module {n} is finished.', { n }) : t('Modules {n} are finished.', { n });
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
