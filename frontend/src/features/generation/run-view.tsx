import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { StatusEnvelope } from '#contract/platform/status.contract.ts';
import type { TextLanguage } from '#frontend/lib/course-language.ts';
import { formatTime } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ModuleAnnouncer, RunLog } from './run-log.tsx';
import { OutlineToCome, RunOutline } from './run-outline.tsx';
import { RunSegments } from './run-segments.tsx';
import { RunServices } from './run-services.tsx';
import { countReady, failureWords } from './run-words.ts';

const Now = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '12px 16px',
  marginBlockStart: 16,
  minHeight: 44,
});
const Sentence = styled('p')({ margin: 0, flex: '1 1 18rem' });
const Marked = styled('div')(({ theme }) => ({
  borderInlineStart: `3px solid ${theme.vars.palette.error.main}`,
  paddingInlineStart: 16,
  paddingBlock: 4,
  marginBlockStart: 16,
  '&[data-tone="stale"]': { borderColor: theme.vars.palette.warning.main },
}));

interface RunViewProps {
  readonly run: StatusEnvelope;
  readonly language: TextLanguage;
  readonly isStale: boolean;
  readonly isOffline: boolean;
  /** When what is shown was true, ISO; for the stale words. */
  readonly seenAt: string | null;
  readonly onStartAgain: () => void;
}

function StaleNote({ isOffline, seenAt }: { readonly isOffline: boolean; readonly seenAt: string | null }) {
  const what = isOffline ? t('No connection to the server. Writing goes on without this page.') : t('The last look at the course failed.');
  return (
    <Marked role="status" data-tone="stale">
      {what} {seenAt && t('What you see is from {time}.', { time: formatTime(seenAt) })}
    </Marked>
  );
}

/** What can be said and done at this moment of the run. */
function RunNow({ run, onStartAgain }: Pick<RunViewProps, 'run' | 'onStartAgain'>) {
  switch (run.status) {
    case 'queued':
      return (
        <Now>
          <Sentence>
            {run.queue_position !== null && run.queue_position > 0
              ? t('Number {n} in the queue.', { n: run.queue_position })
              : t('Next in the queue.')}{' '}
            {t('You can leave this page.')}
          </Sentence>
        </Now>
      );
    case 'running':
      return (
        <Now>
          <Sentence>{t('You can leave this page. We keep writing.')}</Sentence>
        </Now>
      );
    case 'completed':
      return (
        <Now>
          <Sentence>{t('The course is written.')}</Sentence>
          {run.result && (
            <LinkButton to="/courses/$courseId" params={{ courseId: run.result.course_id }} variant="contained">
              {t('Open course')}
            </LinkButton>
          )}
        </Now>
      );
    case 'failed':
    case 'cancelled':
      return (
        <Marked role="alert">
          <Typography variant="h3" component="h2">
            {run.status === 'failed' ? t('The course could not be written') : t('The course was stopped')}
          </Typography>
          <Typography>{failureWords(run.error)}</Typography>
          {countReady(run.items) > 0 && <Typography>{t('The lessons that are ready can still be read below.')}</Typography>}
          <Button variant="contained" onClick={onStartAgain} sx={{ marginBlockStart: 1.5 }}>
            {t('Start again')}
          </Button>
        </Marked>
      );
  }
}

/** The place of one run: what is ready, what is being written and by whom. */
export function RunView({ run, language, isStale, isOffline, seenAt, onStartAgain }: RunViewProps) {
  const isLive = run.status === 'queued' || run.status === 'running';
  return (
    <>
      <RunSegments run={run} />
      <RunNow run={run} onStartAgain={onStartAgain} />
      {isStale && isLive && <StaleNote isOffline={isOffline} seenAt={seenAt} />}
      {run.items.length > 0 ? <RunOutline run={run} language={language} /> : isLive && <OutlineToCome run={run} />}
      <RunServices run={run} />
      <RunLog log={run.log} />
      <ModuleAnnouncer run={run} />
    </>
  );
}
