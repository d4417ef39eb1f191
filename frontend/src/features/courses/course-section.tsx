import type { ReactNode } from 'react';
import { useId } from 'react';
import { styled } from '@mui/material/styles';

const Section = styled('section')({ marginBlockStart: 36 });
const Heading = styled('h2')(({ theme }) => ({
  ...theme.typography.h3,
  display: 'flex',
  gap: 10,
  margin: 0,
  paddingBlockEnd: 8,
  borderBlockEnd: `2px solid ${theme.vars.palette.text.primary}`,
  '& > small': { fontSize: 'inherit', fontWeight: 400, color: theme.vars.palette.text.secondary },
}));

interface CourseSectionProps {
  readonly title: string;
  /** A figure or word beside the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A headed, ruled part of a screen. */
export function CourseSection({ title, note, children }: CourseSectionProps) {
  const id = useId();
  return (
    <Section aria-labelledby={id}>
      <Heading id={id}>
        {title}
        {note !== undefined && <small>{note}</small>}
      </Heading>
      {children}
    </Section>
  );
}

/** A list without marks, for ruled rows. */
export const Rows = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
