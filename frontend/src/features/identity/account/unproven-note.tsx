import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';

/** Stands where a way to sign in would be added, while the address may be anybody's. */
export function UnprovenNote() {
  return <Typography color="textSecondary">{t('Verify your email address first: it is at the top of this page.')}</Typography>;
}
