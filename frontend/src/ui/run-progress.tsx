import type { ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MarginRow, Rows, type MarginState } from '#frontend/ui/margin-row.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';

export interface RunStage {
  readonly id: string;
  /** 'Chapter 2, Reasoning about chance' */
  readonly name: ReactNode;
  readonly state: MarginState;
  /** The state as a word, because the line alone is not accessible; and who works on it: 'Claude is writing'. */
  readonly words: ReactNode;
}

interface RunProgressProps {
  /** What is running, for screen readers. */
  readonly label: string;
  /** Whole percent, 0-100. */
  readonly value: number;
  /** '5 of 12 lessons' */
  readonly words: string;
  /** What is left, as a range: '3 to 5 minutes left'. */
  readonly left?: ReactNode;
  readonly stages?: readonly RunStage[];
}

/** How far a run is: its bar with the figure and the time left, and its parts, each with its margin line. */
export function RunProgress({ label, value, words, left, stages }: RunProgressProps) {
  return (
    <div>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', columnGap: 2 }}>
        <Typography variant="h6" component="p">
          {words}
        </Typography>
        {left !== undefined && (
          <Typography component="p" variant="body2" color="textSecondary">
            {left}
          </Typography>
        )}
      </Stack>
      <ProgressMeter label={label} value={value} valueText={words} />
      {stages && (
        <Rows as="ol" sx={{ marginBlockStart: 2 }}>
          {stages.map((stage) => (
            <MarginRow key={stage.id} as="li" state={stage.state}>
              <Typography component="span" variant="body2" sx={{ flex: 1, minWidth: '8rem' }}>
                {stage.name}
              </Typography>
              <Typography component="span" variant="body2" color="textSecondary">
                {stage.words}
              </Typography>
            </MarginRow>
          ))}
        </Rows>
      )}
    </div>
  );
}
