import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatTime } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { AcceptOutline } from '#frontend/features/generation/outline/accept-outline.tsx';
import type { CardCourse } from '#frontend/ui/cards/course-card.tsx';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { EstimateBasis } from '#frontend/ui/estimate-basis.tsx';
import { JoyMark } from '#frontend/ui/joy-mark.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { askToNotify, useNotifyState } from './notify-me.ts';
import type { Later } from './retry-lesson.tsx';
import { RetryPractice } from './retry-practice.tsx';
import { chargedWords } from './run-cost.ts';
import { RunSegments } from './run-segments.tsx';
import { countMissing, countReady, countUnpractised, estimateWords, lacksPractice, isStalled, progressText } from './run-words.ts';
import { failedWords, lessonFailedWords } from './outage-words.ts';
import { useState } from 'react';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';
import { useRetryRun } from './use-retry-run.ts';

const StopDialog = lazyOverlay(() => import('./stop-dialog.tsx'));

/** Asks whether and how to cancel; this press alone cancels nothing. */
export function StopButton({ run, isQuiet }: { readonly run: StatusEnvelope; readonly isQuiet: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant={isQuiet ? 'text' : 'outlined'} color="inherit" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('Stop')}
      </Button>
      {isAsking && <StopDialog run={run} onClose={() => setAsking(false)} onMissing={() => setAsking(false)} />}
    </>
  );
}

interface RunNowProps {
  readonly run: StatusEnvelope;
  readonly language: TextLanguage;
  readonly later?: Later | undefined;
  readonly onStartAgain: () => void;
}

/** The current state of the run below its cover, with its actions. Reading is the primary action as soon as a lesson can be read. */
export function RunNow({ run, language, later, onStartAgain }: RunNowProps) {
  const first = run.kind === 'course' ? run.items.find((item) => item.readable) : undefined;
  const isWhole = run.items.length > 0 && countReady(run.items) === run.items.length;
  const isWaiting = run.status === 'running' && run.stage === 'approval';
  const eta = estimateWords(run);
  // a user who waited here sees the moment of completion; one who comes later sees the course
  const [wasLive] = useState(run.status === 'queued' || run.status === 'running');
  const hero = {
    course: { title: run.title ?? run.topic, language: language.lang },
    title: (
      <Box component="span" sx={{ display: 'block', '&::first-letter': { textTransform: 'uppercase' } }}>
        {progressText(run)}
      </Box>
    ),
  };
  switch (run.status) {
    case 'queued':
    case 'running':
      return (
        <HeroCard
          {...hero}
          {...(eta !== null && {
            reason: (
              <>
                {eta} <EstimateBasis eta={run.eta} words={eta} />
              </>
            ),
          })}
          line={<Line run={run} sentence={sentenceOf(run)} />}
          actions={
            <>
              {first && (
                <LinkButton
                  to="/create/runs/$taskId/lessons/$lessonId"
                  params={{ taskId: run.task_id, lessonId: first.id }}
                  variant="contained"
                >
                  {t('Start reading')}
                </LinkButton>
              )}
              {isWaiting && <AcceptOutline taskId={run.task_id} />}
              {!isWaiting && !isWhole && <NotifyButton taskId={run.task_id} isMain={!first} />}
              <StopButton run={run} isQuiet={isWaiting || first !== undefined} />
            </>
          }
        />
      );
    case 'completed':
      return (
        <HeroCard
          {...hero}
          {...(wasLive && run.kind === 'course' && isWhole && { reason: <Moment points={run.points_awarded ?? 0} /> })}
          line={
            <>
              <Line run={run} sentence={sentenceOf(run)} />
              {later && run.kind === 'course' && run.result && <RetryPractice run={run} later={later} />}
            </>
          }
          {...(run.result && { actions: <Finished run={run} courseId={run.result.course_id} /> })}
        />
      );
    case 'failed':
    case 'cancelled':
      return (
        <Box role={run.status === 'cancelled' ? 'status' : 'alert'}>
          <NoCourse hero={hero.course} run={run} onStartAgain={onStartAgain} />
        </Box>
      );
  }
}

/** Celebrates a course that has just been completed. */
function Moment({ points }: { readonly points: number }) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
      <JoyMark />
      <Typography component="span" variant="h3">
        {t('Your new course is ready.')}
        {points > 0 && <> {t('{n, plural, one {+# point} other {+# points}}', { n: points })}</>}
      </Typography>
    </Stack>
  );
}

