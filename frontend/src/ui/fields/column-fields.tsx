import Box from '@mui/material/Box';
import type { TableColumn } from '#contract/platform/table-columns.ts';
import { formatList, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from './select-field.tsx';

interface ColumnFieldsProps<C extends string> {
  /** Of somebody's file, in their order, with what each is taken for. */
  readonly columns: readonly TableColumn<C>[];
  readonly names: readonly C[];
  readonly wordOf: (column: C) => string;
  readonly isDisabled?: boolean;
  readonly onChange: (columns: (C | null)[]) => void;
}

/** What each column of a table is, each with its first cells; a column that is chosen anew is no other one any more. */
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
