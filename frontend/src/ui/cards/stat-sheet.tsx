import type { ReactNode } from 'react';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { Figure } from '#frontend/ui/figure.tsx';
import { TrendingDownIcon, TrendingFlatIcon, TrendingUpIcon } from '#frontend/ui/icons.tsx';
import { Sparkline } from './sparkline.tsx';

const Sheet = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 12rem), 1fr))',
  gap: 1,
  margin: 0,
  '& dd': { margin: 0 },
  '& > div': {
    position: 'relative',
    borderRadius: 0,
    border: 0,
    boxShadow: 'none',
    outline: `1px solid ${theme.vars.palette.line.hairline}`,
  },
  // beside the figure, below its name
  '& [data-trend]': { position: 'absolute', insetBlockStart: 26, insetInlineEnd: 16, width: '28%' },
  // two per line on a phone, where there is no room for a trend; an odd last one has its own line
  '@media (width < 480px)': {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > :last-child:nth-of-type(odd)': { gridColumn: '1 / -1' },
    '& [data-trend]': { display: 'none' },
    // a change stays on one line
    '&& > div': { paddingInline: 14 },
    '& .MuiChip-root': { maxWidth: 'calc(100% + 8px)', '& > .MuiChip-label': { paddingInline: 6 } },
  },
  '& [data-amount] a:not(:hover, :focus-visible)': { textDecorationColor: 'transparent' },
  '& [data-amount] a': { color: 'inherit' },
}));

/** The only form for figures: a sheet of `FigureCard`s separated by rules, each with its trend beside it. */
export function StatSheet({ children }: { readonly children: ReactNode }) {
  return (
    <Card component="div" sx={{ marginBlockEnd: 2.5, '[data-density="dense"] &': { marginBlockEnd: 2 } }}>
      <Sheet>{children}</Sheet>
    </Card>
  );
}

// stays on one line of a narrow card
const Amount = styled(Typography)(({ theme }) => ({
  fontSize: 'clamp(1.25rem, 16cqi, 1.5rem)',
  [theme.breakpoints.up('md')]: { fontSize: `clamp(1.25rem, 16cqi, ${TYPE_SCALE.page})` },
})) as typeof Typography;

export interface FigureCardProps {
  readonly name: string;
  /** The formatted figure: '$492.80', '1,284'. */
  readonly figure: ReactNode;
  /** How it has changed: `words` such as '12 % more', and the direction as an icon. */
  readonly change?: { readonly words: string; readonly direction: 'up' | 'down' | 'level' } | undefined;
  /** What it counts, or the period: 'from 21 ratings'. */
  readonly note?: ReactNode;
  /** Earlier values, oldest first. */
  readonly trend?: readonly number[] | undefined;
  /** Rust, for figures that are better when they are low. */
  readonly tone?: 'primary' | 'accent';
}

const ICONS = { up: TrendingUpIcon, down: TrendingDownIcon, level: TrendingFlatIcon } as const;

/** A figure with its name, change and trend. Used inside a `StatSheet`. */
export function FigureCard({ name, figure, change, note, trend, tone = 'primary' }: FigureCardProps) {
  const Icon = change && ICONS[change.direction];
  return (
    <Card
      component="div"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        containerType: 'inline-size',
        padding: '14px 18px',
        '[data-density="dense"] &': { padding: '10px 16px' },
      }}
    >
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Amount component="dd" variant="h5" data-amount="">
        {figure}
      </Amount>
      {change && Icon && (
        <dd style={{ marginBlock: 4 }}>
          <Chip
            component="span"
            size="small"
            color={tone === 'accent' ? 'secondary' : 'primary'}
            icon={<Icon aria-hidden />}
            label={<Figure>{change.words}</Figure>}
          />
        </dd>
      )}
      {note !== undefined && (
        <Typography component="dd" variant="body2" color="textSecondary" sx={{ '& a': { display: 'inline-block', paddingBlock: 0.25 } }}>
          {note}
        </Typography>
      )}
      {trend && trend.length > 1 && (
        <Typography component="dd" data-trend="" sx={{ marginBlockStart: 'auto', paddingBlockStart: 1 }}>
          <Sparkline values={trend} tone={tone} />
        </Typography>
      )}
    </Card>
  );
}
