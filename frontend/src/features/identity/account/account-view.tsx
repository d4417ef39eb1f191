import { lazy, Suspense, type ReactNode, useEffect, useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useForm } from 'react-hook-form';
import {
  type AccountDetails,
  DELETION_GRACE_DAYS,
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  type AccountSession,
} from '#contract/identity/account.contract.ts';
import { canAskParent, needsConsent } from '#contract/identity/parental-consent.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatWhen } from '#frontend/lib/format.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { BirthYearForm } from '#frontend/ui/age/birth-year-form.tsx';
import { WelcomeCard } from '#frontend/ui/cards/welcome-card.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { DeskGroup, DeskSection } from '#frontend/ui/desk-section.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { FormMessage, type Message } from '#frontend/ui/fields/form-message.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VerificationMail } from '#frontend/ui/states/verification-mail.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { newPasswordRule, required } from '../field-rules.ts';
import { Fields } from '../form-column.tsx';
import { PasswordField } from '../password-field.tsx';
import { account, accountKey } from '#frontend/lib/session/account-query.ts';
import { AgeSection } from './age-section.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { deviceWords } from '#frontend/lib/device-words.ts';

/** The user's active sessions. */
const sessions = (userId: string) =>
  queryOptions({ queryKey: ['account-sessions', userId], queryFn: ({ signal }) => call(listSessions, { signal }) });

const SecondFactorSection = lazy(() => import('../security/second-factor-section.tsx'));
const PasskeySection = lazy(() => import('../security/passkey-section.tsx'));
const ProviderSection = lazy(() => import('../providers/provider-section.tsx'));

interface AccountViewProps {
  readonly userId: string;
  /** The plan in words, and when the account was created; missing while it loads. */
  readonly standing?: { readonly plan: string; readonly since: string } | undefined;
  /** Settings that only this browser knows. */
  readonly notifications?: ReactNode;
  /** The data export, offered above the deletion. */
  readonly dataExport?: ReactNode;
}

/**
 * The owner of the account, then the settings by how often they are needed: sign-in, devices, notices, year of birth; data export and
 * deletion come last.
 */
export function AccountView({ userId, standing, notifications, dataExport }: AccountViewProps) {
  const { data, error, refetch } = useQuery(account(userId));
  if (!data) {
    return error ? (
      <ErrorState title={t('The account could not be loaded')} error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={t('Loading your account')} />
    );
  }
  return <Sections userId={userId} details={data} standing={standing} notifications={notifications} dataExport={dataExport} />;
}

interface SectionsProps extends AccountViewProps {
  readonly details: AccountDetails;
}

function Sections({ userId, details, standing, notifications, dataExport }: SectionsProps) {
  // without the year much of the product is locked; decided once, so that the section stays in place when it is entered
  const [isAgeFirst] = useState(details.birth_year === null || needsConsent(details.birth_year));
  const age = (
    <>
      <BirthYearSection details={details} />
      <AgeSection userId={userId} />
    </>
  );
  return (
    <>
      <Owner userId={userId} details={details} standing={standing} />
      {isAgeFirst && <DeskGroup>{age}</DeskGroup>}
      <DeskGroup>
        <PasswordSection userId={userId} />
        <Suspense>
          <PasskeySection userId={userId} isProven={details.email_verified} />
          <SecondFactorSection userId={userId} isProven={details.email_verified} />
          <ProviderSection userId={userId} isProven={details.email_verified} />
        </Suspense>
        <SessionSection userId={userId} />
      </DeskGroup>
      <DeskGroup>
        {notifications}
        {!isAgeFirst && age}
      </DeskGroup>
      <DeskGroup>
        {dataExport}
        <DeleteSection isDue={details.deletion_due_at !== null} ends={details.deletion_ends} />
      </DeskGroup>
    </>
  );
}

interface OwnerProps extends Pick<AccountViewProps, 'userId' | 'standing'> {
  readonly details: AccountDetails;
}

