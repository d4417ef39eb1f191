import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';

const Frame = styled('section')({ marginBlockEnd: 36 });
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: '4px 16px',
  paddingBlockEnd: 8,
  borderBlockEnd: `2px solid ${theme.vars.palette.text.primary}`,
  '& > h2': { ...theme.typography.h3, margin: 0 },
}));

interface RuledSectionProps {
  readonly title: string;
  /** At the end of the heading's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under a ruled heading that names it. */
export function RuledSection({ title, aside, children }: RuledSectionProps) {
  const id = useId();
  return (
    <Frame aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
        {aside}
      </Head>
      {children}
    </Frame>
  );
}
