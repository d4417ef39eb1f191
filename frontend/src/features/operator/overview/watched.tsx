import type { ReactNode } from 'react';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

interface WatchedProps {
  readonly title: string;
  /** The link to all of it. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** One thing that is watched beside the queues, on a card of its own. */
export function Watched({ title, more, children }: WatchedProps) {
  return (
    <Card component="section" aria-label={title} sx={{ padding: '10px 16px 12px' }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'baseline', gap: 2, marginBlockEnd: 0.5 }}>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        <Typography component="span" variant="body2">
          {more}
        </Typography>
      </Stack>
      <Typography component="div" variant="body2">
        {children}
      </Typography>
    </Card>
  );
}
