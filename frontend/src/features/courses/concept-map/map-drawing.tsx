import { styled } from '@mui/material/styles';
import { FONTS } from '#frontend/theme/tokens.ts';

/** The drawing of a map, in the hand of the illustrations. `data-state` of a part: `chosen`, `near` to it, or `far` from it. */
export const Drawing = styled('svg')(({ theme }) => {
  const { background, line, primary, secondary, text, focus } = theme.vars.palette;
  return {
    display: 'block',
    width: '100%',
    minHeight: '14rem',
    backgroundColor: background.paper,
    border: `1px solid ${line.hairline}`,
    borderRadius: theme.shape.borderRadius,
    cursor: 'grab',
    touchAction: 'none',
    userSelect: 'none',
    fontFamily: FONTS.ui,
    fontSize: 14,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    '&:active': { cursor: 'grabbing' },
    '& [data-ground]': { fill: background.tint, stroke: 'none' },
    '& path': { fill: 'none', stroke: line.control, strokeWidth: 1.5 },
    '& path[data-edge="uses"]': { strokeDasharray: '1 6', strokeWidth: 2 },
    '& path[data-edge="next"]': { stroke: primary.main, strokeWidth: 2.5 },
    '& path[data-state="near"]': { stroke: secondary.main, strokeWidth: 3 },
    '& path[data-state="far"]': { opacity: 0.25 },
    '& a': { cursor: 'pointer', outline: 'none', color: text.primary },
    '& a rect': { stroke: 'currentColor', strokeWidth: 2 },
    '& a text': { fill: 'currentColor', textAnchor: 'middle', dominantBaseline: 'central' },
    '& a[data-kind="lesson"] rect': { fill: background.paper, stroke: primary.main, strokeWidth: 2.25 },
    '& a[data-kind="lesson"] text[data-number]': { fill: primary.main, fontFamily: FONTS.reading, fontWeight: 620 },
    '& a[data-kind="term"] rect': { fill: background.warm },
    '& a[data-state="far"] rect, & a[data-state="far"] text': { opacity: 0.4 },
    '& a[data-state="near"] rect': { stroke: secondary.main, strokeWidth: 3 },
    '& a[data-state="chosen"] rect': { fill: primary.main, stroke: primary.main, strokeWidth: 3 },
    '& a[data-state="chosen"] text, & a[data-state="chosen"] text[data-number]': { fill: primary.contrastText },
    '& a:hover rect': { strokeWidth: 3 },
    '& a:focus-visible rect': { stroke: focus.main, strokeWidth: 5 },
  };
});

/** A curve between two places, bent a little, as by hand. */
export function curveBetween(from: { readonly x: number; readonly y: number }, to: { readonly x: number; readonly y: number }): string {
  const bend = 0.08;
  const middleX = (from.x + to.x) / 2 + (to.y - from.y) * bend;
  const middleY = (from.y + to.y) / 2 - (to.x - from.x) * bend;
  return `M${from.x} ${from.y}Q${Math.round(middleX)} ${Math.round(middleY)} ${to.x} ${to.y}`;
}
