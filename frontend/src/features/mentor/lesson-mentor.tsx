import { useId, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';

const Section = styled('section')(({ theme }) => ({
  '& > h2': {
    ...theme.typography.h3,
    margin: '0 0 12px',
    paddingBlockEnd: 6,
    borderBlockEnd: `2px solid ${theme.vars.palette.text.primary}`,
  },
}));

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

interface LessonMentorProps {
  readonly onOpen: () => void;
  /** Starts a tutor session; absent in a course without a tutor. */
  readonly onTutor?: (() => void) | undefined;
  /** The conversation, once it is open. */
  readonly children: ReactNode;
}

/** The mentor beside a lesson: a button, then the conversation. */
export function LessonMentor({ onOpen, onTutor, children }: LessonMentorProps) {
  const id = useId();
  return (
    <Section aria-labelledby={id}>
      <h2 id={id}>{t('AI Mentor')}</h2>
      {children ?? (
        <Actions>
          <Button variant="outlined" color="inherit" onClick={onOpen}>
            {t('Ask the mentor')}
          </Button>
          {onTutor && (
            <Button variant="outlined" color="inherit" onClick={onTutor}>
              {t('Begin a Vortex session')}
            </Button>
          )}
        </Actions>
      )}
    </Section>
  );
}
