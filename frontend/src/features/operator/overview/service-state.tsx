import type { ServiceRow } from '#contract/operator/overview.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { Mark } from '../parts/console-table.tsx';
import { formatSeconds } from '../parts/figures.ts';

/** Whether a service is asked, in words. */
export function ServiceState({ row }: { readonly row: ServiceRow }) {
  if (row.state === 'open') return t('In service');
  if (row.state === 'off') return t('No key configured');
  return <Mark>{pauseWord(row)}</Mark>;
}

function pauseWord({ state, until }: ServiceRow): string {
  if (state === 'held' || until === null) return t('Paused by an operator');
  return t('Asked again in {time}', { time: formatSeconds(Math.max(0, (Date.parse(until) - Date.now()) / 1000)) });
}
