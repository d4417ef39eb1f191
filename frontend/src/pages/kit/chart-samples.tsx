import { useState } from 'react';
import Box from '@mui/material/Box';
import SeriesChart from '#frontend/ui/charts/series-chart.tsx';
import { LegendEntry, SERIES_COLOURS } from '#frontend/ui/charts/series-legend.tsx';
import { barRows, type DrawnStep } from '#frontend/ui/charts/waterfall-rows.ts';
import { Waterfall } from '#frontend/ui/charts/waterfall.tsx';
import { Sample } from './sample.tsx';

const HOURS = Array.from({ length: 12 }, (_, hour) => `${hour + 8}:00`);
const WRITTEN = [3, 5, 8, 13, 9, 4, 0, 2, 6, 11, 14, 7];
const FAILED = [0, 0, 1, 2, 0, 0, 0, 0, 0, 3, 1, 0];

/** The sample's crosshair stays where it was last moved. */
function SeriesSample() {
  const [cursor, setCursor] = useState<number | null>(null);
  const at = (values: readonly number[]) => String(cursor === null ? values.reduce((sum, one) => sum + one, 0) : values[cursor]);
  return (
    <Box sx={SERIES_COLOURS}>
      <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, padding: 0, margin: 0, listStyle: 'none' }}>
        <LegendEntry colour="var(--kind-1)" name="Written" figure={at(WRITTEN)} />
        <LegendEntry colour="var(--failure-1)" name="Failed" figure={at(FAILED)} />
      </Box>
      <SeriesChart
        label="Steps by hour"
        kind="bars"
        series={[
          { id: 'written', name: 'Written', values: WRITTEN, colour: 'var(--kind-1)' },
          { id: 'failed', name: 'Failed', values: FAILED, colour: 'var(--failure-1)' },
        ]}
        format={String}
        ticks={new Map([0, 4, 8].map((hour) => [hour, HOURS[hour]!]))}
        marks={[
          { kind: 'deploy', from: 0.3, until: null },
          { kind: 'pause', from: 0.5, until: 0.6 },
        ]}
        cursor={cursor}
        spoken={(hour) => `${HOURS[hour]}: ${WRITTEN[hour]} written, ${FAILED[hour]} failed`}
        onCursor={setCursor}
        onPress={setCursor}
      />
    </Box>
  );
}

const second = (seconds: number): string => new Date(Date.UTC(2026, 0, 5, 9, 0, seconds)).toISOString();
const step = (key: string, label: string | null, [from, started, ended]: readonly [number, number, number | null]): DrawnStep => ({
  key,
  job: label === null ? 'draft-outline' : 'write-lesson',
  label,
  state: ended === null ? 'failed' : 'completed',
  service: label === null ? 'grok' : 'claude',
  failed_at: ended === null ? [second(started + 6)] : [],
  created_at: second(from),
  started_at: second(started),
  finished_at: second(ended ?? started + 9),
});
const STEPS = [
  step('outline', null, [0, 1, 9]),
  step('lesson:1', '1.1 Why bees swarm', [9, 10, 31]),
  step('lesson:2', '1.2 A second hive with a name that is longer than its column', [9, 18, 40]),
  step('lesson:3', '2.1 Winter', [9, 33, null]),
];

/** Figures over time, and the steps of a run. */
export const TimeSamples = () => (
  <>
    <Sample title="Series" aside="a slider: arrows move the crosshair; marks of a deploy and a pause">
      <SeriesSample />
    </Sample>
    <Sample title="Waterfall" aside="a step of no lesson, a long title, one that failed">
      <Waterfall rows={barRows(STEPS)} isLive={false} />
    </Sample>
  </>
);
