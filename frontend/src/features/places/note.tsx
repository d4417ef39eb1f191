import Typography, { type TypographyProps } from '@mui/material/Typography';

/** A quiet line of a card: an address, a distance, what follows. */
export const Note = (line: TypographyProps) => <Typography variant="body2" color="textSecondary" {...line} />;
