import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Stack from '@mui/material/Stack';
import type { Organisation } from '#contract/organisations/organisation.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { DeadLink } from '#frontend/ui/states/dead-link.tsx';
import { useJoin } from './organisation-queries.ts';

interface JoinProps {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  readonly onJoined: (organisation: Organisation) => void;
  /** Signs out and returns here, for users with another account. */
  readonly onOtherAccount: () => void;
}

/** Asks a signed-in user whether to join. Opening the link changes nothing. */
export function JoinOrganisation({ userId, email, token, onJoined, onOtherAccount }: JoinProps) {
  const join = useJoin(userId, onJoined);
  const code = join.error instanceof ApiError ? join.error.code : null;
  if (code === 'auth.link_invalid')
    return <DeadLink title={t('This invite no longer works')}>{t('Ask the person who invited you for a new one.')}</DeadLink>;
  return (
    <Stack sx={{ gap: 2, alignItems: 'start' }}>
      <Typography variant="h1" tabIndex={-1}>
        {t('Join an organisation')}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {t(
          'You are signed in as {email}. As a member you spend from the pool of the organisation before your own tokens; its owners and administrators see your name, address and how many tokens you spend, and its teachers find you by name and address.',
          { email },
        )}
      </Typography>
      <FormMessage message={join.error && { kind: 'error', text: errorText(join.error, t('That did not work.')) }} />
      <ActionRow>
        {code === 'organisation.other_address' ? (
          <Button variant="contained" onClick={onOtherAccount}>
            {t('Sign in with another address')}
          </Button>
        ) : (
          <Button variant="contained" aria-busy={join.isPending} onClick={() => join.mutate(token)}>
            {t('Join')}
          </Button>
        )}
        <LinkButton to="/create" variant="outlined" color="inherit">
          {t('Not now')}
        </LinkButton>
      </ActionRow>
    </Stack>
  );
}

/** For visitors: both links lead back to the invite. */
export function SignInToJoin({ next }: { readonly next: string }) {
  return (
    <Stack sx={{ gap: 2, alignItems: 'start' }}>
      <Typography variant="h1" tabIndex={-1}>
        {t('You are invited')}
      </Typography>
      <Typography>
        {t(
          'You have been invited to share an organisation’s tokens. Sign in, or create an account, with the address that received the email.',
        )}
      </Typography>
      <ActionRow>
        <LinkButton to="/sign-in" search={{ next }} variant="contained">
          {t('Sign in')}
        </LinkButton>
        <LinkButton to="/sign-in" search={{ mode: 'create', next }} variant="outlined" color="inherit">
          {t('Create an account')}
        </LinkButton>
      </ActionRow>
    </Stack>
  );
}
