import { styled } from '@mui/material/styles';

const Track = styled('div')(({ theme }) => ({
  height: 6,
  backgroundColor: theme.vars.palette.line.hairline,
  // The contrast scheme's hairline is black: without a border an empty track would look full.
  border: `1px solid ${theme.vars.palette.line.control}`,
  '& > div': { height: '100%', backgroundColor: theme.vars.palette.primary.main },
  '[data-scheme="contrast"] &': { backgroundColor: theme.vars.palette.background.default },
}));

interface ProgressMeterProps {
  readonly label: string;
  /** Whole percent, 0-100. */
  readonly value: number;
  /** The value in words, where a percentage is less clear: '2 of 5 lessons'. */
  readonly valueText?: string;
  readonly className?: string;
}

/** A progress bar. A figure must accompany it, because the bar alone is not precise. */
export function ProgressMeter({ label, value, valueText, className }: ProgressMeterProps) {
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={className}
    >
      <div style={{ width: `${value}%` }} />
    </Track>
  );
}
