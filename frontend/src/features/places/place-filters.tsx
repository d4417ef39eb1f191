import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

/** LOC-01. */
export const SHOWN = ['all', 'learners', 'events', 'locations'] as const;
export type Shown = (typeof SHOWN)[number];

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
    <Stack direction="row" useFlexGap role="group" aria-label={t('Show')} sx={{ flexWrap: 'wrap', gap: 1, marginBlockEnd: 2 }}>
      {SHOWN.map((one) => (
        <Chip
          key={one}
          component="button"
          clickable
          color={one === shown ? 'primary' : 'default'}
          variant={one === shown ? 'filled' : 'outlined'}
          aria-pressed={one === shown}
          onClick={() => onShow(one)}
          label={`${labels[one]} ${counts[one] === null ? '–' : formatNumber(counts[one])}`}
        />
      ))}
    </Stack>
  );
}
