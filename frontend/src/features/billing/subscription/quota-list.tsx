import Typography from '@mui/material/Typography';
import { isQuotaUndelivered } from '#contract/platform/named-parts.ts';
import { formatDate, formatDuration, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import type { QuotaLine } from '#frontend/lib/token-balance.ts';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';

/** The displayed name of a quota. */
const nameOf = (name: string): string =>
  ({
    text_course: t('Text courses'),
    video_seconds: t('AI video'),
    vortex_session: t('Vortex sessions (AI tutor)'),
    ar_vr_simulation: t('AR/VR simulations'),
    imagen_visual: t('Imagen visuals'),
    mentor_answer: t('AI Mentor answers'),
  })[name] ?? name;

const amountOf = (name: string, amount: number): string => (name === 'video_seconds' ? formatDuration(amount) : formatNumber(amount));

/** The plan's quotas apart from tokens, with their usage in this period. */
export function QuotaList({ quotas }: { readonly quotas: readonly QuotaLine[] }) {
  const [first] = quotas;
  const together = first?.resets_at != null && quotas.every(({ resets_at: at }) => at === first.resets_at) ? first.resets_at : null;
  return (
    <>
      <EntryList>
        {quotas.map(({ name, allowed, used, held, resets_at: resetsAt }) => {
          const taken = used + held;
          const words = t('{used} of {allowed} used', { used: amountOf(name, used), allowed: amountOf(name, allowed) });
          return (
            <Entry
              key={name}
              title={nameOf(name)}
              lines={[
                ...(isQuotaUndelivered(name) ? [t('not yet available')] : []),
                ...(resetsAt !== null && together === null ? [t('Resets on {date}', { date: formatDate(resetsAt) })] : []),
              ]}
              actions={
                <Typography component="span" variant="body2" sx={{ textAlign: 'end' }}>
                  {words}
                  {held > 0 && ` ${t('({n} reserved)', { n: amountOf(name, held) })}`}
                </Typography>
              }
            >
              <ProgressMeter
                label={nameOf(name)}
                value={allowed === 0 ? 0 : Math.min(100, Math.round((taken / allowed) * 100))}
                valueText={words}
              />
            </Entry>
          );
        })}
      </EntryList>
      {together !== null && (
        <Typography variant="body2" color="textSecondary">
          {t('Everything resets on {date}.', { date: formatDate(together) })}
        </Typography>
      )}
    </>
  );
}
