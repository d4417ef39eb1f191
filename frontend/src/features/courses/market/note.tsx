import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';

/** A quiet line about a course of the market. */
export const Note = ({ children }: { readonly children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary">
    {children}
  </Typography>
);
