import type { ReactNode } from 'react';
import TableContainer from '@mui/material/TableContainer';
import { styled } from '@mui/material/styles';

const Table = styled('table')(({ theme }) => ({
  ...theme.typography.body2,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}` },
  '& thead th': { fontWeight: 600, color: theme.vars.palette.text.secondary },
}));

interface DataTableProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A ruled table. If wider than the page, it scrolls inside its frame, also by keyboard. The caller styles its cells. */
export function DataTable({ label, children, className }: DataTableProps) {
  return (
    <TableContainer data-table role="region" tabIndex={0} aria-label={label}>
      <Table className={className}>{children}</Table>
    </TableContainer>
  );
}

interface ColumnHeadsProps {
  readonly columns: readonly string[];
  /** Names of numeric columns, which follow the others; their headers have the class `figure`. */
  readonly figures?: readonly string[];
}

/** The header row of a `DataTable`. */
export function ColumnHeads({ columns, figures }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {figures?.map((figure) => (
          <th key={figure} scope="col" className="figure">
            {figure}
          </th>
        ))}
      </tr>
    </thead>
  );
}