/** The owner of the account: face, name, address and whether it is verified, plan, and a link to the profile. */
function Owner({ userId, details, standing }: OwnerProps) {
  const cache = useQueryClient();
  const { user } = useSession();
  const address = (
    <bdi key="address" style={{ overflowWrap: 'anywhere' }}>
      {details.email}
    </bdi>
  );
  return (
    <WelcomeCard
      picture={<Face name={user?.first_name ?? details.email} userId={userId} size="large" />}
      label={t('Your account')}
      title={user ? <bdi>{user.name}</bdi> : address}
      line={
        <MetaLine
          facts={[
            user && address,
            details.email_verified
              ? t('Verified')
              : t(
                  'Not verified. You need a verified address to add passkeys, two-step sign-in or a provider, to start the free trial and to join an organisation. Verifying also makes sure that emails about your account reach you.',
                ),
          ]}
        />
      }
      facts={[
        { name: t('Plan'), figure: standing?.plan ?? '–' },
        { name: t('Member since'), figure: standing ? formatDate(standing.since) : '–' },
      ]}
      actions={
        <>
          <LinkButton to="/profile" variant="contained">
            {t('View Profile')}
          </LinkButton>
          <LinkButton to="/billing" variant="outlined" color="inherit">
            {t('Plan and billing')}
          </LinkButton>
        </>
      }
    >
      {!details.email_verified && !details.mail_configured && (
        <Typography color="textSecondary">{t('This installation cannot send email yet, so the link has to wait.')}</Typography>
      )}
      {!details.email_verified && details.mail_configured && (
        <Box sx={{ marginBlockStart: 1 }}>
          <VerificationMail onSent={() => void cache.invalidateQueries({ queryKey: accountKey(userId) })} />
        </Box>
      )}
    </WelcomeCard>
  );
}

interface DeleteSectionProps {
  /** The account is scheduled for deletion. */
  readonly isDue: boolean;
  readonly ends: AccountDetails['deletion_ends'];
}

/** Deletes the account. After the deletion has been scheduled, the notice above the screens offers to cancel it. */
function DeleteSection({ isDue, ends }: DeleteSectionProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <DeskSection
      title={t('Delete the account')}
      about={t(
        'Your courses, your progress and your personal data are deleted after {days, plural, one {# day} other {# days}}. Until then you can sign in and keep the account.',
        {
          days: DELETION_GRACE_DAYS,
        },
      )}
    >
      {isDue ? (
        <Typography>{t('The deletion is under way.')}</Typography>
      ) : (
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          {t('Delete the account')}
        </Button>
      )}
      {isAsking && <DeleteDialog ends={ends} onClose={() => setAsking(false)} />}
    </DeskSection>
  );
}

/** The optional year of birth (A17). Emptying the field removes it. */
function BirthYearSection({ details }: { readonly details: AccountDetails }) {
  const { parentalConsent, requiresParentalConsent, verified } = details.age_verification;
  const [isChild, isAdult] = [needsConsent(details.birth_year), details.birth_year !== null && !requiresParentalConsent];
  return (
    <DeskSection
      title={t('Year of birth')}
      about={t(
        'Optional. Without it you are treated as under 18: no location, leaderboard, calls, chat or groups. You can read the forums but not write in them, and you do not appear in any list of people.',
      )}
    >
      {details.birth_year !== null && (
        <Typography>
          {t('Age verification')}: <strong>{verified ? t('Verified') : isAdult ? t('Not checked') : t('Pending')}</strong>
          {isAdult && ` · ${t('based on the year you entered')}`}
          {parentalConsent && ` · ${t('a parent or the school has agreed')}`}
          {isChild && !verified && ` · ${t('For learners under 13, a parent or their school has to agree.')}`}
          {requiresParentalConsent && !isChild && !verified && ` · ${t('If you are under 18, a parent must agree to some features.')}`}
        </Typography>
      )}
      {canAskParent(details.birth_year) ? (
        <Typography>
          {t('You were born in {year}. Under 18, only the parent who gave consent or our team can change it.', {
            year: String(details.birth_year),
          })}
        </Typography>
      ) : (
        <BirthYearForm birthYear={details.birth_year} label={t('Save year of birth')} mayBeEmpty />
      )}
    </DeskSection>
  );
}

