import type { ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

interface SectionHeadingProps {
  readonly children: ReactNode;
  /** A figure, a word, links or a control at the end of the heading's line. */
  readonly aside?: ReactNode;
  /** A subsection: its heading is one level lower. */
  readonly isInner?: boolean;
  readonly id?: string;
}

/** The heading of a section of a screen. */
export function SectionHeading({ children, aside, isInner = false, id }: SectionHeadingProps) {
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', gap: '4px 16px', marginBlockEnd: 1 }}
    >
      <Typography variant={isInner ? 'h3' : 'h2'} id={id} sx={{ minWidth: 0 }}>
        {children}
      </Typography>
      {aside !== undefined && (
        <Typography component="span" variant="body2" color="textSecondary">
          {aside}
        </Typography>
      )}
    </Stack>
  );
}
