import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Illustration, type IllustrationName } from '#frontend/ui/illustrations/illustration.tsx';

interface EmptyStateProps {
  readonly title: string;
  /** What will appear here, and how: one sentence. */
  readonly children?: ReactNode;
  /** One button. */
  readonly actions?: ReactNode;
  readonly illustration?: IllustrationName;
}

/** The state of an empty list: says what will appear here, and offers the next action. */
export function EmptyState({ title, children, actions, illustration = 'shelf' }: EmptyStateProps) {
  return (
    <Pictured illustration={illustration}>
      <Typography variant="h2">{title}</Typography>
      {children !== undefined && (
        <Typography component="div" color="textSecondary" sx={{ marginBlockStart: 0.5 }}>
          {children}
        </Typography>
      )}
      {actions !== undefined && (
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, marginBlockStart: 2 }}>
          {actions}
        </Stack>
      )}
    </Pictured>
  );
}

interface PicturedProps {
  readonly illustration: IllustrationName;
  readonly role?: 'alert';
  readonly children: ReactNode;
}

/** Words beside a drawing; below it on a phone. */
export function Pictured({ illustration, role, children }: PicturedProps) {
  return (
    <Stack
      {...(role && { role })}
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ alignItems: { sm: 'center' }, columnGap: 4, rowGap: 1, paddingBlock: 2 }}
    >
      <Illustration name={illustration} />
      <Box sx={{ minWidth: 0, maxWidth: '56ch' }}>{children}</Box>
    </Stack>
  );
}
