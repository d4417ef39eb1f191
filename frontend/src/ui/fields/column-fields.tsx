import Box from '@mui/material/Box';
import type { TableColumn } from '#contract/platform/table-columns.ts';
import { formatList, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from './select-field.tsx';

interface ColumnFieldsProps<C extends string> {
  /** The columns of a user's file in order, each with its current meaning. */
  readonly columns: readonly TableColumn<C>[];
  readonly names: readonly C[];
  readonly wordOf: (column: C) => string;
  readonly isDisabled?: boolean;
  readonly onChange: (columns: (C | null)[]) => void;
}

/**
 * Assigns a meaning to each column of a table, shown with its first cells. A meaning belongs to one column only: choosing it for another
 * takes it from the first.
 */
export function ColumnFields<C extends string>({ columns, names, wordOf, isDisabled = false, onChange }: ColumnFieldsProps<C>) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 16rem), 1fr))' }}>
      {columns.map(({ title, samples, column }, at) => (
        <SelectField
          key={at}
          label={title === '' ? t('Column {n}', { n: formatNumber(at + 1) }) : title}
          value={column ?? ''}
          disabled={isDisabled}
          onChange={({ target }) => {
            const chosen = names.find((one) => one === target.value) ?? null;
            onChange(columns.map((one, n) => (n === at ? chosen : one.column === chosen ? null : one.column)));
          }}
          helper={samples.length > 0 && <bdi>{formatList(samples)}</bdi>}
          options={[{ value: '', label: t('Not read') }, ...names.map((value) => ({ value, label: wordOf(value) }))]}
        />
      ))}
    </Box>
  );
}
