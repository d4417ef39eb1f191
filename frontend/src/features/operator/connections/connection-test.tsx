import { useEffect, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { connectionTestSchema, type ConnectionTest } from '#contract/operator/service-connections.contract.ts';
import { getRun, stopRun } from '#contract/platform/runs.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, isNotFound } from '#frontend/lib/api-error.ts';
import { hasEnded, runKey } from '#frontend/lib/polling/poll-run.ts';
import { usePoll, type Poll } from '#frontend/lib/polling/poll.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { CheckIcon } from '#frontend/ui/icons.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { formatSeconds } from '../parts/figures.ts';
import { serviceConnections } from './connection-queries.ts';
import { learntSentence, spentWords, testProblemWords } from './connection-words.ts';

type Run = z.infer<(typeof getRun.responses)[200]>;

const PAUSE_MS = 1_000;
const testPoll = (taskId: string): Poll<Run> => ({
  queryKey: [...runKey(taskId), 'connection-test'],
  ask: (signal) => call(getRun, { params: { task_id: taskId }, signal }),
  isOver: hasEnded,
  paceMs: (run) => Math.min(run?.poll_after_ms || PAUSE_MS, PAUSE_MS),
});

interface TestCardProps {
  /** The run of the test; null if none was started. */
  readonly taskId: string | null;
  /** The duration and the cost of the test, in words. */
  readonly offer: string;
  readonly isStarting: boolean;
  /** Absent if the entered values are not sufficient. */
  readonly onStart?: (() => void) | undefined;
  /** Called with the results of a test; must be stable and idempotent. */
  readonly onTested: (test: ConnectionTest) => void;
}

/** The test of the entered connection: its price, its progress with a cancel button, and its results. */
export function TestCard({ taskId, offer, isStarting, onStart, onTested }: TestCardProps) {
  return (
    <Card variant="outlined" sx={{ padding: 2, backgroundColor: 'background.tint' }}>
      {taskId === null ? (
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ flex: 1, minWidth: 200 }}>{offer}</Typography>
          <TestButton isStarting={isStarting} onStart={onStart} />
        </Stack>
      ) : (
        <FollowedTest key={taskId} taskId={taskId} onTested={onTested}>
          <TestButton isStarting={isStarting} onStart={onStart} />
        </FollowedTest>
      )}
    </Card>
  );
}

const TestButton = ({ isStarting, onStart }: Pick<TestCardProps, 'isStarting' | 'onStart'>) => (
  <Button color="inherit" variant="outlined" aria-busy={isStarting} disabled={!onStart} onClick={onStart}>
    {t('Test')}
  </Button>
);

interface FollowedTestProps {
  readonly taskId: string;
  readonly onTested?: ((test: ConnectionTest) => void) | undefined;
  /** The button to start it again after it has ended. */
  readonly children?: ReactNode;
}

/** Follows a test to its end. */
export function FollowedTest({ taskId, onTested, children }: FollowedTestProps) {
  const { data: run, error, refetch } = usePoll(testPoll(taskId));
  const cache = useQueryClient();
  const isOver = run !== undefined && hasEnded(run);
  const result = connectionTestSchema.safeParse(run?.result);
  useEffect(() => {
    if (!isOver) return;
    // it has ended, and the service's profile has changed
    void cache.invalidateQueries({ queryKey: serviceConnections.queryKey });
    const test = connectionTestSchema.safeParse(run?.result);
    if (test.success) onTested?.(test.data);
  }, [isOver, run?.result, cache, onTested]);
  const stop = useAction({
    mutationFn: () => call(stopRun, { params: { task_id: taskId }, query: {} }),
    onSettled: () => refetch(),
    onError: (problem: Error) => toast('error', errorText(problem, t('The test could not be stopped.'))),
  });
  const isGone = isNotFound(error);
  const isRunning = !isOver && !isGone;
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box role="status" sx={{ flex: 1, minWidth: 200 }}>
        {isRunning ? <Progress run={run} /> : <Ended run={run} test={result.success ? result.data : null} />}
      </Box>
      {isRunning ? (
        <Button color="inherit" variant="outlined" aria-busy={stop.isPending} onClick={() => stop.mutate()}>
          {t('Cancel the test')}
        </Button>
      ) : (
        children
      )}
    </Stack>
  );
}

function Progress({ run }: { readonly run: Run | undefined }) {
  const line = run?.log.at(-1);
  const words = line ? translateServerText(line.text, line.words) : t('The test has been requested.');
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography sx={{ fontWeight: 600 }}>{t('Testing: {n}%', { n: run?.progress ?? 0 })}</Typography>
      <ProgressMeter label={t('Test')} value={run?.progress ?? 0} />
      <Typography variant="body2" color="textSecondary">
        {words}
      </Typography>
    </Stack>
  );
}

function Ended({ run, test }: { readonly run: Run | undefined; readonly test: ConnectionTest | null }) {
  if (run?.status === 'cancelled') return <Typography>{t('The test was stopped.')}</Typography>;
  if (!test)
    return <Typography>{run?.error ? translateServerText(run.error.detail) : t('The test no longer exists. Start it again.')}</Typography>;
  const { problem, remarks, model, base_url: address, is_path_added: isPathAdded, ms } = test;
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      {!problem && <CheckIcon aria-hidden color="success" />}
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{problem ? t('Not working yet') : learntSentence(test)}</Typography>
        {problem && <Typography variant="body2">{testProblemWords(test)}</Typography>}
        {isPathAdded && <Typography variant="body2">{t('Found at {address}. We added /v1.', { address })}</Typography>}
        {(problem?.detail || remarks.length > 0) && (
          <Typography variant="body2" color="textSecondary" lang="en" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {problem?.detail ?? remarks.join('; ')}
          </Typography>
        )}
        {test.lesson_words > 0 && (
          <Typography variant="body2" color="textSecondary">
            <bdi>{model}</bdi>
            {': '}
            {t('{words, plural, one {a lesson of # word} other {a lesson of # words}}', { words: test.lesson_words })}
            {` · ${t('{n, plural, one {# question} other {# questions}}', { n: test.questions })} · ${formatSeconds(ms / 1_000)} · ${spentWords(test)}`}
          </Typography>
        )}
      </Box>
    </Stack>
  );
}
