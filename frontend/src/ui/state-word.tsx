import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import type { MarginState } from './margin-row.tsx';

const COLOUR = {
  done: 'textSecondary',
  writing: 'secondary',
  delayed: 'warning',
  failed: 'error',
  waiting: 'textSecondary',
} as const satisfies Record<MarginState, string>;

interface StateWordProps {
  readonly state: MarginState;
  /** Announced when it changes. */
  readonly role?: 'status' | 'alert';
  readonly children: ReactNode;
}

/** The state of a `MarginRow` as a word, at the end of its line. */
export function StateWord({ state, children, ...rest }: StateWordProps) {
  return (
    <Typography
      component="span"
      variant="body2"
      color={COLOUR[state]}
      data-state={state}
      sx={{ marginInlineStart: 'auto', paddingInline: 1 }}
      {...rest}
    >
      {children}
    </Typography>
  );
}
