import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

interface WrittenProps {
  readonly label: string;
  readonly value: string;
  /** Text for people is shown in its own direction; otherwise it is technical text, left to right. */
  readonly isProse?: boolean;
}

/** Text as stored; long text scrolls inside its box, also by keyboard. */
export function TextBlock({ label, value, isProse = false }: WrittenProps) {
  return (
    <Paper
      variant="outlined"
      {...(isProse ? { dir: 'auto' } : { dir: 'ltr', lang: 'en' })}
      role="region"
      tabIndex={0}
      aria-label={label}
      sx={{ maxHeight: '20rem', overflow: 'auto', padding: 1.5 }}
    >
      <Typography
        component={isProse ? 'div' : 'pre'}
        variant="caption"
        sx={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {value}
      </Typography>
    </Paper>
  );
}
