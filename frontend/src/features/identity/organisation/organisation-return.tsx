import { useEffect, useRef, useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { connectOrganisation, enterByOrganisation, finishOrganisationSignIn } from '#contract/identity/organisation-sign-in.contract.ts';
import type { ReactNode } from 'react';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { forgetOrganisation, rememberOrganisation } from '#frontend/lib/session/organisation-way.ts';
import { getSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { DeadLink } from '#frontend/ui/states/dead-link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Column } from '../form-column.tsx';
import { SecondStepForm } from '../second-step-form.tsx';
import { storeSignInAnswer } from '../sign-in.ts';
import { AskAgain } from './ask-silently.tsx';

interface OrganisationReturnProps {
  readonly connectionId: string;
  /** The query of the redirect: `code` and `state` from an OpenID provider; `arrival` or `refused` after a SAML form. */
  readonly answer: URLSearchParams;
  /** The link to the terms, beside their checkbox. */
  readonly terms: ReactNode;
  /** Shows the result of a Test sign-in. */
  readonly onTest: (arrival: string) => void;
  readonly onEntered: (next: string | null) => void;
}

const LOGIN_NEEDED = 'auth.login_needed';

/** Required from a person before an arrival becomes a sign-in. */
type Asked = { readonly what: 'terms' | 'proof'; readonly arrival: string; readonly why: string };

/** Handles the redirect from an organisation's provider: signs in, asks for missing information, or explains the failure with a way on. */
export function OrganisationReturn({ connectionId, answer, terms, onTest, onEntered }: OrganisationReturnProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [step, setStep] = useState<{ token: string; next: string | null } | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  /** The provider was asked silently and requires interaction. */
  const [isAskingAgain, setAskingAgain] = useState(false);
  const isBegun = useRef(false);

  const inside = (next: string | null): void => {
    rememberOrganisation(connectionId);
    onEntered(next);
  };
  const askAgain = (): void => {
    forgetOrganisation();
    setAskingAgain(true);
  };
  const enter = async (arrival: string, isAccepted: boolean): Promise<void> => {
    try {
      const entered = await call(enterByOrganisation, {
        body: { arrival, ...(isAccepted && { terms_accepted: true }) },
        fallback: t('Login failed'),
      });
      const result = storeSignInAnswer(entered);
      if (result === null) inside(entered.next);
      else if ('token' in result) setStep({ token: result.token, next: entered.next });
      else setRefusal(result.text);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      const why = errorText(error, t('Login failed'));
      if (code === 'auth.terms_needed') setAsked({ what: 'terms', arrival, why });
      else if (code === 'auth.proof_needed') setAsked({ what: 'proof', arrival, why });
      else if (code === LOGIN_NEEDED) askAgain();
      else setRefusal(why);
    }
  };

  useEffect(() => {
    // a code is valid only once
    if (isBegun.current) return;
    isBegun.current = true;
    const begin = async () => {
      const [arrival, state, code, iss, error, description] = ['arrival', 'state', 'code', 'iss', 'error', 'error_description'].map(
        (name) => answer.get(name),
      );
      if (arrival) return answer.has('test') ? onTest(arrival) : enter(arrival, false);
      if (!state) return setRefusal(t('This sign-in was not started here, or too long ago. Please start again.'));
      try {
        const said = {
          ...(error && { error: error.slice(0, 200) }),
          ...(description && { error_description: description.slice(0, 2_000) }),
        };
        const body = { state, ...(code && { code }), ...(iss && { iss }), ...said };
        const finished = await call(finishOrganisationSignIn, {
          params: { connection_id: connectionId },
          body,
          fallback: t('Login failed'),
        });
        if (finished.test) onTest(finished.arrival);
        else await enter(finished.arrival, false);
      } catch (failure) {
        if (failure instanceof ApiError && failure.code === LOGIN_NEEDED) askAgain();
        else setRefusal(errorText(failure, t('Login failed')));
      }
    };
    void begin();
  });

  if (step !== null) {
    const onOver = (reason: string | null) => {
      setStep(null);
      setRefusal(reason ?? t('You can sign in again.'));
    };
    return <SecondStepForm token={step.token} onOver={onOver} onEntered={() => inside(step.next)} />;
  }
  if (isAskingAgain) return <AskAgain connectionId={connectionId} />;
  if (refusal !== null) return <NotIn>{refusal}</NotIn>;
  if (asked?.what === 'terms') return <Terms asked={asked} terms={terms} onAccepted={() => void enter(asked.arrival, true)} />;
  if (asked) return <Proof connectionId={connectionId} asked={asked} onConnected={onEntered} />;
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Your organisation’s sign-in')}
      </Typography>
      <LoadingState rows={2} label={t('Signing you in')} />
    </Column>
  );
}

const NotIn = ({ children }: { readonly children: ReactNode }) => (
  <DeadLink
    title={t('You are not signed in')}
    action={
      <LinkButton to="/sign-in" variant="contained">
        {t('Back to signing in')}
      </LinkButton>
    }
  >
    {children}
  </DeadLink>
);

/** Asks a new user to accept the terms before an account is created. */
function Terms({ asked, terms, onAccepted }: { readonly asked: Asked; readonly terms: ReactNode; readonly onAccepted: () => void }) {
  const [isAccepted, setAccepted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Welcome')}
      </Typography>
      <Typography color="textSecondary">{asked.why}</Typography>
      <div>
        <CheckField
          label={t('I accept the terms and the privacy policy (required)')}
          checked={isAccepted}
          onChange={({ target }) => setAccepted(target.checked)}
        />
        {terms}
      </div>
      <FormMessage message={problem === null ? null : { kind: 'error', text: problem }} />
      <Button
        variant="contained"
        size="large"
        onClick={() => (isAccepted ? onAccepted() : setProblem(t('Accept the terms and the privacy policy to create the account.')))}
      >
        {t('Create account')}
      </Button>
    </Column>
  );
}

interface ProofProps {
  readonly connectionId: string;
  readonly asked: Asked;
  readonly onConnected: (next: string | null) => void;
}

/**
 * For an address whose domain the organisation has not proved: the owner of the account signs in to it once and confirms the connection.
 */
function Proof({ connectionId, asked, onConnected }: ProofProps) {
  const { user } = getSession();
  const connect = useAction({
    mutationFn: () => call(connectOrganisation, { body: { arrival: asked.arrival } }),
    onSuccess: ({ next }) => onConnected(next),
  });
  const back = `/sign-in/organisation/${connectionId}?arrival=${encodeURIComponent(asked.arrival)}`;
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Is this your account?')}
      </Typography>
      <Typography color="textSecondary">{asked.why}</Typography>
      {user && (
        <Typography>
          {t(
            'You are signed in as {email}. Connect it only if you asked for this yourself: from then on your organisation’s sign-in leads to this account.',
            {
              email: user.email,
            },
          )}
        </Typography>
      )}
      <FormMessage
        message={connect.error ? { kind: 'error', text: errorText(connect.error, t('Your account could not be connected.')) } : null}
      />
      <ActionRow>
        {user ? (
          <Button variant="contained" aria-busy={connect.isPending} onClick={() => connect.mutate()}>
            {t('Connect this account')}
          </Button>
        ) : (
          <LinkButton to="/sign-in" search={{ next: back }} variant="contained">
            {t('Sign in to my account')}
          </LinkButton>
        )}
        <LinkButton to="/" color="inherit">
          {t('Cancel')}
        </LinkButton>
      </ActionRow>
    </Column>
  );
}
