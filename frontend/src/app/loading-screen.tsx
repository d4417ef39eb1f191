import Typography from '@mui/material/Typography';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { keyframes, styled } from '@mui/material/styles';
import { PRODUCT } from '#contract/product.ts';
import { isStorageAvailable } from '#frontend/lib/session/token-store.ts';
import { t } from '#frontend/lib/text.ts';

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });
const Spinner = styled('div')(({ theme }) => ({
  width: 28,
  height: 28,
  marginBlockEnd: 16,
  borderRadius: '50%',
  border: `3px solid ${theme.vars.palette.line.hairline}`,
  borderBlockStartColor: theme.vars.palette.primary.main,
  // begins late: sixty frames a second would take time from the app that is starting
  animation: `${turn} 1s linear 0.6s infinite`,
  '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
}));
/** The warning shown when the browser provides no storage (ROOT-03). */
export const storageWarning = (): string => t('Storage not available - some features may not work properly');

/** Shown while a stored session is checked (ROOT-01), with the warning when the browser refuses storage (ROOT-02). */
export function LoadingScreen() {
  return (
    <Stack component="main" sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', gap: 2, padding: 3 }}>
      <div role="status">
        <Spinner aria-hidden />
        <Typography variant="h1">{t('Loading {product}', { product: PRODUCT })}</Typography>
        <Typography color="textSecondary">{t('Initializing your AI-powered learning experience...')}</Typography>
      </div>
      {!isStorageAvailable() && <Alert severity="warning">{storageWarning()}</Alert>}
    </Stack>
  );
}
