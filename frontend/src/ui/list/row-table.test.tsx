import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { RowTable, type Column } from './row-table.tsx';

interface Sale {
  readonly title: string;
  readonly sold: number;
}
const COLUMNS: readonly Column<Sale>[] = [
  { name: 'Choose', isAct: true, renderCell: ({ title }) => `choose ${title}` },
  { name: 'Course', renderCell: ({ title }) => title },
  { name: 'Sold', isFigure: true, isBeside: true, renderCell: ({ sold }) => sold },
  { name: 'Since', renderCell: () => 'May' },
  { name: 'Acts', isAct: true, renderCell: ({ title }) => `end ${title}` },
];
const rows = [{ title: 'Bees', sold: 3 }];
const show = (more: object = {}) =>
  showScreen(<RowTable label="Sales" columns={COLUMNS} rows={rows} keyOf={({ title }) => title} {...more} />);
/** Each cell's text, its alignment in the column, and its label on a phone. */
const cellsOf = (row: HTMLElement) =>
  [...row.children].map((cell) => {
    const { label, beside, lead } = (cell as HTMLElement).dataset;
    const told = [label, beside === '' && 'beside', lead === '' && 'lead'].filter(Boolean);
    return [cell.textContent, cell.className.includes('alignRight') ? 'right' : 'left', ...told];
  });

it('names a row by its first cell that has no action, and puts figures and actions at the end', async () => {
  await show();
  const [, row] = within(screen.getByRole('region', { name: 'Sales' })).getAllByRole('row');
  expect(within(row!).getByRole('rowheader').textContent).toBe('Bees');
  expect(cellsOf(row!)).toEqual([
    ['choose Bees', 'left', 'lead'],
    ['Bees', 'left'],
    ['3', 'right', 'Sold', 'beside'],
    ['May', 'left', 'Since'],
    ['end Bees', 'right'],
  ]);
});

it('has its sums below their columns', async () => {
  await show({ sums: [null, 'All', 3, null, null] });
  const last = screen.getAllByRole('row').at(-1)!;
  expect(cellsOf(last).map(([text, end]) => [text, end])).toEqual([
    ['', 'left'],
    ['All', 'left'],
    ['3', 'right'],
    ['', 'left'],
    ['', 'right'],
  ]);
});
