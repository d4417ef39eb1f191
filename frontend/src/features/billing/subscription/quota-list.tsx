import { isQuotaUndelivered } from '#contract/platform/named-parts.ts';
import { styled } from '@mui/material/styles';
import { formatDate, formatDuration, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import type { QuotaLine } from '#frontend/lib/token-balance.ts';
import { Rows } from '#frontend/ui/margin-row.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '6px 16px',
  paddingBlock: 10,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
}));
const Used = styled('span')(({ theme }) => ({ ...theme.typography.body2, textAlign: 'end' }));
const Meter = styled(ProgressMeter)({ flex: '1 1 100%', boxSizing: 'border-box' });
const Note = styled('span')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));

const Renewal = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '8px 0 0', color: theme.vars.palette.text.secondary }));

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
      <Rows>
        {quotas.map(({ name, allowed, used, held, resets_at: resetsAt }) => {
          const taken = used + held;
          const words = t('{used} of {allowed} used', { used: amountOf(name, used), allowed: amountOf(name, allowed) });
          return (
            <Row key={name}>
              <span>
                {nameOf(name)}
                {isQuotaUndelivered(name) && <Note> {t('not yet available')}</Note>}
              </span>
              <Used>
                {words}
                {held > 0 && <Note> {t('({n} reserved)', { n: amountOf(name, held) })}</Note>}
              </Used>
              <Meter
                label={nameOf(name)}
                value={allowed === 0 ? 0 : Math.min(100, Math.round((taken / allowed) * 100))}
                valueText={words}
              />
              {resetsAt !== null && together === null && <Note>{t('Resets on {date}', { date: formatDate(resetsAt) })}</Note>}
            </Row>
          );
        })}
      </Rows>
      {together !== null && <Renewal>{t('Everything resets on {date}.', { date: formatDate(together) })}</Renewal>}
    </>
  );
}
