import { styled } from '@mui/material/styles';
import { MarginRow } from '#frontend/ui/margin-row.tsx';

/** A lesson in its module: number, title, marks and what one can do. On phones the marks are below the title. */
export const OutlineRow = styled(MarginRow, { shouldForwardProp: () => true })(({ theme }) => ({
  '&&': {
    columnGap: 12,
    paddingBlock: 4,
    [theme.breakpoints.down('sm')]: {
      display: 'grid',
      gridTemplateColumns: '2.5rem minmax(0, 1fr) auto',
      '& > :nth-of-type(3)': { gridColumn: 2, gridRow: 2 },
      '& > :last-child': { gridColumn: 3, gridRow: '1 / span 2' },
      // a button with a word leaves the title no room in large type
      '& > [data-below]': { gridColumn: 2, gridRow: 3 },
    },
  },
}));
