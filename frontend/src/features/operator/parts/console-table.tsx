import type { ReactNode, Ref } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { StackedTable } from '#frontend/ui/list/stacked-table.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { useHiddenColumns } from './hidden-columns.ts';

/** A column of a table of the console. The first one names the row. */
export interface Column<Row> {
  readonly id: string;
  readonly name: string;
  /** A number: end-aligned, in tabular digits. */
  readonly isFigure?: boolean;
  /** A time or a name, which must not wrap. */
  readonly isWhole?: boolean;
  /** Buttons, which do not wrap either; on a phone they are at the end of their row. */
  readonly isAct?: boolean;
  /** A sentence: on a phone it has its own line, without the column's name. */
  readonly isLine?: boolean;
  /** Hidden until the reader chooses to show it. */
  readonly isExtra?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface ConsoleTableProps<Row> {
  /** Names the table for screen readers, and is its heading unless `isInner`. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown at the end of the heading's line. */
  readonly aside?: ReactNode;
  /** The name under which the reader's choice of columns is stored; without it, all are shown. */
  readonly keep?: string;
  /** The only table of its screen, whose title serves as its heading; it shows its number of rows. */
  readonly isAlone?: boolean;
  /** Inside a section that already has the heading, so it has neither a card nor its own heading. */
  readonly isInner?: boolean;
  /** Shown instead of a table without rows. */
  readonly empty?: ReactNode;
  readonly list?: Ref<HTMLTableSectionElement>;
}

/**
 * The only table of the console. If wider than the page, it scrolls inside its frame, also by keyboard; on a phone its rows are stacked. J
 * and K move between rows.
 */
export function ConsoleTable<Row>(props: ConsoleTableProps<Row>) {
  const { label, columns, rows, aside, keep, isAlone = false, isInner = false, empty } = props;
  const [hidden, hide] = useHiddenColumns(
    keep,
    columns.flatMap(({ id, isExtra }) => (isExtra ? [id] : [])),
  );
  const shown = columns.filter(({ id }) => !hidden.includes(id));
  const table = rows.length === 0 && empty !== undefined ? <Box sx={{ padding: 2 }}>{empty}</Box> : <Rows {...props} columns={shown} />;
  if (isInner) return table;
  return (
    <Card component="div" sx={{ marginBlockEnd: 2 }}>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', gap: '0 16px', flexWrap: 'wrap', padding: '8px 12px 4px' }}>
        {isAlone ? (
          <Quiet variant="body2">{t('{n, plural, one {# row} other {# rows}}', { n: rows.length })}</Quiet>
        ) : (
          <Typography variant="h3" component="h2">
            {label}
          </Typography>
        )}
        <Typography component="div" variant="body2" color="textSecondary" sx={{ flexGrow: 1, textAlign: 'end' }}>
          {aside}
        </Typography>
        {keep !== undefined && <ColumnChoice label={label} columns={columns.slice(1)} hidden={hidden} onHide={hide} />}
      </Stack>
      {table}
    </Card>
  );
}

function Rows<Row>({ label, columns, rows, keyOf, list, isInner = false }: ConsoleTableProps<Row>) {
  return (
    <TableContainer
      data-table
      role={isInner ? 'group' : 'region'}
      tabIndex={0}
      aria-label={label}
      sx={{ boxSizing: 'border-box', paddingInline: 0.5 }}
    >
      {/* explicit roles, because some browsers drop those of the elements when rows are stacked */}
      <StackedTable role="table">
        <TableHead role="rowgroup">
          <TableRow role="row">
            {columns.map(({ id, name, isFigure = false, isAct = false, isWhole = isFigure || isAct }) => (
              <TableCell
                key={id}
                component="th"
                role="columnheader"
                scope="col"
                align={isFigure ? 'right' : 'left'}
                sx={isWhole ? { whiteSpace: 'nowrap' } : undefined}
              >
                {isAct ? <VisuallyHidden>{name}</VisuallyHidden> : name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody ref={list} role="rowgroup">
          {rows.map((row) => (
            <TableRow key={keyOf(row)} role="row" hover tabIndex={-1}>
              {columns.map(({ id, name, isFigure = false, isAct = false, isLine = isAct, isWhole = isFigure || isAct, cell }, place) => (
                <TableCell
                  key={id}
                  {...(place === 0
                    ? { component: 'th', role: 'rowheader', scope: 'row' }
                    : { role: 'cell', ...(!isLine && { 'data-label': name }) })}
                  align={isFigure || isAct ? 'right' : 'left'}
                  sx={isWhole ? { whiteSpace: 'nowrap' } : undefined}
                >
                  {place === 0 && !isWhole ? <CutText>{cell(row)}</CutText> : cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </StackedTable>
    </TableContainer>
  );
}

/** A warning beside the affected item. */
export const Mark = (props: TypographyProps) => <Typography component="b" variant="inherit" color="error" {...props} />;

export const Quiet = (props: TypographyProps) => <Typography component="span" variant="inherit" color="textSecondary" {...props} />;
