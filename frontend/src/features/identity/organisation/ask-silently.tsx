import { useEffect, useRef, useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { startOrganisationSignIn } from '#contract/identity/organisation-sign-in.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { forgetOrganisation, placeBefore, rememberedOrganisation, storePlaceBefore } from '#frontend/lib/session/organisation-way.ts';
import { readSession } from '#frontend/lib/session/token-store.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Column } from '../form-column.tsx';

interface AskSilentlyProps {
  readonly next: string | undefined;
  /** The form for everybody else, and for when the provider cannot be asked. */
  readonly children: ReactNode;
}

/**
 * After a session that began with an organisation's sign-in has ended, asks its identity provider again: silently, without a page of the
 * provider, which admits users it still knows. Everybody else sees the form.
 */
export function AskSilently({ next, children }: AskSilentlyProps) {
  const [connectionId, setConnectionId] = useState(() => (readSession().wasRefused ? rememberedOrganisation() : null));
  const isBegun = useRef(false);
  useEffect(() => {
    if (connectionId === null || isBegun.current) return;
    isBegun.current = true;
    storePlaceBefore(next);
    call(startOrganisationSignIn, {
      params: { connection_id: connectionId },
      body: { silent: true, ...(next !== undefined && { next }) },
    }).then(
      ({ url }) => location.assign(url),
      () => {
        forgetOrganisation();
        setConnectionId(null);
      },
    );
  });
  if (connectionId === null) return children;
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Your organisation’s sign-in')}
      </Typography>
      <LoadingState rows={2} label={t('Signing you in again')} />
    </Column>
  );
}

/** Shown if the provider requires interaction; a press continues to it. */
export function AskAgain({ connectionId }: { readonly connectionId: string }) {
  const start = useAction({
    mutationFn: () => {
      const next = placeBefore();
      return call(startOrganisationSignIn, { params: { connection_id: connectionId }, body: next === undefined ? {} : { next } });
    },
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Sign in again')}
      </Typography>
      <Typography color="textSecondary">
        {t('Your sign-in has expired, and your organisation asks you to sign in again. You then continue where you were.')}
      </Typography>
      <FormMessage message={start.error ? { kind: 'error', text: errorText(start.error, t('Login failed')) } : null} />
      <ActionRow>
        <Button variant="contained" aria-busy={start.isPending} onClick={() => start.mutate()}>
          {t('Continue')}
        </Button>
        <LinkButton to="/sign-in" search={{ next: placeBefore() }} color="inherit">
          {t('Sign in another way')}
        </LinkButton>
      </ActionRow>
    </Column>
  );
}
