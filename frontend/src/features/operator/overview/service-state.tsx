import Typography from '@mui/material/Typography';
import type { ServiceRow } from '#contract/operator/overview.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { Mark, Quiet } from '../parts/console-table.tsx';
import { formatSeconds } from '../parts/figures.ts';

interface ServiceStateProps {
  readonly row: ServiceRow;
  /** An alert on it is open. */
  readonly hasAlert: boolean;
}

/** Whether a service is asked, in words. */
export function ServiceState({ row, hasAlert }: ServiceStateProps) {
  if (row.state === 'off') return <Quiet>{t('No key configured')}</Quiet>;
  if (row.state !== 'open') return <Mark>{pauseWord(row)}</Mark>;
  if (hasAlert) return <Mark>{t('In service, with an open alert')}</Mark>;
  return (
    <Typography component="span" variant="inherit" color="success">
      {t('In service')}
    </Typography>
  );
}

function pauseWord({ state, until }: ServiceRow): string {
  if (state === 'held' || until === null) return t('Paused by an operator');
  return t('Asked again in {time}', { time: formatSeconds(Math.max(0, (Date.parse(until) - Date.now()) / 1000)) });
}
