import Box from '@mui/material/Box';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { kindWord } from './movement-words.ts';
import { KINDS, usageSearch, type UsageSearch } from './usage-search.ts';

interface UsageFilterProps {
  readonly filter: UsageSearch;
  readonly onFilter: (filter: UsageSearch) => void;
}

/** The filter of movements; the choice is in the URL. */
export function UsageFilter({ filter, onFilter }: UsageFilterProps) {
  const change = (part: Record<string, unknown>) => onFilter(usageSearch({ ...filter, ...part }));
  return (
    <Box
      sx={{ display: 'grid', gap: 2, marginBlockEnd: 3, gridTemplateColumns: { sm: '1.2fr 1fr 1fr' } }}
      role="group"
      aria-label={t('Filter')}
    >
      <SelectField
        label={t('Kind')}
        value={filter.kind ?? ''}
        onChange={({ target }) => change({ kind: target.value })}
        options={[{ value: '', label: t('All') }, ...KINDS.map((kind) => ({ value: kind, label: kindWord(kind) }))]}
      />
      <TextField
        label={t('From')}
        type="date"
        max={filter.to}
        value={filter.from ?? ''}
        onChange={({ target }) => change({ from: target.value })}
      />
      <TextField
        label={t('To')}
        type="date"
        min={filter.from}
        value={filter.to ?? ''}
        onChange={({ target }) => change({ to: target.value })}
      />
    </Box>
  );
}
