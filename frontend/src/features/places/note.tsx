import Typography, { type TypographyProps } from '@mui/material/Typography';

/** A quiet line on a card: an address, a distance, a consequence. */
export const Note = (line: TypographyProps) => <Typography variant="body2" color="textSecondary" {...line} />;
