import { styled } from '@mui/material/styles';

const Box = styled('pre')(({ theme }) => ({
  maxHeight: '20rem',
  overflow: 'auto',
  margin: 0,
  padding: 12,
  fontSize: '0.8125rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  border: `1px solid ${theme.vars.palette.line.hairline}`,
}));

interface WrittenProps {
  readonly label: string;
  readonly value: string;
  /** A person reads it in its own direction; otherwise it is technical text, left to right. */
  readonly isProse?: boolean;
}

/** Text as stored; long text scrolls inside its box, also by keyboard. */
export function TextBlock({ label, value, isProse = false }: WrittenProps) {
  return (
    <Box {...(isProse ? { dir: 'auto' } : { dir: 'ltr', lang: 'en' })} role="region" tabIndex={0} aria-label={label}>
      {value}
    </Box>
  );
}
