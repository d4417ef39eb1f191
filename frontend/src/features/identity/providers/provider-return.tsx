import { useEffect, useRef, useState } from 'react';
import Typography from '@mui/material/Typography';
import { finishLink, finishProvider, PROVIDER_NAMES, type Provider } from '#contract/identity/providers.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { getSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { DeadLink } from '#frontend/ui/states/dead-link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { storeSignInAnswer } from '../sign-in.ts';
import { Column } from '../form-column.tsx';
import { SecondStepForm } from '../second-step-form.tsx';

interface ProviderReturnProps {
  readonly provider: Provider;
  /** The query of the redirect: `code` and `state`, or neither when the user cancelled. */
  readonly answer: URLSearchParams;
  readonly onEntered: () => void;
  /** The provider was linked to the signed-in account. */
  readonly onLinked: () => void;
}

/**
 * Handles the redirect from a provider: signs in, or links the provider to the signed-in account; otherwise explains the failure with a way
 * on.
 */
export function ProviderReturn({ provider, answer, onEntered, onLinked }: ProviderReturnProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [step, setStep] = useState<string | null>(null);
  const isBegun = useRef(false);
  const name = PROVIDER_NAMES[provider];
  const isLinking = getSession().status === 'signed-in';
  useEffect(() => {
    // a code is valid only once
    if (isBegun.current) return;
    isBegun.current = true;
    const finish = async () => {
      const [state, code, iss] = ['state', 'code', 'iss'].map((name) => answer.get(name));
      if (!state || !code) return setRefusal(t('{name} did not sign you in.', { name }));
      const body = { state, code, ...(iss && { iss }) };
      try {
        if (getSession().status === 'signed-in') {
          await call(finishLink, { params: { provider }, body });
          return onLinked();
        }
        const result = await storeSignInAnswer(await call(finishProvider, { params: { provider }, body, fallback: t('Login failed') }));
        if (result === null) onEntered();
        else if ('token' in result) setStep(result.token);
        else setRefusal(result.text);
      } catch (error) {
        setRefusal(errorText(error, t('Login failed')));
      }
    };
    void finish();
  }, [provider, name, answer, onEntered, onLinked]);
  if (step !== null) {
    const onOver = (reason: string | null) => {
      setStep(null);
      setRefusal(reason ?? t('You can sign in again.'));
    };
    return <SecondStepForm token={step} onOver={onOver} onEntered={onEntered} />;
  }
  if (refusal !== null) {
    return (
      <DeadLink
        title={isLinking ? t('{name} was not added', { name }) : t('You are not signed in')}
        action={
          <LinkButton to={isLinking ? '/account' : '/sign-in'} variant="contained">
            {isLinking ? t('Go to your account') : t('Back to signing in')}
          </LinkButton>
        }
      >
        {refusal}
      </DeadLink>
    );
  }
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Sign in with {name}', { name })}
      </Typography>
      <LoadingState rows={2} label={t('Signing you in')} />
    </Column>
  );
}
