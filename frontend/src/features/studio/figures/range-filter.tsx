import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { t } from '#frontend/lib/text.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { figuresSearch, RANGES, rangeOf, type FiguresSearch } from './figures-search.ts';

interface RangeFilterProps {
  readonly search: FiguresSearch;
  readonly onSearch: (search: FiguresSearch) => void;
}

/** The range of the trends, and the comparison with the year before; both are in the URL. */
export function RangeFilter({ search, onSearch }: RangeFilterProps) {
  const change = (part: Record<string, unknown>) => onSearch(figuresSearch({ ...search, ...part }));
  return (
    <Stack
      role="group"
      aria-label={t('Months shown')}
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ alignItems: { sm: 'flex-end' }, gap: '8px 24px' }}
    >
      <Box sx={{ width: { sm: '12rem' } }}>
        <SelectField
          label={t('Months shown')}
          value={String(rangeOf(search))}
          onChange={({ target }) => change({ months: Number(target.value) })}
          options={RANGES.map((months) => ({
            value: String(months),
            label: t('{n, plural, one {# month} other {# months}}', { n: months }),
          }))}
        />
      </Box>
      <CheckField
        label={t('Compare with the same months a year before')}
        checked={search.compare === 'year'}
        onChange={({ target }) => change({ compare: target.checked ? 'year' : undefined })}
      />
    </Stack>
  );
}
