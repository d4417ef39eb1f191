import Table from '@mui/material/Table';
import { styled } from '@mui/material/styles';

/**
 * A table whose rows are stacked on a phone: the name of the row, and below it each cell under the name of its column, taken from the
 * cell's `data-label`; a cell without a label, such as buttons, has the full width. If a row begins with a checkbox (`data-lead`), the
 * checkbox, the name and the cell with `data-beside` share a line. A menu (`data-corner`) is in the corner of its row.
 */
export const StackedTable = styled(Table)(({ theme }) => ({
  '& tbody:last-child > tr:last-child > *, & tfoot > tr > *': { borderBlockEnd: 0 },
  '& tfoot > tr > *': { fontWeight: 650, color: theme.vars.palette.text.primary },
  [theme.breakpoints.down('md')]: {
    // there, each cell names its column
    '& thead': { display: 'none' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: '6px 16px',
      padding: '12px 16px',
      borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
    },
    '& tbody:last-child > tr:last-child, & tfoot > tr': { borderBlockEnd: 0 },
    '&& .MuiTableCell-root': { height: 'auto', padding: 0, border: 0, textAlign: 'start', whiteSpace: 'normal', overflowWrap: 'anywhere' },
    '& th, & td:not([data-label])': { gridColumn: '1 / -1' },
    '& td:empty': { display: 'none' },
    '& tr:has(> [data-lead])': {
      gridTemplateColumns: 'auto minmax(0, 1fr) auto',
      alignItems: 'center',
      '& > td': { gridColumn: '2 / -1' },
      // each has its own line there
      '& > td[data-label]': { display: 'flex', alignItems: 'baseline', columnGap: 8 },
      '& > [data-lead]': { gridArea: '1 / 1' },
      '& > th': { gridArea: '1 / 2' },
      '& > td[data-beside]': { gridArea: '1 / 3', '&::before': { display: 'none' } },
    },
    '& tr:has(> [data-corner])': { position: 'relative' },
    // the name leaves room for it; in full, because the rule above that takes the padding is as specific
    '&& tr:has(> [data-corner]) > th.MuiTableCell-root': { paddingInlineEnd: '48px' },
    '&& > tbody > tr > [data-corner]': { position: 'absolute', insetBlockStart: 0, insetInlineEnd: 4 },
    '& td[data-label]::before': {
      ...theme.typography.caption,
      content: 'attr(data-label)',
      display: 'block',
      color: theme.vars.palette.text.secondary,
    },
  },
}));
