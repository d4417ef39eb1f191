import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { formatNumber, formatWeekdayOf } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS, TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { dashboard } from './dashboard-queries.ts';

const Row = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  '& strong': { fontFamily: FONTS.reading, fontSize: TYPE_SCALE.title },
  '& [data-days]': { display: 'inline-flex', gap: 4 },
  '& [data-days] > i': {
    display: 'grid',
    placeItems: 'center',
    width: 22,
    height: 22,
    borderRadius: '50%',
    fontStyle: 'normal',
    fontSize: '0.75rem',
    fontWeight: 600,
    color: theme.vars.palette.text.secondary,
    border: `1px solid ${theme.vars.palette.line.hairline}`,
  },
  '& [data-days] > [data-full]': {
    color: theme.vars.palette.secondary.contrastText,
    backgroundColor: theme.vars.palette.secondary.main,
    borderColor: theme.vars.palette.secondary.main,
  },
}));

/** The learner's streak in days, and which of the last seven days were learning days. Renders nothing until they are known. */
export default function StreakDays({ userId }: { readonly userId: string }) {
  const { data } = useQuery(dashboard(userId));
  if (!data || data.streak_days === 0) return null;
  return (
    <Row>
      <span>
        <strong>{formatNumber(data.streak_days)}</strong>{' '}
        {t('{n, plural, one {day in a row} other {days in a row}}', { n: data.streak_days })}
      </span>
      <span data-days="" aria-hidden>
        {data.weekly_activity.map(({ day, minutes, lessons }) => (
          <i key={day} data-full={minutes + lessons > 0 ? '' : undefined}>
            {[...formatWeekdayOf(day, 'short')][0]}
          </i>
        ))}
      </span>
    </Row>
  );
}
