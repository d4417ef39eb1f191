import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { settings } from '../settings-queries.ts';
import { SettingsForm } from './settings-form.tsx';

/** 'Settings & Preferences': both variants of the specification on one page (G50). */
export function SettingsView({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(settings(userId));
  if (data) return <SettingsForm key={userId} userId={userId} stored={data} />;
  return error ? (
    <ErrorState title={t('Your settings could not be loaded')} error={error} onRetry={() => void refetch()} />
  ) : (
    <LoadingState label={t('Loading your settings')} rows={8} />
  );
}
