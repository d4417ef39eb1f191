import { useState } from 'react';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import FormControlLabel from '@mui/material/FormControlLabel';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { SCHEMES, type SchemeName } from '#frontend/theme/tokens.ts';
import { useSchemeChoice } from '#frontend/theme/scheme-choice.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { BatchSamples } from './batch-samples.tsx';
import { CardSamples } from './card-samples.tsx';
import { ChartSamples } from './chart-samples.tsx';
import { ControlSamples } from './control-samples.tsx';
import { DialogSamples } from './dialog-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import { ConsoleSample, PageSample, ShelfSample } from './frame-samples.tsx';
import { LearningSamples } from './learning-samples.tsx';
import { ListSamples } from './list-samples.tsx';
import { MessageSamples } from './message-samples.tsx';
import { SampleData } from './sample-data.tsx';
import { Group } from './sample.tsx';
import { ScreenSamples } from './screen-samples.tsx';
import { StateSamples } from './state-samples.tsx';
import { SurfaceSamples } from './surface-samples.tsx';
import { TableSamples } from './table-samples.tsx';
import { TextSamples } from './text-samples.tsx';

const NAMES = Object.keys(SCHEMES) as SchemeName[];

/** Every part of the kit in all its states, for those who build with it. Unlinked, in English, with samples instead of data. */
export default function KitPage() {
  const { choice, choose } = useSchemeChoice();
  const [isDense, setDense] = useState(false);
  return (
    <main>
      <DeskFrame
        title="The kit"
        subtitle="Frames, cards, states and the library’s parts as the theme shows them"
        actions={
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
            <FormControlLabel control={<Switch checked={isDense} onChange={(_, next) => setDense(next)} />} label="Dense" />
            <ToggleButtonGroup exclusive value={choice} aria-label="Scheme" onChange={(_, next: SchemeName | null) => next && choose(next)}>
              {NAMES.map((name) => (
                <ToggleButton key={name} value={name}>
                  {name}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          </Stack>
        }
      >
        <SampleData>
          <Stack {...(isDense && { 'data-density': 'dense' })} sx={{ gap: 6 }}>
            <Group title="Cards and states">
              <CardSamples />
              <StateSamples />
            </Group>
            <Group title="What the product says">
              <MessageSamples />
            </Group>
            <Group title="Controls and fields">
              <ControlSamples />
              <FieldSamples />
            </Group>
            <Group title="Dialogs and surfaces">
              <SurfaceSamples />
              <DialogSamples />
            </Group>
            <Group title="Texts and learning">
              <TextSamples />
              <LearningSamples />
            </Group>
            <Group title="Lists, tables and charts">
              <ListSamples />
              <TableSamples />
              <ChartSamples />
            </Group>
            <Group title="Batches">
              <BatchSamples />
            </Group>
            <Group title="Frames">
              <ScreenSamples />
              <ShelfSample />
              <PageSample />
            </Group>
          </Stack>
        </SampleData>
        <ConsoleSample />
      </DeskFrame>
    </main>
  );
}
