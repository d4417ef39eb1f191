import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import Divider from '@mui/material/Divider';
import { startProvider, type Provider } from '#contract/identity/providers.contract.ts';
import { Column, Fields } from '#frontend/features/identity/form-column.tsx';
import { OrganisationStart } from '#frontend/features/identity/organisation/organisation-start.tsx';
import { signInOrRegister, type SignInFields, signInWithPasskey } from '#frontend/features/identity/sign-in.ts';
import { emailRule, nameRule, newPasswordRule, required } from '#frontend/features/identity/field-rules.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { FormMessage, type Message, MessageLine } from '#frontend/ui/fields/form-message.tsx';
import { PasswordField } from '#frontend/features/identity/password-field.tsx';
import { SecondStepForm } from '#frontend/features/identity/second-step-form.tsx';
import { typedEmail } from '#frontend/lib/session/typed-email.ts';
import { readSession } from '#frontend/lib/session/token-store.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SubmitButton } from '#frontend/ui/fields/submit-button.tsx';
import { canUsePasskeys } from './security/passkeys.ts';

/** The pause between a successful sign-in and the main screen (ROOT-06), ms. */
const SWITCH_DELAY_MS = 200;

const EMPTY: SignInFields = { email: '', password: '', first_name: '', last_name: '', terms_accepted: false, marketing_consent: false };

interface SignInFormProps {
  readonly isCreating: boolean;
  /** Switches between the two modes; the caller gives the form a new key, so that fields and error are reset (AUTH-01). */
  readonly onToggle: () => void;
  /** Returns to the landing page; without it there is no Back to Home (AUTH-02). */
  readonly onBack?: () => void;
  /** The lost-password link; below the password field when signing in. */
  readonly lostPassword?: ReactNode;
  /** The link to the terms, beside their checkbox. */
  readonly terms?: ReactNode;
  /** The available sign-in providers; none when absent. */
  readonly providers?: OfferedProviders;
  /** Where to go afterwards; an organisation's sign-in navigates there itself. */
  readonly next?: string | undefined;
  /** Called when the session exists and the pause is over. */
  readonly onEntered: () => void;
}

const NOBODY: OfferedProviders = { google: false, apple: false };

async function enterLater(onEntered: () => void): Promise<void> {
  await new Promise((done) => setTimeout(done, SWITCH_DELAY_MS));
  onEntered();
}

