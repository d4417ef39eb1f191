import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listServiceLanes, openServiceLane, type ServiceLane } from '#contract/operator/services.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

const REFRESH_MS = 5_000;
const Main = styled('span')({ flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' });
const Facts = styled('span')(({ theme }) => ({ ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary }));

const lanes = queryOptions({
  queryKey: ['service-lanes'],
  queryFn: ({ signal }) => call(listServiceLanes, { signal }),
  refetchInterval: REFRESH_MS,
});

/** The AI services in use, and the paused ones with the reason; a pause can be ended. */
export function ServiceLanes() {
  const { data, error, refetch } = useQuery(lanes);
  if (data) {
    return (
      <Rows>
        {data.services.map((lane) => (
          <LaneRow key={lane.service} lane={lane} />
        ))}
      </Rows>
    );
  }
  if (error) return <ErrorState title={t('The services could not be loaded')} error={error} onRetry={() => void refetch()} />;
  return <LoadingState label={t('Loading the services')} rows={4} />;
}

const ROW_STATES = { open: 'done', paused: 'failed', off: 'waiting' } as const;

function LaneRow({ lane }: { readonly lane: ServiceLane }) {
  const cache = useQueryClient();
  const { mutate, isPending } = useAction({
    mutationFn: () => call(openServiceLane, { params: { service: lane.service } }),
    onSuccess: (answer) => cache.setQueryData(lanes.queryKey, answer),
    onError: (problem) => toast('error', errorText(problem, t('The service could not be opened.'))),
  });
  const name = SERVICE_NAMES[lane.service];
  const failure = lane.newest_failure;
  return (
    <MarginRow as="li" state={ROW_STATES[lane.state]}>
      <Main>
        <bdi>{name}</bdi> · {stateWord(lane)}
        <Facts>
          <bdi lang="en">{lane.model}</bdi> ·{' '}
          {t('{calls} calls in the last hour, {failed} failed', { calls: formatNumber(lane.calls), failed: formatNumber(lane.failed) })}
        </Facts>
        {failure && (
          <Facts>
            {formatWhen(failure.at)} · <bdi lang="en">{failure.detail ?? failure.outcome}</bdi>
          </Facts>
        )}
      </Main>
      {lane.state === 'paused' && (
        <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate()}>
          {t('Open now')}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
    </MarginRow>
  );
}

function stateWord({ state, until }: ServiceLane): string {
  if (state === 'off') return t('No key configured');
  return state === 'paused' && until !== null ? t('Paused until {time}', { time: formatWhen(until) }) : t('In service');
}
