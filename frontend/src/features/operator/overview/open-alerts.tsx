import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { alertSectionName, alertWords } from './alert-words.ts';

/** The alerts that are open, in words, each with the way to what shows more of it. */
export function OpenAlerts({ alerts }: { readonly alerts: readonly OperatorAlert[] }) {
  if (alerts.length === 0) return null;
  return (
    <Stack component="section" aria-label={t('Open alerts')} sx={{ gap: 1, marginBlockEnd: 2 }}>
      {alerts.map((alert) => {
        const { what, limit, section } = alertWords(alert);
        return (
          <Alert key={alert.id} role="status" severity={alert.severity === 'critical' ? 'error' : 'warning'}>
            <b>{what}</b>
            {limit !== null && ` · ${t('limit {limit}', { limit })}`}
            {` · ${t('since {time}', { time: formatWhen(alert.opened_at) })} · `}
            <TextLink to="/operator/$section" params={{ section }}>
              {alertSectionName(section)}
            </TextLink>
          </Alert>
        );
      })}
    </Stack>
  );
}
