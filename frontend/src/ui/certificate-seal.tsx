import { styled } from '@mui/material/styles';

/** Number of scallops around the seal. */
const SCALLOPS = 24;
const RING = 2 * Math.PI * 25;

const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  flex: 'none',
  '& [data-part="ground"]': { fill: theme.vars.palette.background.warm },
  '& [data-part="edge"]': { fill: 'none', stroke: theme.vars.palette.secondary.main, strokeWidth: 1, strokeDasharray: '1 2' },
  '& [data-part="ring"]': { fill: 'none', stroke: theme.vars.palette.secondary.main, strokeWidth: 3, strokeLinecap: 'round' },
  '& [data-part="book"]': { fill: 'none', stroke: theme.vars.palette.secondary.main, strokeWidth: 2.4, strokeLinejoin: 'round' },
  '& [data-part="ribbon"]': { fill: theme.vars.palette.secondary.main, opacity: 0.8 },
  '&[data-whole] [data-part="ground"]': { fill: theme.vars.palette.secondary.main },
  '&[data-whole] [data-part="ring"]': { stroke: theme.vars.palette.secondary.contrastText, strokeWidth: 1.5 },
  '&[data-whole] [data-part="book"]': { stroke: theme.vars.palette.secondary.contrastText },
  '@media (prefers-reduced-motion: no-preference)': {
    '&[data-whole]': { animation: 'seal-press 320ms cubic-bezier(.2,1.6,.4,1)' },
  },
  '[data-reduced-motion] &': { animation: 'none' },
  '@keyframes seal-press': { from: { scale: '1.5', opacity: 0 } },
}));

interface CertificateSealProps {
  /** Completed percentage of the course; from 100 on the seal is whole and has ribbons. */
  readonly progress: number;
  readonly size?: number;
}

/** The seal of a certificate, which fills with the progress of the course. Words beside it say the same. */
export function CertificateSeal({ progress, size = 68 }: CertificateSealProps) {
  const isWhole = progress >= 100;
  return (
    <Drawing
      viewBox={isWhole ? '0 0 72 88' : '0 0 72 72'}
      width={size}
      height={isWhole ? (size * 88) / 72 : size}
      data-whole={isWhole ? '' : undefined}
      aria-hidden="true"
      focusable="false"
    >
      {isWhole && (
        <g data-part="ribbon">
          <path d="M20 56 14 86 25 80 32 87 36 60z" />
          <path d="M52 56 58 86 47 80 40 87 36 60z" />
        </g>
      )}
      <g data-part="ground">
        <circle cx="36" cy="36" r="31" />
        {Array.from({ length: SCALLOPS }, (_, at) => (
          <circle key={at} cx="36" cy="5.5" r="3.6" transform={`rotate(${(360 / SCALLOPS) * at} 36 36)`} />
        ))}
      </g>
      {!isWhole && <circle data-part="edge" cx="36" cy="36" r="33" />}
      <circle
        data-part="ring"
        cx="36"
        cy="36"
        r="25"
        strokeDasharray={`${(RING * Math.min(100, progress)) / 100} ${RING}`}
        transform="rotate(-90 36 36)"
        visibility={progress > 0 ? 'visible' : 'hidden'}
      />
      <path data-part="book" d="M36 29c-3-2.4-7-3-12-3v17c5 0 9 .6 12 3 3-2.4 7-3 12-3V26c-5 0-9 .6-12 3zv17" />
    </Drawing>
  );
}
