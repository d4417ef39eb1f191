import { useTheme } from '@mui/material/styles';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

const WIDTH = 90;
const HEIGHT = 20;

/** Counts of the last minutes as small bars, chronological from left to right in every language. */
export function Sparkline({ counts }: { readonly counts: readonly number[] }) {
  const { palette } = useTheme().vars;
  const most = Math.max(1, ...counts);
  const slot = WIDTH / counts.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={t('{n} in the last {minutes} minutes', { n: formatNumber(total), minutes: formatNumber(counts.length) })}
      style={{ display: 'block' }}
    >
      {counts.map((count, index) => {
        const height = Math.max(1, (count / most) * HEIGHT);
        return (
          <rect
            key={index}
            x={index * slot}
            y={HEIGHT - height}
            width={Math.max(1, slot - 1)}
            height={height}
            fill={count === 0 ? palette.line.hairline : palette.primary.main}
          />
        );
      })}
    </svg>
  );
}
