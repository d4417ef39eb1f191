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

/** Technical text as it is stored, left to right; what is longer than the box is scrolled inside, also with the keys. */
export function Written({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Box dir="ltr" lang="en" role="region" tabIndex={0} aria-label={label}>
      {value}
    </Box>
  );
}
