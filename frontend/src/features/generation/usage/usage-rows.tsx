import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';

interface UsageRowsProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Indices of the columns of figures. */
  readonly figures: readonly number[];
  /** The first two cells of a row name it. */
  readonly rows: readonly (readonly string[])[];
}

/** A table of figures; one wider than the page scrolls inside its frame, also by keyboard. */
export function UsageRows({ label, columns, figures, rows }: UsageRowsProps) {
  const align = (index: number) => (figures.includes(index) ? 'right' : 'left');
  return (
    <TableContainer data-table role="region" tabIndex={0} aria-label={label}>
      <Table>
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableCell key={column} align={align(index)}>
                {column}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.slice(0, 2).join(' ')}>
              {row.map((cell, index) => (
                <TableCell
                  key={columns[index]}
                  align={align(index)}
                  sx={{ whiteSpace: 'nowrap' }}
                  {...(index === 0 && { component: 'th', scope: 'row' })}
                >
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
