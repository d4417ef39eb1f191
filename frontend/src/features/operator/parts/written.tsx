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

/** Technical text as stored, left to right; wide text scrolls inside its box, also by keyboard. */
export function Written({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Box dir="ltr" lang="en" role="region" tabIndex={0} aria-label={label}>
      {value}
    </Box>
  );
}
