import LinearProgress from '@mui/material/LinearProgress';

interface ProgressMeterProps {
  readonly label: string;
  /** Whole percent, 0-100. */
  readonly value: number;
  /** The value in words, where a percentage is less clear: '2 of 5 lessons'. */
  readonly valueText?: string | undefined;
  readonly className?: string | undefined;
}

/** A progress bar. A figure must accompany it, because the bar alone is not precise. */
export function ProgressMeter({ label, value, valueText, className }: ProgressMeterProps) {
  return (
    <LinearProgress
      variant="determinate"
      value={Math.min(100, Math.max(0, value))}
      aria-label={label}
      aria-valuetext={valueText}
      {...(className !== undefined && { className })}
    />
  );
}