/** The progress, lesson by lesson, and a sentence on what it means. */
function Line({ run, sentence }: { readonly run: StatusEnvelope; readonly sentence: string }) {
  return (
    <>
      <RunSegments run={run} />
      <Typography sx={{ marginBlockStart: 1 }}>{sentence}</Typography>
    </>
  );
}

function Finished({ run, courseId }: { readonly run: StatusEnvelope; readonly courseId: string }) {
  return (
    <>
      {run.kind === 'course' && (
        <LinkButton to="/courses/$courseId/learn/$module/$lesson" params={{ courseId, module: '0', lesson: '0' }} variant="contained">
          {t('Start lesson 1')}
        </LinkButton>
      )}
      <LinkButton
        to="/courses/$courseId"
        params={{ courseId }}
        {...(run.kind === 'course' ? { variant: 'outlined', color: 'inherit' } : { variant: 'contained' })}
      >
        {t('Open course')}
      </LinkButton>
    </>
  );
}

/** Explains the state in one or two sentences. */
export function sentenceOf(run: StatusEnvelope): string {
  if (run.status === 'completed') return finishedWords(run);
  if (run.status === 'cancelled') return stoppedWords(run);
  return run.status === 'failed' ? [failedWords(run), ...keptWords(run)].join(' ') : liveWords(run);
}

function liveWords(run: StatusEnvelope): string {
  if (run.status === 'queued') {
    const place =
      run.queue_position !== null && run.queue_position > 0
        ? t('Number {n} in the queue.', { n: run.queue_position })
        : t('Next in the queue.');
    return `${place} ${t('You can leave this page.')}`;
  }
  if (run.stage === 'approval')
    return t('Check the outline. Nothing more is written until you accept it. You can leave this page and come back later.');
  if (isStalled(run)) return t('You can leave this page.');
  return run.kind === 'course' && run.items.length > 0 && countReady(run.items) === run.items.length
    ? t('You can read all the lessons. Practice and checks are still in progress; you can leave this page.')
    : t('You can leave this page. We keep writing.');
}

function finishedWords(run: StatusEnvelope): string {
  if (run.kind === 'lesson') return t('The lesson is written.');
  return [courseWords(run), practiceWords(run)].filter(Boolean).join(' ');
}

/** The parts missing from a finished course, other than whole lessons. */
function practiceWords(run: StatusEnvelope): string {
  const held = run.items.filter((item) => lacksPractice(item) && item.being_written_in !== undefined).length;
  if (held > 0) return t('Practice is being written for {n, plural, one {# lesson} other {# lessons}}.', { n: held });
  const n = countUnpractised(run.items);
  if (n === 0) return '';
  return t(
    '{n, plural, one {# lesson has no quiz or exercises; retrying costs nothing.} other {# lessons have no quiz or exercises; retrying costs nothing.}}',
    { n },
  );
}

function courseWords(run: StatusEnvelope): string {
  const ready = countReady(run.items);
  const missing = countMissing(run.items);
  if (run.stopped) {
    return t('You stopped it and kept {n, plural, one {# lesson} other {# lessons}} as a course. {charged}', {
      n: ready,
      charged: chargedWords(run),
    });
  }
  if (missing === 0) return t('The course is written.');
  return t(
    '{n, plural, one {The course is written except for # lesson. You can have it written below; the rest stays as it is.} other {The course is written except for # lessons. You can have them written below; the rest stays as it is.}}',
    { n: missing },
  );
}

interface NoCourseProps extends Pick<RunNowProps, 'run' | 'onStartAgain'> {
  readonly hero: CardCourse;
}

/** Shown for a run that ended without a course. If the learner cancelled it, this is not an error. */
function NoCourse({ hero, run, onStartAgain }: NoCourseProps) {
  const isStopped = run.status === 'cancelled';
  const failed = run.kind === 'lesson' ? lessonFailedWords(run) : t('The course could not be written');
  const variant = run.can_retry ? 'outlined' : 'contained';
  return (
    <HeroCard
      course={hero}
      title={isStopped ? t('You stopped this') : failed}
      line={<Line run={run} sentence={sentenceOf(run)} />}
      actions={
        <>
          {run.can_retry && <RetryRun run={run} />}
          {run.kind === 'course' && (
            <Button variant={variant} color={run.can_retry ? 'inherit' : 'primary'} onClick={() => onStartAgain()}>
              {run.can_retry ? t('Change the request') : t('Start again')}
            </Button>
          )}
          {run.kind === 'lesson' && run.result && (
            <LinkButton to="/courses/$courseId" params={{ courseId: run.result.course_id }} variant={variant}>
              {t('Open course')}
            </LinkButton>
          )}
        </>
      }
    />
  );
}

