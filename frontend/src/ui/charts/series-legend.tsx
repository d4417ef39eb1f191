import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** Colours for kinds, classes of failures and shares in charts, as CSS variables for a chart's root; alternately dark and light. */
export const SERIES_COLOURS = {
  '--kind-1': '#0B5C63',
  '--kind-2': '#7DB7B6',
  '--kind-3': '#A06A1C',
  '--kind-4': '#D9BE7C',
  '--kind-5': '#5B4A8A',
  '--kind-rest': '#B5AE9E',
  '--failure-1': '#A81E1E',
  '--failure-2': '#E0833F',
  '--failure-3': '#7A4A2B',
  '--failure-4': '#E3C07F',
  '--failure-5': '#545A61',
  '--share-50': '#0B5C63',
  '--share-95': '#B57A1B',
  '[data-scheme="dark"] &': {
    '--kind-1': '#4FB3B0',
    '--kind-2': '#1F6F73',
    '--kind-3': '#D9AC57',
    '--kind-4': '#7C5E25',
    '--kind-5': '#A99BDB',
    '--kind-rest': '#6F7880',
    '--failure-1': '#FF8A7E',
    '--failure-2': '#B4571C',
    '--failure-3': '#D8A47F',
    '--failure-4': '#8A6A2C',
    '--failure-5': '#A9B0B6',
    '--share-50': '#6FC7C4',
    '--share-95': '#E6B450',
  },
} as const;

interface LegendEntryProps {
  readonly colour: string;
  /** Its name, or a link to what it stands for. */
  readonly name: ReactNode;
  readonly figure: string;
}

/** A colour with its name, and its figure at the crosshair or in total. */
export const LegendEntry = ({ colour, name, figure }: LegendEntryProps) => (
  <Typography
    component="li"
    variant="caption"
    // a link is high enough for a finger or a pointer
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, '& a': { display: 'inline-block', minWidth: 24, lineHeight: '24px' } }}
  >
    <Box component="span" aria-hidden sx={{ width: 10, height: 10, borderRadius: 0.5, backgroundColor: colour, flex: 'none' }} />
    <span>{name}</span>
    <b style={{ fontVariantNumeric: 'tabular-nums' }}>{figure}</b>
  </Typography>
);