/** The form to sign in or to create an account. */
export function SignInForm({ isCreating, onToggle, onBack, lostPassword, terms, providers = NOBODY, next, onEntered }: SignInFormProps) {
  const [message, setMessage] = useState<Message | null>(() =>
    readSession().wasRefused && !isCreating ? { kind: 'info', text: t('You were signed out. Sign in to continue.') } : null,
  );
  /** The token of the second step, after the first one succeeded. */
  const [step, setStep] = useState<string | null>(null);
  /** Whether the user has a single name, so that only one is asked for. */
  const [hasOneName, setOneName] = useState(false);
  /** The address for finding an organisation's sign-in; null for another way to sign in. */
  const [organisation, setOrganisation] = useState<string | null>(null);
  const { register, handleSubmit, watch, setError, setValue, getValues, formState } = useForm<SignInFields>({
    defaultValues: isCreating ? { ...EMPTY, email: typedEmail() } : EMPTY,
  });
  const { errors } = formState;
  const lacksConsent = isCreating && !watch('terms_accepted');
  const enter = useAction({
    mutationFn: (fields: SignInFields) => signInOrRegister(fields, isCreating),
    onSuccess: async (refusal) => {
      if (refusal === null) return enterLater(onEntered);
      if ('token' in refusal) return setStep(refusal.token);
      if (refusal.isForOrganisation) return setOrganisation(getValues('email'));
      for (const { path, message: text } of refusal.fields) setError(path, { message: text });
      setMessage({ kind: 'error', text: refusal.text });
    },
  });
  const submit = handleSubmit((fields) => {
    setMessage(null);
    enter.mutate(fields);
  });

  if (step !== null) {
    const startAgain = (text: string | null): void => {
      setStep(null);
      setMessage(text === null ? null : { kind: 'error', text });
    };
    return <SecondStepForm token={step} onOver={startAgain} onEntered={() => void enterLater(onEntered)} />;
  }
  if (organisation !== null) return <OrganisationStart typed={organisation} next={next} onBack={() => setOrganisation(null)} />;
  return (
    // the button that creates the account is in sight without scrolling, so there is less space between the parts
    <Column {...(isCreating && { sx: { gap: 1.5, maxWidth: 420 } })}>
      {onBack && (
        <div>
          <Button color="inherit" onClick={onBack} sx={{ marginInlineStart: -1 }}>
            {t('Back to Home')}
          </Button>
        </div>
      )}
      <Typography variant="h1" tabIndex={-1}>
        {isCreating ? t('Create your account') : t('Sign in')}
      </Typography>
      {!isCreating && <Typography>{t('Your courses, notes and cards are where you left them.')}</Typography>}
      {/* an earlier field error does not apply to the text typed since */}
      <Fields
        noValidate
        onSubmit={(event) => void submit(event)}
        onChange={() => setMessage((old) => (old?.kind === 'error' ? null : old))}
      >
        {isCreating && (
          <div>
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(136px, 1fr))' }}>
              <TextField
                label={hasOneName ? t('Name') : t('First name')}
                required
                autoComplete={hasOneName ? 'name' : 'given-name'}
                maxLength={100}
                error={errors.first_name?.message}
                {...register('first_name', nameRule())}
              />
              {!hasOneName && (
                <TextField
                  label={t('Last name')}
                  required
                  autoComplete="family-name"
                  maxLength={100}
                  error={errors.last_name?.message}
                  {...register('last_name', nameRule())}
                />
              )}
            </Box>
            <CheckField
              label={t('I have only one name')}
              checked={hasOneName}
              onChange={({ target }) => {
                setOneName(target.checked);
                setValue('last_name', '');
              }}
            />
          </div>
        )}
        <TextField
          label={t('Email')}
          type="email"
          required
          autoComplete={isCreating ? 'email' : 'username'}
          error={errors.email?.message}
          {...register('email', emailRule())}
        />
        <PasswordField
          isNew={isCreating}
          error={errors.password?.message}
          {...register('password', isCreating ? newPasswordRule() : required())}
        />
        {!isCreating && lostPassword !== undefined && <div>{lostPassword}</div>}
        {isCreating && (
          <div>
            <CheckField
              label={t('I accept the terms and the privacy policy (required)')}
              error={errors.terms_accepted?.message}
              {...register('terms_accepted', { required: t('Accept the terms and the privacy policy to create the account.') })}
            />
            {terms}
            <CheckField label={t('Send me news about new features (optional)')} {...register('marketing_consent')} />
          </div>
        )}
        <FormMessage message={message} />
        <Stack sx={{ gap: 0.5 }}>
          <SubmitButton size="large" fullWidth isReady={!lacksConsent} isPending={enter.isPending}>
            {isCreating ? t('Create account') : t('Sign in')}
          </SubmitButton>
          {lacksConsent && (
            <Typography variant="body2" color="textSecondary" align="center">
              {t('Your account will be created once you accept the terms.')}
            </Typography>
          )}
        </Stack>
      </Fields>
      <Typography color="textSecondary">
        {isCreating ? t('Already have an account?') : t('New here?')}{' '}
        <Button onClick={onToggle}>{isCreating ? t('Sign in') : t('Create an account')}</Button>
      </Typography>
      {/* the address comes first, because most people sign in with it */}
      <Divider>{t('or')}</Divider>
      {/* with the same spacing as the buttons below */}
      <Stack sx={{ gap: 1.5, marginBlockEnd: -1 }}>
        {!isCreating && (
          <PasskeyButton onEntered={() => void enterLater(onEntered)} onRefused={(text) => setMessage({ kind: 'error', text })} />
        )}
        <Button variant="outlined" color="inherit" onClick={() => setOrganisation(getValues('email'))}>
          {t('Use your organisation’s sign-in')}
        </Button>
      </Stack>
      <SocialButtons offered={providers} terms={isCreating ? watch('terms_accepted') : null} />
    </Column>
  );
}

interface PasskeyButtonProps {
  readonly onEntered: () => void;
  /** Receives the sentence to show. */
  readonly onRefused: (text: string) => void;
}

/** Signs in without a password, where the browser supports passkeys. */
function PasskeyButton({ onEntered, onRefused }: PasskeyButtonProps) {
  const enter = useAction({
    mutationFn: signInWithPasskey,
    onSuccess: (refusal) => (refusal === null ? onEntered() : onRefused(refusal.text)),
  });
  if (!canUsePasskeys()) return null;
  return (
    <Button variant="outlined" color="inherit" aria-busy={enter.isPending} onClick={() => enter.mutate()}>
      {t('Sign in with a passkey')}
    </Button>
  );
}

/** The sign-in providers configured on this installation. */
type OfferedProviders = Readonly<Record<Provider, boolean>>;

interface SocialButtonsProps {
  readonly offered: OfferedProviders;
  /** Whether the terms are accepted; null if that is not required because no account is created. */
  readonly terms: boolean | null;
}

/** The Google and Apple buttons. Without configured keys they make no call and say that they will come later (AUTH-03). */
function SocialButtons({ offered, terms }: SocialButtonsProps) {
  const [message, setMessage] = useState<Message | null>(null);
  const start = useAction({
    mutationFn: (provider: Provider) => call(startProvider, { params: { provider }, body: { terms_accepted: terms === true } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => setMessage({ kind: 'error', text: errorText(error, t('Login failed')) }),
  });
  const press = (provider: Provider, coming: string): void => {
    if (!offered[provider]) setMessage({ kind: 'info', text: coming });
    else if (terms === false) setMessage({ kind: 'error', text: t('Please accept the terms first.') });
    else start.mutate(provider);
  };
  return (
    <div>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))', marginBlockEnd: 1.5 }}>
        <Button variant="outlined" color="inherit" onClick={() => press('google', t('Google login integration coming soon!'))}>
          {t('Continue with Google')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => press('apple', t('Apple login integration coming soon!'))}>
          {t('Continue with Apple')}
        </Button>
      </Box>
      <div role="status">{message && <MessageLine {...message} />}</div>
    </div>
  );
}