/** What remains of a run that the learner cancelled, and what it cost. */
function stoppedWords(run: StatusEnvelope): string {
  const n = countReady(run.items);
  const left =
    n === 0
      ? t('No course was created.')
      : t('{n, plural, one {# lesson is ready to read below.} other {# lessons are ready to read below.}}', { n });
  return `${left} ${chargedWords(run)}`;
}

/** What remains of a failed run. */
function keptWords(run: StatusEnvelope): string[] {
  const isOutlined = run.can_retry && run.kind === 'course' && run.stage !== 'outline';
  return [
    ...(isOutlined ? [t('The outline is saved, and finished parts are neither written nor charged again.')] : []),
    ...(countReady(run.items) > 0 ? [t('The lessons that are ready can still be read below.')] : []),
  ];
}

interface StaleNoteProps {
  readonly run: StatusEnvelope;
  readonly isOffline: boolean;
  readonly seenAt: string | null;
}

/** Says that the shown state is outdated. */
export function StaleNote({ run, isOffline, seenAt }: StaleNoteProps) {
  const offline =
    run.stage === 'approval'
      ? t('No connection to the server. Nothing is written until you accept the outline.')
      : t('No connection to the server. Writing continues without this page.');
  const what = isOffline ? offline : t('The course could not be refreshed.');
  return (
    <Alert severity="warning" role="status" sx={{ marginBlockStart: 2 }}>
      {what} {seenAt && t('Last updated {time}.', { time: formatTime(seenAt) })}
    </Alert>
  );
}

/** A slowdown that does not end the run. Not announced, because it comes and goes. */
export function SlowNote({ text }: { readonly text: string }) {
  return (
    <Alert severity="warning" role="note" sx={{ marginBlockStart: 2 }}>
      {text}
    </Alert>
  );
}

interface RetryRunProps {
  readonly run: StatusEnvelope;
  /** Called when another run is already writing the same course; by default its page opens. */
  readonly onOther?: ((taskId: string) => void) | undefined;
}

/** Runs a failed run again. The page stays, because it continues to poll the same run. */
export function RetryRun({ run, onOther }: RetryRunProps) {
  const navigate = useNavigate();
  const open = onOther ?? ((taskId) => void navigate({ to: '/create/runs/$taskId', params: { taskId } }));
  const retry = useRetryRun(run.task_id, {
    acceptedPrice: run.tokens.reserved,
    onStarted: (answer) => answer.task_id !== run.task_id && open(answer.task_id),
  });
  const isOfLessons = run.stage !== 'outline' && run.items.some(({ state, readable }) => state === 'failed' && !readable);
  const shortfall = shortfallFrom(retry.error);
  return (
    <>
      <Button variant="contained" aria-busy={retry.isPending} onClick={() => retry.isPending || retry.mutate()}>
        {isOfLessons ? t('Try the failed lessons again') : t('Try again')}
      </Button>
      {/* `order` puts the problem below the buttons */}
      {retry.error && (
        <Box sx={{ order: 1, flexBasis: '100%' }}>
          {shortfall ? (
            <ShortfallNote shortfall={shortfall} />
          ) : (
            <Typography role="alert" variant="body2" color="error">
              {errorText(retry.error, t('The retry failed.'))}
            </Typography>
          )}
        </Box>
      )}
    </>
  );
}

/** A status line about the browser's notifications. */
const Word = ({ children }: { readonly children: string }) => (
  <Typography variant="body2" color="textSecondary" role="status">
    {children}
  </Typography>
);

/** The button for a system notification at the end of the run; shows the browser's answer in words. */
export function NotifyButton({ taskId, isMain }: { readonly taskId: string; readonly isMain: boolean }) {
  const state = useNotifyState(taskId);
  // Shown only after a press: an old refusal is not news.
  const [hasAsked, setAsked] = useState(false);
  if (state === 'unsupported') return null;
  if (state === 'unwanted') {
    return (
      <Typography variant="body2" color="textSecondary">
        {t('Browser notifications are off.')} <TextLink to="/settings">{t('Settings')}</TextLink>
      </Typography>
    );
  }
  if (state === 'on') return <Word>{t('You will be notified when it is done.')}</Word>;
  if (state === 'refused' && hasAsked) {
    return <Word>{t('Your browser blocks notifications from this site. You can still find them under the bell.')}</Word>;
  }
  return (
    <Button
      variant={isMain ? 'contained' : 'outlined'}
      color={isMain ? 'primary' : 'inherit'}
      onClick={() => {
        setAsked(true);
        void askToNotify(taskId);
      }}
    >
      {t('Notify me')}
    </Button>
  );
}
