import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { CartesianGrid, Line, LineChart, ReferenceDot, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { textLocale } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import { ChartPlot } from '#frontend/ui/cards/chart-plot.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { RunningSimulation } from './use-simulation.ts';
import { formatQuantity } from './format-quantity.ts';

const SAMPLES = 80;

interface ScenePlotProps {
  readonly simulation: RunningSimulation;
  readonly quantity: string;
  /** `t`, or the id of a parameter. */
  readonly over: string;
}

/** The title of an axis: `Speed (m/s)`. */
const axisTitle = ({ label, unit }: { readonly label: string; readonly unit: string }): string =>
  unit === '' ? label : `${label} (${unit})`;

const tick = (value: number): string =>
  new Intl.NumberFormat(textLocale(), { notation: 'compact', maximumSignificantDigits: 3 }).format(value);

/**
 * A curve of a quantity over time or over a parameter, with a mark at its current value. Its axes run to the right and up in every
 * language.
 */
export default function ScenePlot({ simulation: { compiled, parameters, values }, quantity, over }: ScenePlotProps) {
  const { palette } = useTheme().vars;
  const { scene } = compiled;
  const shown = scene.quantities.find(({ id }) => id === quantity)!;
  const slider = scene.parameters.find(({ id }) => id === over);
  const [from, to] = slider ? [slider.min, slider.max] : [0, scene.seconds || 1];
  const at = (x: number) =>
    (slider ? compiled.valuesOf({ ...parameters, [over]: x }, values['t']!) : compiled.valuesOf(parameters, x))[quantity]!;
  const points = Array.from({ length: SAMPLES + 1 }, (_, n) => from + ((to - from) * n) / SAMPLES)
    .map((x) => ({ x, y: at(x) }))
    .filter(({ y }) => Number.isFinite(y));
  if (points.length < 2) return null;
  const ys = points.map(({ y }) => y);
  const now = { x: slider ? parameters[over]! : values['t']!, y: values[quantity]! };
  const axis = { type: 'number', tickFormatter: tick, tickLine: false, stroke: palette.line.control } as const;
  return (
    <figure style={{ margin: 0 }}>
      <Typography component="figcaption" variant="caption" color="textSecondary">
        <bdi>{axisTitle(shown)}</bdi>
        <VisuallyHidden>{`: ${formatQuantity(Math.min(...ys), shown)}–${formatQuantity(Math.max(...ys), shown)}`}</VisuallyHidden>
      </Typography>
      <ChartPlot dir="ltr" aria-hidden="true" style={{ height: '10rem' }}>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart data={points} accessibilityLayer={false} margin={{ top: 8, right: 16, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke={palette.line.hairline} />
            <XAxis {...axis} dataKey="x" domain={[from, to]} tickCount={5} />
            <YAxis {...axis} domain={['auto', 'auto']} tickCount={4} width="auto" axisLine={false} />
            <Line dataKey="y" stroke={palette.primary.main} strokeWidth={2} dot={false} isAnimationActive={false} />
            {Number.isFinite(now.y) && <ReferenceDot {...now} r={5} fill={palette.secondary.main} stroke={palette.background.paper} />}
          </LineChart>
        </ResponsiveContainer>
      </ChartPlot>
      <Typography variant="caption" color="textSecondary" component="div" sx={{ textAlign: 'end' }}>
        <bdi>{axisTitle(slider ?? { label: t('Elapsed time'), unit: 's' })}</bdi>
      </Typography>
    </figure>
  );
}
