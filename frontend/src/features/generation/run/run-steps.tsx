import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { listRunSteps } from '#contract/platform/run-steps.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { Waterfall } from '#frontend/ui/charts/waterfall.tsx';
import { barRows } from '#frontend/ui/charts/waterfall-rows.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const POLL_MS = 4_000;

/** When each step of a run waited and ran, and which service worked on it. */
export default function RunSteps({ taskId, isLive }: { readonly taskId: string; readonly isLive: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...runKey(taskId), 'steps'],
    queryFn: ({ signal }) => call(listRunSteps, { params: { task_id: taskId }, signal }),
    refetchInterval: isLive ? POLL_MS : false,
  });
  if (error && !data) return <ErrorState title={t('The details could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the details')} rows={4} />;
  if (data.steps.length === 0) return <Typography variant="body2">{t('Details of its steps are no longer available.')}</Typography>;
  return <Waterfall rows={barRows(data.steps)} isLive={isLive} />;
}
