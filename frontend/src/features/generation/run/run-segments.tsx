import { keyframes, styled } from '@mui/material/styles';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { marginOfRun } from '#frontend/features/generation/runs/run-summary-words.ts';
import { t } from '#frontend/lib/text.ts';
import { itemNumber, marginOfItemIn, progressText } from './run-words.ts';

const breathe = keyframes({ '50%': { opacity: 0.45 } });

const Track = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 3,
  minHeight: 10,
  [theme.breakpoints.down('sm')]: { gap: 2 },
}));
const Segment = styled('span')(({ theme }) => ({
  flex: '1 1 0',
  minWidth: 2,
  height: 10,
  backgroundColor: theme.vars.palette.background.track,
  // The contrast scheme's hairline is black: filled with it, a waiting segment would look done.
  '[data-scheme="contrast"] &': { backgroundColor: theme.vars.palette.background.default },
  boxShadow: `inset 0 0 0 1px ${theme.vars.palette.line.hairline}`,
  '&[data-state="done"]': { backgroundColor: theme.vars.palette.primary.main, boxShadow: 'none' },
  '&[data-state="failed"]': { backgroundColor: theme.vars.palette.error.main, boxShadow: 'none' },
  // Being written: dashed, like its margin line, and the only animated part.
  '&[data-state="writing"]': {
    backgroundColor: 'transparent',
    boxShadow: 'none',
    backgroundImage: `repeating-linear-gradient(90deg, ${theme.vars.palette.secondary.main} 0 6px, transparent 6px 9px)`,
    animation: `${breathe} 2s ease-in-out infinite`,
  },
  '@media (prefers-reduced-motion: reduce)': { '&[data-state="writing"]': { animation: 'none' } },
  '@media (forced-colors: active)': {
    border: '1px solid CanvasText',
    '&[data-state="done"]': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
  },
}));

/** One segment per lesson; the accessible value is the milestone (GEN-05), its text the lessons. */
export function RunSegments({ run }: { readonly run: StatusEnvelope }) {
  return (
    <Track
      role="progressbar"
      aria-label={t('Progress of the course')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={run.progress}
      aria-valuetext={`${run.progress}%, ${progressText(run)}`}
    >
      {run.items.length === 0 && <Segment data-state={marginOfRun(run)} />}
      {run.items.map((item) => (
        <Segment key={item.id} data-state={marginOfItemIn(run, item)} title={`${itemNumber(item)} ${item.title}`} />
      ))}
    </Track>
  );
}
