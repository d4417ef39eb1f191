import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { verifyEmail } from '#contract/identity/account.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { DeadLink, IncompleteLink } from '#frontend/ui/states/dead-link.tsx';
import { accountKey } from '#frontend/lib/session/account-query.ts';
import { Column } from './form-column.tsx';

interface VerifyEmailNoteProps {
  readonly token: string;
  /** The user signed in here, who gets a link back and can request another mail. */
  readonly userId: string | null;
  /** The page that requested the link, to continue there. */
  readonly next?: string | undefined;
}

/** Uses a mailed link once, and shows the result. */
export function VerifyEmailNote({ token, userId, next }: VerifyEmailNoteProps) {
  const cache = useQueryClient();
  // a query, not an effect: however often this mounts, the link is used once
  const hasToken = token !== '';
  const { isLoading, isSuccess, error } = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      const answer = await call(verifyEmail, { body: { token } });
      if (userId !== null) await cache.invalidateQueries({ queryKey: accountKey(userId) });
      return answer;
    },
    enabled: hasToken,
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const wayOn =
    userId === null ? (
      <LinkButton to="/sign-in" search={{ next }} variant="contained" size="large">
        {t('Sign in')}
      </LinkButton>
    ) : (
      <LinkButton to={isSuccess ? (next ?? '/create') : '/account'} variant="contained" size="large">
        {isSuccess ? t('Continue') : t('Go to your account')}
      </LinkButton>
    );
  if (!hasToken) return <IncompleteLink action={wayOn} />;
  if (error)
    return (
      <DeadLink title={t('Your email address could not be verified')} action={wayOn}>
        {errorText(error, t('The link could not be checked.'))}
      </DeadLink>
    );
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {isSuccess ? t('Email address verified') : t('Verify your email address')}
      </Typography>
      <div role="status">
        {isLoading && <Typography>{t('Checking the link')}</Typography>}
        {isSuccess && <Typography>{t('Thank you. Emails about your account will reach you at this address.')}</Typography>}
      </div>
      {isSuccess && wayOn}
    </Column>
  );
}
