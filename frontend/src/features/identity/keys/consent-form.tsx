import { useForm } from 'react-hook-form';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { APP_DAYS } from '#contract/identity/api-keys.contract.ts';
import { decideConsent, getConsent, type Consent } from '#contract/identity/connected-apps.contract.ts';
import type { KeyScope } from '#contract/identity/key-scopes.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { PRODUCT } from '#contract/product.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { toAsciiDigits } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { AgeReason } from '#frontend/ui/age/age-note.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { BudgetField, doSpend, FIRST_BUDGET, hasScope, isBudget, ScopeFields } from './scope-fields.tsx';

interface ConsentFormProps {
  /** Id of the sign-in that an app has started in this browser. */
  readonly uid: string;
  /** Address of the signed-in user. */
  readonly email: string;
  /** Navigates back to the app. */
  readonly onDecided: (location: string) => void;
  readonly onOtherAccount: () => void;
}

/** Asks whether an app can act for the user: its own name, its return address, and everything that it could do. */
export function ConsentForm({ uid, ...rest }: ConsentFormProps) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['consent', uid],
    queryFn: ({ signal }) => call(getConsent, { params: { uid }, signal }),
    // the request does not change
    staleTime: Infinity,
  });
  if (isPending) return <LoadingState rows={4} label={t('Loading the permissions that the app requests')} />;
  if (!data) {
    return (
      <ErrorState title={t('This sign-in has expired')} error={error} onRetry={() => void refetch()}>
        <Typography>{t('Please start again in the app that sent you here.')}</Typography>
      </ErrorState>
    );
  }
  return <AskedForm uid={uid} consent={data} {...rest} />;
}

interface Fields {
  readonly scopes: KeyScope[];
  readonly budget: string;
}

function AskedForm({ uid, consent, email, onDecided, onOtherAccount }: ConsentFormProps & { readonly consent: Consent }) {
  const { register, handleSubmit, formState, watch } = useForm<Fields>({
    defaultValues: { scopes: [...consent.scopes], budget: FIRST_BUDGET },
  });
  const { errors } = formState;
  const decide = useAction({
    mutationFn: (body: BodyInputOf<typeof decideConsent>) => call(decideConsent, { params: { uid }, body }),
    onSuccess: ({ location }) => onDecided(location),
  });
  const spends = doSpend(watch('scopes'));
  const agree = handleSubmit(({ scopes, budget }) =>
    decide.mutate({ agree: true, scopes, day_budget: spends ? Number(toAsciiDigits(budget)) : 0 }),
  );
  return (
    <Stack component="form" noValidate sx={{ gap: 2.5 }} onSubmit={(event) => void agree(event)}>
      <Typography variant="h1" tabIndex={-1}>
        {t('Allow this app to act on your behalf?')}
      </Typography>
      <Typography>
        {t('App name:')} <bdi>“{consent.client_name}”</bdi>
      </Typography>
      <WayBack consent={consent} />
      <Alert severity="warning">
        {t('Anyone can give an app any name. Continue only if you have just started this in an app you trust.')}
      </Alert>
      <ScopeFields
        legend={t('Requested permissions')}
        scopes={consent.scopes}
        error={errors.scopes?.message}
        field={register('scopes', { validate: hasScope })}
      />
      {spends && <BudgetField error={errors.budget?.message} field={register('budget', { validate: isBudget })} />}
      <Typography variant="body2" color="textSecondary">
        {t(
          '{n, plural, one {This permission lasts # day.} other {This permission lasts # days.}} You can disconnect the app at any time in Settings, Apps and API keys. It can never pay, delete the account or change how you sign in.',
          { n: APP_DAYS },
        )}
        {consent.replaces && ` ${t('Your earlier permissions for it end.')}`}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t('You are signed in to {product} as {email}.', { product: PRODUCT, email })}{' '}
        <Link component="button" type="button" onClick={onOtherAccount}>
          {t('Use another account')}
        </Link>
      </Typography>
      {consent.age_refusal !== null && (
        <Alert severity="info">
          <AgeReason refusal={consent.age_refusal} />
        </Alert>
      )}
      <FormMessage message={decide.error ? { kind: 'error', text: errorText(decide.error, t('Your answer could not be saved.')) } : null} />
      <ActionRow sx={{ marginBlock: 0 }}>
        {consent.age_refusal === null && (
          <Button type="submit" variant="contained" aria-busy={decide.isPending}>
            {t('Allow')}
          </Button>
        )}
        <Button color="inherit" aria-busy={decide.isPending} onClick={() => decide.mutate({ agree: false, scopes: [], day_budget: 0 })}>
          {t('Deny access')}
        </Button>
      </ActionRow>
    </Stack>
  );
}

/**
 * Shows where the user will return: in words, and as the whole address. A custom scheme is large, because only the user can tell whether it
 * belongs to the app.
 */
function WayBack({ consent: { host, redirect_uri: address } }: { readonly consent: Consent }) {
  const isScheme = host.endsWith(':');
  return (
    <Stack sx={{ gap: 1 }}>
      {host === 'localhost' ? (
        <Typography>{t('The app runs on this device, and you will return to it.')}</Typography>
      ) : isScheme ? (
        <>
          <Typography>{t('You will return to the app on this device that opens addresses beginning with:')}</Typography>
          <Typography variant="h2" component="p" sx={{ overflowWrap: 'anywhere' }}>
            <bdi dir="ltr">{host}</bdi>
          </Typography>
        </>
      ) : (
        <Typography>{t('You will return to: {host}', { host })}</Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        {t('Whole address:')}{' '}
        <Box component="bdi" dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
          {address}
        </Box>
      </Typography>
    </Stack>
  );
}
