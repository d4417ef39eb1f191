import type { ReactNode, Ref } from 'react';
import Card from '@mui/material/Card';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { StackedTable } from './stacked-table.tsx';

/** A column of a `RowTable`. The first one without actions names the row. */
export interface Column<Row> {
  readonly name: string;
  /** A number or an amount: aligned to the end of its column, in tabular digits. */
  readonly isFigure?: boolean;
  /** A short text that is never broken, such as a date. */
  readonly isWhole?: boolean;
  /** On a phone, a short figure on the line of the name, without its heading. */
  readonly isBeside?: boolean;
  /** A checkbox or buttons; the column needs no visible heading. */
  readonly isAct?: boolean;
  /** A column of actions in one menu button: on a phone in the corner of the row. */
  readonly isMenu?: boolean;
  readonly renderCell: (row: Row) => ReactNode;
}

interface RowTableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The cells of a last row with the totals, one per column. */
  readonly sums?: readonly ReactNode[];
  /** Inside an existing card. */
  readonly isInner?: boolean;
  /** Receives the element whose children are the rows. */
  readonly list?: Ref<HTMLTableSectionElement>;
}

/** A table on a card. If wider than its container, it scrolls inside it, also by keyboard; on a phone its rows are stacked. */
export function RowTable<Row>({ label, columns, rows, keyOf, sums, isInner = false, list }: RowTableProps<Row>) {
  const naming = columns.find(({ isAct }) => !isAct);
  const alignOf = (column: Column<Row>) => (column.isFigure || (column.isAct && column !== columns[0]) ? 'right' : 'left');
  const roleOf = (column: Column<Row>) => {
    if (column === naming) return { component: 'th', scope: 'row' } as const;
    if (column.isAct) return { ...(column === columns[0] && { 'data-lead': '' }), ...(column.isMenu && { 'data-corner': '' }) };
    return { 'data-label': column.name, ...(column.isBeside && { 'data-beside': '' }) };
  };
  const table = (
    <TableContainer data-table role="region" tabIndex={0} aria-label={label}>
      <StackedTable>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.name} component="th" scope="col" align={alignOf(column)}>
                {column.isAct ? <VisuallyHidden>{column.name}</VisuallyHidden> : column.name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody ref={list}>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} hover>
              {columns.map((column) => (
                <TableCell
                  key={column.name}
                  {...roleOf(column)}
                  align={alignOf(column)}
                  sx={column.isFigure || column.isAct || column.isWhole ? { whiteSpace: 'nowrap' } : undefined}
                >
                  {column.renderCell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        {sums && (
          <TableFooter>
            <TableRow>
              {columns.map((column, place) => (
                <TableCell key={column.name} variant="body" {...roleOf(column)} align={alignOf(column)}>
                  {sums[place]}
                </TableCell>
              ))}
            </TableRow>
          </TableFooter>
        )}
      </StackedTable>
    </TableContainer>
  );
  return isInner ? table : <Card component="div">{table}</Card>;
}
