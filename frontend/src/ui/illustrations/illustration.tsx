import { styled } from '@mui/material/styles';
import { OF_FAILURES } from './failure-drawings.tsx';
import { OF_EMPTY_PLACES } from './empty-drawings.tsx';

const DRAWINGS = { ...OF_EMPTY_PLACES, ...OF_FAILURES };

export type IllustrationName = keyof typeof DRAWINGS;

export const ILLUSTRATION_NAMES = Object.keys(DRAWINGS) as readonly IllustrationName[];

// lines in the colour of the text, grounds in tints of petrol and rust: `data-fill` of a shape says which
const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  flex: 'none',
  width: 160,
  height: 120,
  color: theme.vars.palette.text.primary,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2.25,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '& [data-fill="paper"]': { fill: theme.vars.palette.background.paper },
  '& [data-fill="ground"]': { fill: theme.vars.palette.background.tint, stroke: 'none' },
  '& [data-fill="tint"]': { fill: theme.vars.palette.background.tint },
  '& [data-fill="warm"]': { fill: theme.vars.palette.background.warm },
  '& [data-fill="petrol"]': { fill: theme.vars.palette.primary.main, stroke: 'none' },
  '& [data-fill="rust"]': { fill: theme.vars.palette.secondary.main, stroke: 'none' },
  '& [data-line="petrol"]': { stroke: theme.vars.palette.primary.main },
  '& [data-line="rust"]': { stroke: theme.vars.palette.secondary.main },
  '& [data-line="faint"]': { stroke: theme.vars.palette.line.control, strokeWidth: 1.75 },
}));

/** A small line drawing for an empty, error or first state. The words beside it say the same, so screen readers skip it. */
export function Illustration({ name }: { readonly name: IllustrationName }) {
  return (
    <Drawing viewBox="0 0 160 120" aria-hidden="true" focusable="false" data-illustration={name}>
      {DRAWINGS[name]}
    </Drawing>
  );
}
