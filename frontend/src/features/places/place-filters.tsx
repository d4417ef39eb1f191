import Box from '@mui/material/Box';
import { t } from '#frontend/lib/text.ts';
import { FilterChips } from '#frontend/ui/fields/filter-chips.tsx';

/** The filters of the map (LOC-01). */
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
    <Box sx={{ marginBlockEnd: 2 }}>
      <FilterChips
        label={t('Show')}
        value={shown}
        options={SHOWN.map((value) => ({ value, label: labels[value], count: counts[value] }))}
        onChange={onShow}
      />
    </Box>
  );
}
