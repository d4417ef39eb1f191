import { styled } from '@mui/material/styles';
import type { Achievement } from '#contract/dashboard/dashboard.contract.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { AchievementBadge } from './achievement-badge.tsx';

const Row = styled('li')({ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', alignItems: 'center', gap: 16 });
const Line = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 16px' });
const Meta = styled('div')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));

/** An achievement: awarded with its date, or its progress. */
export function AchievementRow({ achievement }: { readonly achievement: Achievement }) {
  const { id, title, title_words: words, points, awarded_at: at, progress, target } = achievement;
  const name = translateServerText(title, words);
  return (
    <Row>
      <AchievementBadge id={id} isAwarded={at !== null} />
      <div>
        <Line>
          <strong>{name}</strong>
          <span>{t('+{n} points', { n: formatNumber(points) })}</span>
        </Line>
        {at === null ? (
          <>
            <ProgressMeter label={t('Progress of {title}', { title: name })} value={Math.floor((progress / target) * 100)} />
            <Meta>{t('{n} of {total}', { n: formatNumber(progress), total: formatNumber(target) })}</Meta>
          </>
        ) : (
          <Meta>{formatDate(at)}</Meta>
        )}
      </div>
    </Row>
  );
}
