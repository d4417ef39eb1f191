import Typography from '@mui/material/Typography';
import { READING_MEASURE } from '#frontend/theme/tokens.ts';

/** Text as somebody typed it: with its line breaks, and in its own direction. */
export function TypedText({ children, isSmall = false }: { readonly children: string; readonly isSmall?: boolean }) {
  return (
    <Typography
      variant={isSmall ? 'body2' : 'body1'}
      dir="auto"
      sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: READING_MEASURE }}
    >
      {children}
    </Typography>
  );
}
