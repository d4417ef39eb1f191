import { useId, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import { SectionHeading } from './section-heading.tsx';

interface RuledSectionProps {
  readonly title: ReactNode;
  /** A figure, word or link at the end of the heading's line. */
  readonly aside?: ReactNode;
  /** A subsection: its heading is one level lower. */
  readonly isInner?: boolean;
  readonly children: ReactNode;
  readonly className?: string;
  /** Anchor for links to this section. */
  readonly id?: string;
}

/** A section of a page under a ruled heading. */
export function RuledSection({ title, aside, isInner = false, children, className, id }: RuledSectionProps) {
  const headingId = useId();
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      className={className}
      id={id}
      // the same distance to neighbouring elements as to another section, and none to the edges of the page
      sx={{ marginBlockEnd: 4.5, '* + &': { marginBlockStart: 4.5 }, '&:last-child': { marginBlockEnd: 0 } }}
    >
      <SectionHeading id={headingId} aside={aside} isInner={isInner}>
        {title}
      </SectionHeading>
      <Divider />
      {children}
    </Box>
  );
}

/** The content of a section made of text and a short form. */
export function SectionBody({ children }: { readonly children: ReactNode }) {
  return (
    <Stack
      sx={{
        gap: 1.5,
        alignItems: 'flex-start',
        maxWidth: '60ch',
        paddingBlockStart: 1.5,
        '& p': { margin: 0 },
        '& > form': { width: 'min(100%, 420px)' },
      }}
    >
      {children}
    </Stack>
  );
}
