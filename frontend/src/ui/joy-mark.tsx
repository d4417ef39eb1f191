import { styled } from '@mui/material/styles';

/** Directions of the rays, in degrees. */
const RAYS = [0, 45, 90, 135, 180, 225, 270, 315];

const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  flex: 'none',
  width: 72,
  height: 72,
  fill: 'none',
  strokeWidth: 4,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '& circle': { fill: theme.vars.palette.primary.main },
  '& polyline': { stroke: theme.vars.palette.primary.contrastText, strokeDasharray: 30 },
  '& line': { stroke: theme.vars.palette.secondary.main },
  '& line:nth-of-type(even)': { stroke: theme.vars.palette.primary.main },
  '@media (prefers-reduced-motion: no-preference)': {
    '& circle': { transformOrigin: 'center', animation: 'joy-grow 240ms cubic-bezier(.2,1.6,.4,1)' },
    '& polyline': { animation: 'joy-draw 320ms 160ms ease-out backwards' },
    '& line': { strokeDasharray: 8, animation: 'joy-draw 480ms 240ms ease-out backwards' },
  },
  '[data-reduced-motion] & *': { animation: 'none' },
  '@keyframes joy-grow': { from: { scale: '0.4' } },
  '@keyframes joy-draw': { from: { strokeDashoffset: 30 } },
}));

/**
 * A tick with rays for a small moment of success: it draws itself once, and is still under reduced motion. Words beside it say the same.
 */
export function JoyMark() {
  return (
    <Drawing viewBox="0 0 72 72" aria-hidden="true" focusable="false">
      {RAYS.map((degrees) => (
        <line key={degrees} x1="36" y1="10" x2="36" y2="4" transform={`rotate(${degrees} 36 36)`} />
      ))}
      <circle cx="36" cy="36" r="20" />
      <polyline points="27,37 33,43 45,30" />
    </Drawing>
  );
}
