import { useTheme } from '@mui/material/styles';
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { ChartPlot } from '#frontend/ui/cards/chart-plot.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { BarRows } from '#frontend/ui/charts/bar-rows.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { Sample } from './sample.tsx';

const WEEK = [
  { day: 'Mon', minutes: 34 },
  { day: 'Tue', minutes: 36 },
  { day: 'Wed', minutes: 0 },
  { day: 'Thu', minutes: 30 },
  { day: 'Fri', minutes: 15 },
];
const EMPTY_WEEK = WEEK.map(({ day }) => ({ day, minutes: 0 }));

function Plot({ label, week }: { readonly label: string; readonly week: typeof WEEK }) {
  const { palette } = useTheme().vars;
  return (
    <ChartPlot dir="ltr" role="img" aria-label={label} style={{ height: '13rem' }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={week} accessibilityLayer={false} margin={{ top: 20, right: 0, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke={palette.line.hairline} />
          <XAxis dataKey="day" interval={0} tickLine={false} axisLine={false} />
          <YAxis width={36} allowDecimals={false} tickLine={false} axisLine={false} />
          <Bar dataKey="minutes" fill={palette.primary.main} radius={[5, 5, 0, 0]} isAnimationActive={false} maxBarSize={40}>
            <LabelList dataKey="minutes" position="top" formatter={(value) => (Number(value) > 0 ? String(value) : '')} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartPlot>
  );
}

/** Charts: the ground of one of the library's, and bars in rows. */
export function ChartSamples() {
  return (
    <>
      <Sample title="Chart plot" aside="a value beside its bar is never crossed by the grid; nothing to show yet">
        <SectionCard title="The last five days" aside="1 h 55 min">
          <Plot label="Monday: 34 minutes; Tuesday: 36 minutes; Thursday: 30 minutes; Friday: 15 minutes" week={WEEK} />
        </SectionCard>
        <SectionCard title="The first five days" aside="0 min">
          <Plot label="No minutes yet" week={EMPTY_WEEK} />
        </SectionCard>
      </Sample>
      <Sample title="Bar rows" aside="plain, long and right-to-left names; links with a hatched part; one value">
        <BarRows
          role="img"
          label="Calls by service"
          bars={[
            { name: 'Claude', value: 412, label: '412' },
            { name: 'A service with a name of several words', value: 96, label: '96' },
            { name: 'خدمة', value: 31, label: '31' },
            { name: 'Grok', value: 0, label: 'none' },
          ]}
        />
        <BarRows
          role="group"
          label="Steps by queue"
          hatchedWords="under way"
          bars={[
            { name: 'Texts', title: <TextLink to="/kit">Texts</TextLink>, value: 212, hatched: 48, label: '260' },
            { name: 'Pictures', title: <TextLink to="/kit">Pictures</TextLink>, value: 40, hatched: 12, label: '52' },
          ]}
        />
        <BarRows role="img" label="Refunds" bars={[{ name: 'Refunds', value: 3, label: '3' }]} />
      </Sample>
    </>
  );
}
