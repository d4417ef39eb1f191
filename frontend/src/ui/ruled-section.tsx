import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';

// The same distance to neighbouring elements as to another section, and none to the edges of the page.
const Frame = styled('section')({ marginBlockEnd: 36, '* + &': { marginBlockStart: 36 }, '&:last-child': { marginBlockEnd: 0 } });
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '4px 16px',
  paddingBlockEnd: 8,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& > h2': { ...theme.typography.h2, margin: 0, minWidth: 0 },
  '& > h3': { ...theme.typography.h3, margin: 0, minWidth: 0 },
}));
const Aside = styled('span')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));

interface RuledSectionProps {
  readonly title: ReactNode;
  /** A figure, word or link at the end of the heading's line. */
  readonly aside?: ReactNode;
  /** A subsection: its heading is one level lower. */
  readonly isInner?: boolean;
  readonly children: ReactNode;
  readonly className?: string;
  /** For links to this part. */
  readonly id?: string;
}

/** A part of a page under a ruled heading. */
export function RuledSection({ title, aside, isInner = false, children, className, id }: RuledSectionProps) {
  const headingId = useId();
  const Heading = isInner ? 'h3' : 'h2';
  return (
    <Frame aria-labelledby={headingId} className={className} id={id}>
      <Head>
        <Heading id={headingId}>{title}</Heading>
        {aside !== undefined && <Aside>{aside}</Aside>}
      </Head>
      {children}
    </Frame>
  );
}

/** The content of a section made of text and a short form. */
export const SectionBody = styled('div')({
  display: 'grid',
  gap: 12,
  justifyItems: 'start',
  maxWidth: '60ch',
  paddingBlockStart: 12,
  '& p': { margin: 0 },
  '& > form': { width: 'min(100%, 420px)' },
});
