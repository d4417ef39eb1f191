import { styled } from '@mui/material/styles';
import { DataTable } from '#frontend/ui/data-table.tsx';

/** A ruled table of the console: figures are end-aligned, in tabular digits. */
export const ConsoleTable = styled(DataTable)({
  '& th, & td': { padding: '6px 8px', textAlign: 'start', fontWeight: 400, verticalAlign: 'top' },
  '& thead th': { fontWeight: 600, verticalAlign: 'bottom' },
  '& .figure': { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  // long names of columns must not widen them
  '& thead .figure': { whiteSpace: 'normal' },
  '& tr[data-current] > *': { fontWeight: 600 },
  // names of queues, times and buttons in a row do not wrap
  '& th bdi, & .when': { whiteSpace: 'nowrap' },
  // a button aligns with the line of its row, below the header of its column
  '& td .MuiButton-root': { minWidth: 0, paddingInline: 8, marginInlineStart: -8, marginBlock: -6 },
});

/** A warning label beside the affected item. */
export const Mark = styled('b')(({ theme }) => ({
  fontWeight: 600,
  color: theme.vars.palette.error.main,
  whiteSpace: 'nowrap',
}));

export const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));
