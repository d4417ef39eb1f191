import { styled } from '@mui/material/styles';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

/** LOC-01. */
export const SHOWN = ['all', 'learners', 'events', 'locations'] as const;
export type Shown = (typeof SHOWN)[number];

const Bar = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 4, marginBlockEnd: 12 });
const Choice = styled('button')(({ theme }) => ({
  font: 'inherit',
  minHeight: 44,
  padding: '4px 12px',
  color: 'inherit',
  background: 'none',
  border: 0,
  borderBlockEnd: '3px solid transparent',
  cursor: 'pointer',
  '&[aria-pressed="true"]': { borderColor: theme.vars.palette.primary.main, fontWeight: 650 },
  '& span': { color: theme.vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums', marginInlineStart: 6 },
}));

interface PlaceFiltersProps {
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
  /** null where the count is unknown. */
  readonly counts: Readonly<Record<Shown, number | null>>;
}

/** The filters of the map and the lists, each with its count. */
export function PlaceFilters({ shown, onShow, counts }: PlaceFiltersProps) {
  const labels: Record<Shown, string> = { all: t('All'), learners: t('Learners'), events: t('Events'), locations: t('Study Spots') };
  return (
    <Bar role="group" aria-label={t('Show')}>
      {SHOWN.map((one) => (
        <Choice key={one} type="button" aria-pressed={one === shown} onClick={() => onShow(one)}>
          {labels[one]}
          <span>{counts[one] === null ? '–' : formatNumber(counts[one])}</span>
        </Choice>
      ))}
    </Bar>
  );
}
