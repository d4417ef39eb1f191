import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RunningSimulation } from './use-simulation.ts';
import { formatQuantity } from './format-quantity.ts';

const SIZE = { width: 240, height: 96, edge: 6 } as const;
const SAMPLES = 80;

interface ScenePlotProps {
  readonly simulation: RunningSimulation;
  readonly quantity: string;
  /** `t`, or the id of a parameter. */
  readonly over: string;
}

/** A curve of a quantity over time or over a parameter, with a mark where it is now. */
export function ScenePlot({ simulation: { compiled, parameters, values }, quantity, over }: ScenePlotProps) {
  const { scene } = compiled;
  const shown = scene.quantities.find(({ id }) => id === quantity)!;
  const slider = scene.parameters.find(({ id }) => id === over);
  const [from, to] = slider ? [slider.min, slider.max] : [0, scene.seconds || 1];
  const at = (x: number) =>
    (slider ? compiled.valuesOf({ ...parameters, [over]: x }, values['t']!) : compiled.valuesOf(parameters, x))[quantity]!;
  const samples = Array.from({ length: SAMPLES + 1 }, (_, n) => from + ((to - from) * n) / SAMPLES)
    .map((x) => [x, at(x)] as const)
    .filter(([, y]) => Number.isFinite(y));
  if (samples.length < 2) return null;
  const ys = samples.map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const place = (x: number, y: number): string => {
    const { width, height, edge } = SIZE;
    const [share, rise] = [(x - from) / (to - from), high > low ? (y - low) / (high - low) : 0.5];
    return `${(edge + share * (width - 2 * edge)).toFixed(1)},${(height - edge - rise * (height - 2 * edge)).toFixed(1)}`;
  };
  const now = [slider ? parameters[over]! : values['t']!, values[quantity]!] as const;
  const [x, y] = place(...now).split(',');
  return (
    <Box component="figure" sx={{ margin: 0 }}>
      <Typography component="figcaption" variant="body2" color="textSecondary">
        {shown.label}: {formatQuantity(low, shown)}–{formatQuantity(high, shown)}
      </Typography>
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        aria-hidden="true"
        style={{ inlineSize: '100%', maxInlineSize: 320, direction: 'ltr' }}
      >
        <polyline
          points={samples.map((one) => place(...one)).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          opacity="0.6"
        />
        {Number.isFinite(now[1]) && <circle cx={x} cy={y} r="4" fill="currentColor" />}
      </svg>
    </Box>
  );
}
