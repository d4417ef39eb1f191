import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';

/** Shown instead of the form to add a sign-in method, as long as the address is not verified and may be anybody's. */
export function UnprovenNote() {
  return <Typography color="textSecondary">{t('Verify your email address first: it is at the top of this page.')}</Typography>;
}
