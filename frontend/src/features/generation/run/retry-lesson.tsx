import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { retryLesson } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { hasEnded, runKey, useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { RunItem } from './run-words.ts';

/** Whether a lesson of this run, or its practice, can be written again: while the run is active, or if there is a course to add it to. */
export const canRetry = (run: StatusEnvelope, item: RunItem): boolean =>
  run.kind === 'course' &&
  (item.readable ? item.practice_failures !== undefined : item.state === 'failed' && item.written_later === undefined) &&
  (run.status === 'running' || (run.status === 'completed' && run.result !== undefined));

/** The later runs that write single lessons of an ended run. */
export interface Later {
  /** Runs by lesson, including failed ones. */
  readonly runs: ReadonlyMap<string, { readonly taskId: string; readonly isFailed: boolean }>;
  /** Refetches them and the run. */
  readonly refresh: () => Promise<unknown>;
}

interface RetryLessonProps {
  readonly run: StatusEnvelope;
  readonly item: RunItem;
  readonly later: Later | undefined;
  /** The word for the lesson's state. */
  readonly word: ReactNode;
}

/** Retries a failed lesson and nothing else. After the run's end this starts a new run, to which it then links. */
export function RetryLesson({ run, item, later, word }: RetryLessonProps) {
  const cache = useQueryClient();
  const elsewhere = later?.runs.get(item.id);
  const isOver = hasEnded(run);
  const sendOnce = useSendOnce();
  const retry = useAction({
    mutationFn: () => {
      const params = { task_id: run.task_id, lesson_id: item.id };
      return sendOnce(params, (headers) => call(retryLesson, { params, headers, acceptedPrice: 0 }));
    },
    onSuccess: (answer) => {
      cache.setQueryData(runKey(answer.task_id), answer);
      void cache.invalidateQueries({ queryKey: ['runs'] });
      return answer.task_id === run.task_id ? undefined : later?.refresh();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void cache.invalidateQueries({ queryKey: runKey(run.task_id) });
    },
  });
  const shortfall = shortfallFrom(retry.error);
  const writer = item.being_written_in ?? (elsewhere?.isFailed === false ? elsewhere.taskId : undefined);
  if (writer !== undefined) {
    return (
      <>
        {item.readable && word}
        <WrittenElsewhere taskId={writer} />
      </>
    );
  }
  return (
    <>
      {elsewhere && !item.readable ? (
        <StateWord state="failed">
          <TextLink to="/create/runs/$taskId" params={{ taskId: elsewhere.taskId }}>
            {t('Failed again')}
          </TextLink>
        </StateWord>
      ) : (
        word
      )}
      <Button
        color={isOver ? 'primary' : 'error'}
        aria-busy={retry.isPending}
        onClick={() => retry.mutate()}
        sx={{ flex: 'none', marginBlock: '-6px' }}
      >
        {item.readable ? t('Retry its practice') : isOver ? t('Write this lesson') : t('Retry this lesson')}
        <VisuallyHidden> {formulaWords(item.title, undefined)}</VisuallyHidden>
      </Button>
      {shortfall && <ShortfallNote shortfall={shortfall} />}
      {retry.error && !shortfall && (
        <Typography role="alert" variant="body2" color="error" sx={{ flex: '1 1 100%' }}>
          {errorText(retry.error, t('We could not request the lesson again.'))}
        </Typography>
      )}
    </>
  );
}

/** The progress of the run that writes it. */
function WrittenElsewhere({ taskId }: { readonly taskId: string }) {
  const { data } = useRunStatus(taskId);
  return (
    <StateWord state="writing">
      <TextLink to="/create/runs/$taskId" params={{ taskId }}>
        {data?.status === 'queued' ? t('Waiting to be started') : t('Being written')}
      </TextLink>
    </StateWord>
  );
}
