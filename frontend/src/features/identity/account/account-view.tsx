import { lazy, Suspense, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { account } from './account-queries.ts';
import { AgeSection } from './age-section.tsx';
import { BirthYearSection } from './birth-year-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionSection } from './session-section.tsx';

const SecondFactorSection = lazy(() => import('../security/second-factor-section.tsx'));
const PasskeySection = lazy(() => import('../security/passkey-section.tsx'));
const ProviderSection = lazy(() => import('../providers/provider-section.tsx'));

interface AccountViewProps {
  readonly userId: string;
  /** The data export, offered before the deletion. */
  readonly dataExport?: ReactNode;
}

/** The account's settings: email address, year of birth, password, devices, and deletion. */
export function AccountView({ userId, dataExport }: AccountViewProps) {
  const { data, error, refetch } = useQuery(account(userId));
  if (!data) {
    return error ? (
      <ErrorState title={t('The account could not be loaded')} error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={t('Loading your account')} />
    );
  }
  return (
    <>
      <EmailSection userId={userId} details={data} />
      <BirthYearSection details={data} />
      <AgeSection userId={userId} />
      <PasswordSection userId={userId} />
      <Suspense>
        <PasskeySection userId={userId} isProven={data.email_verified} />
        <SecondFactorSection userId={userId} isProven={data.email_verified} />
        <ProviderSection userId={userId} isProven={data.email_verified} />
      </Suspense>
      <SessionSection userId={userId} />
      {dataExport}
      <DeleteSection isDue={data.deletion_due_at !== null} ends={data.deletion_ends} />
    </>
  );
}
