import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { connectUsers, listConnections } from '#contract/people/people.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, failureText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { Note } from './note.tsx';
import { placesKey } from './places-queries.ts';

const connectionsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...placesKey(userId), 'connections'],
    queryFn: ({ signal }) => call(listConnections, { params: { user_id: userId }, signal }),
  });

interface ConnectButtonProps {
  readonly userId: string;
  readonly personId: string;
}

/** LOC-14, G49: requests a connection. The label changes to 'Connected' at once, and the actual state is shown beside it. */
export function ConnectButton({ userId, personId }: ConnectButtonProps) {
  const cache = useQueryClient();
  const { data } = useQuery(connectionsQuery(userId));
  const connect = useAction({
    mutationFn: () => call(connectUsers, { query: { user1_id: userId, user2_id: personId }, fallback: t('Failed to connect with user') }),
    onSuccess: () => toast('success', t('Connection request sent!')),
    onError: (error) =>
      toast(
        'error',
        error instanceof ApiError && error.status === 401
          ? t('Please log in to connect with users')
          : failureText(error, t('Failed to connect with user')),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: placesKey(userId) }),
  });
  const known = data?.connections.find(({ user_id: id }) => id === personId)?.state;
  const state = connect.data?.state ?? known;
  const isAsked = state === 'requested' || state === 'accepted';
  return (
    <>
      <Button
        variant="contained"
        size="small"
        disabled={isAsked || data === undefined}
        aria-busy={connect.isPending}
        onClick={() => connect.mutate()}
      >
        {isAsked ? t('Connected') : t('Connect')}
      </Button>
      {state === 'requested' && <Note role="status">{t('request sent')}</Note>}
      {state === 'asked' && <Note>{t('asked to be connected with you')}</Note>}
    </>
  );
}
