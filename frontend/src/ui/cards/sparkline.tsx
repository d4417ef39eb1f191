import { styled } from '@mui/material/styles';

const WIDTH = 120;
const HEIGHT = 32;

const Line = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: HEIGHT,
  color: theme.vars.palette.primary.main,
  // time runs from left to right, as in every chart
  direction: 'ltr',
  '&[data-tone="accent"]': { color: theme.vars.palette.secondary.main },
}));

interface SparklineProps {
  /** At least two, oldest first. */
  readonly values: readonly number[];
  /** Rust, for figures that are better when they are low, such as failures. */
  readonly tone?: 'primary' | 'accent';
}

/**
 * The trend of a figure on a scale from zero, without axes; renders nothing if it did not change. Decorative: the figure and its change are
 * beside it in words.
 */
export function Sparkline({ values, tone = 'primary' }: SparklineProps) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  if (values.length < 2 || values.every((value) => value === values[0])) return null;
  const points = values.map((value, index) => {
    const share = (value - low) / (high - low);
    return `${((index / (values.length - 1)) * WIDTH).toFixed(1)},${(HEIGHT - 3 - share * (HEIGHT - 6)).toFixed(1)}`;
  });
  return (
    <Line viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" data-tone={tone} aria-hidden="true" focusable="false">
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} fill="currentColor" opacity="0.12" />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </Line>
  );
}
