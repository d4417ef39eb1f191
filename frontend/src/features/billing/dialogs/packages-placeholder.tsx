import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { allPackages } from '../package-queries.ts';

/** Shown instead of the rows: that the packages are loading (PAY-10), or failed to load (PAY-22). */
export function PackagesPlaceholder() {
  const { error, refetch } = useQuery(allPackages);
  if (error) return <ErrorState title={t('Failed to load payment packages')} error={error} onRetry={() => void refetch()} />;
  return <Typography role="status">{t('Loading subscription packages...')}</Typography>;
}
