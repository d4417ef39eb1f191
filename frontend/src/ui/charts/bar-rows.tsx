import { useId, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';

const ROW_PX = 36;
const BAR_PX = 16;

export interface BarRow {
  readonly name: string;
  /** Shown instead of the name, such as a link. */
  readonly title?: ReactNode;
  readonly value: number;
  /** A second, hatched part of the bar. */
  readonly hatched?: number;
  /** The figure in words. */
  readonly label: string;
}

interface BarRowsProps {
  readonly label: string;
  /** `group` if the names are links. */
  readonly role: 'img' | 'group';
  readonly bars: readonly BarRow[];
  /** What the hatched part means. */
  readonly hatchedWords?: string;
  readonly onPress?: (index: number) => void;
}

/** One flat bar per name with its figure beside it. Runs from left to right in every language. */
export function BarRows({ label, role, bars, hatchedWords, onPress }: BarRowsProps) {
  const { palette } = useTheme().vars;
  const hatch = useId();
  const hasHatched = bars.some(({ hatched = 0 }) => hatched > 0);
  return (
    <>
      <Box
        dir="ltr"
        role={role}
        aria-label={label}
        sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto', columnGap: 1, minWidth: 0 }}
      >
        <Column>
          {bars.map(({ name, title = name }) => (
            <span key={name}>{title}</span>
          ))}
        </Column>
        <div aria-hidden="true">
          {/* after a window resize it keeps its old width until it has been measured again */}
          <ResponsiveContainer width="100%" height={bars.length * ROW_PX} style={{ overflow: 'hidden' }}>
            <BarChart
              data={[...bars]}
              layout="vertical"
              barSize={BAR_PX}
              accessibilityLayer={false}
              margin={{ top: 0, bottom: 0, left: 0, right: 1 }}
            >
              <defs>
                <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                  <rect width="2" height="6" style={{ fill: palette.secondary.main }} />
                </pattern>
              </defs>
              <XAxis type="number" hide />
              <YAxis type="category" dataKey="name" hide />
              <Bar
                dataKey="value"
                stackId="bar"
                fill={palette.primary.main}
                radius={hasHatched ? 0 : [0, 6, 6, 0]}
                isAnimationActive={false}
                {...(onPress && { cursor: 'pointer', onClick: (_: unknown, index: number) => onPress(index) })}
              />
              <Bar dataKey="hatched" stackId="bar" fill={`url(#${hatch})`} stroke={palette.secondary.main} isAnimationActive={false} />
            </BarChart>
          </ResponsiveContainer>
        </div>
        <Column isHidden>
          {bars.map((bar) => (
            <span key={bar.name}>{bar.label}</span>
          ))}
        </Column>
      </Box>
      {hasHatched && (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <svg width="24" height="12" aria-hidden="true" focusable="false">
            <rect width="24" height="12" fill={`url(#${hatch})`} stroke={palette.secondary.main} />
          </svg>
          <Typography variant="caption" color="textSecondary">
            {hatchedWords}
          </Typography>
        </Stack>
      )}
    </>
  );
}

/** Text beside the bars: it grows with the reader's font size, and stays visible when a bar is empty. */
const Column = ({ isHidden = false, children }: { readonly isHidden?: boolean; readonly children: ReactNode }) => (
  <Typography
    component="div"
    variant="caption"
    aria-hidden={isHidden || undefined}
    sx={{ display: 'grid', gridAutoRows: ROW_PX, alignItems: 'center', maxWidth: '12rem', overflowWrap: 'anywhere' }}
  >
    {children}
  </Typography>
);