/** Changes the password; this signs out every other device. */
function PasswordSection({ userId }: { readonly userId: string }) {
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { register, handleSubmit, formState, reset, setError, setFocus } = useForm({ defaultValues: { current: '', new: '' } });
  const change = useAction({
    mutationFn: (body: { current: string; new: string }) => call(changePassword, { body }),
    onSuccess: async () => {
      reset();
      setOpen(false);
      await cache.invalidateQueries({ queryKey: sessions(userId).queryKey });
    },
    onError: (error) => {
      if (isWrong(error)) setError('current', { message: errorText(error, '') }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit((fields) => change.mutate(fields));
  useEffect(() => {
    if (isOpen) setFocus('current');
  }, [isOpen, setFocus]);
  const about = t('Changing your password signs you out on every other device.');
  if (!isOpen) {
    return (
      <DeskSection title={t('Password')} about={about}>
        <FormMessage message={messageOf(change)} />
        <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
          {t('Change the password')}
        </Button>
      </DeskSection>
    );
  }
  return (
    <DeskSection title={t('Password')} about={about}>
      <Fields noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          isNew={false}
          label={t('Current password')}
          error={formState.errors.current?.message}
          {...register('current', required())}
        />
        <PasswordField isNew label={t('New password')} error={formState.errors.new?.message} {...register('new', newPasswordRule())} />
        <FormMessage message={messageOf(change)} />
        <div>
          <Button type="submit" variant="contained" aria-busy={change.isPending}>
            {t('Save the new password')}
          </Button>
        </div>
      </Fields>
    </DeskSection>
  );
}

const isWrong = (error: unknown): boolean => error instanceof ApiError && error.code === 'auth.password_wrong';

function messageOf({ data, error }: { data: { ended: number } | undefined; error: unknown }): Message | null {
  if (error) return isWrong(error) ? null : { kind: 'error', text: errorText(error, t('The password could not be changed.')) };
  if (!data) return null;
  if (data.ended === 0) return { kind: 'info', text: t('The password is changed.') };
  return {
    kind: 'info',
    text: t(
      '{n, plural, one {Your password has been changed. One other device was signed out.} other {Your password has been changed. # other devices were signed out.}}',
      { n: data.ended },
    ),
  };
}

/** Number of devices shown at first. */
const FIRST = 5;

/** The devices with a session, and buttons to sign them out. */
function SessionSection({ userId }: { readonly userId: string }) {
  const cache = useQueryClient();
  const { queryKey } = sessions(userId);
  const { data, error, isPending, refetch } = useQuery(sessions(userId));
  const refresh = () => cache.invalidateQueries({ queryKey });
  const endOne = useAction({
    mutationFn: (session: AccountSession) => call(endSession, { params: { session_id: session.session_id } }),
    onSettled: refresh,
  });
  const [endsKeys, setEndsKeys] = useState(false);
  const endOthers = useAction({
    mutationFn: () => call(endOtherSessions, endsKeys ? { query: { api_keys: 'end' } } : {}),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['api-keys', userId] }),
    onSettled: refresh,
  });
  const failure = endOne.error ?? endOthers.error;
  const [isWhole, setWhole] = useState(false);
  const all = data?.sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) ?? [];
  const others = data?.sessions.filter(({ current }) => !current).length ?? 0;
  return (
    <DeskSection
      title={t('Where you are signed in')}
      about={
        <>
          {t('Sign out the devices that you do not know or no longer use.')}
          <FormMessage message={failure ? { kind: 'error', text: errorText(failure, t('That device could not be signed out.')) } : null} />
        </>
      }
      entries={all.slice(0, isWhole ? undefined : FIRST).map((session) => (
        <Entry
          key={session.session_id}
          title={deviceWords(session.user_agent)}
          lines={[
            session.current
              ? t('This device, signed in on {date}', { date: formatDate(session.created_at) })
              : t('Last used {when}, signed in on {date}', {
                  when: formatWhen(session.last_seen_at),
                  date: formatDate(session.created_at),
                }),
          ]}
          mark={session.current ? 'new' : undefined}
          actions={
            !session.current && (
              <Button color="inherit" aria-busy={endOne.isPending} onClick={() => endOne.mutate(session)}>
                {t('Sign out')}
                <VisuallyHidden>{` ${deviceWords(session.user_agent)}`}</VisuallyHidden>
              </Button>
            )
          }
        />
      ))}
    >
      {isPending ? (
        <LoadingState isAtOnce rows={2} label={t('Loading your devices')} />
      ) : !data ? (
        <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        all.length > FIRST &&
        !isWhole && (
          <Button variant="outlined" color="inherit" onClick={() => setWhole(true)}>
            {t('Show all {n}', { n: all.length })}
          </Button>
        )
      )}
      {/* signing out devices leaves apps and API keys active, unless their owner decides otherwise */}
      {data && data.api_keys > 0 && (
        <CheckField
          label={t('Revoke my {n, plural, one {# API key} other {# API keys}}, too', { n: data.api_keys })}
          checked={endsKeys}
          onChange={({ target }) => setEndsKeys(target.checked)}
        />
      )}
      {(others > 1 || endsKeys) && (
        <Button variant="outlined" color="inherit" aria-busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('Sign out everywhere else')}
        </Button>
      )}
    </DeskSection>
  );
}
