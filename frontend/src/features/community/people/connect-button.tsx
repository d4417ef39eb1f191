import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { connections, usePersonActions } from './people-queries.ts';

/** The disabled button shows the state of the connection, so its label must stay readable. */
const READABLE = { '&.Mui-disabled': { color: 'text.secondary' } };

interface ConnectButtonProps {
  readonly userId: string;
  readonly personId: string;
  readonly name: string;
}

/**
 * Requests a connection (LOC-14): afterwards the button reads 'Connected' and is disabled, with the state of the request beside it (G49).
 * Not shown at ages at which connecting is off.
 */
export function ConnectButton({ userId, personId, name }: ConnectButtonProps) {
  const { data } = useQuery(connections(userId));
  const { connect, answer } = usePersonActions(userId, personId);
  const refusal = useAgeRefusal(userId, 'community_visibility');
  const state = data?.find((one) => one.user_id === personId)?.state ?? null;
  const whom = <VisuallyHidden> {name}</VisuallyHidden>;
  if (state === 'asked')
    return (
      <Button size="small" variant="contained" aria-busy={answer.isPending} onClick={() => answer.mutate(true)}>
        {t('Accept')}
        {whom}
      </Button>
    );
  if (state !== null)
    return (
      <>
        <Button size="small" variant="outlined" color="inherit" disabled sx={READABLE}>
          {t('Connected')}
          {whom}
        </Button>
        {state === 'requested' && <span>{t('request sent')}</span>}
      </>
    );
  // the page says why
  if (refusal !== null) return null;
  return (
    <Button size="small" variant="outlined" color="inherit" aria-busy={connect.isPending} onClick={() => connect.mutate()}>
      {t('Connect')}
      {whom}
    </Button>
  );
}
