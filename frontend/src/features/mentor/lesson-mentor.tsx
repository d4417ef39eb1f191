import { useId, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { t } from '#frontend/lib/text.ts';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';

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
    <section aria-labelledby={id}>
      <SectionHeading id={id}>{t('AI Mentor')}</SectionHeading>
      {children ?? (
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button size="small" variant="outlined" color="inherit" onClick={onOpen}>
            {t('Ask the mentor')}
          </Button>
          {onTutor && (
            <Button size="small" variant="outlined" color="inherit" onClick={onTutor}>
              {t('Begin a Vortex session')}
            </Button>
          )}
        </Stack>
      )}
    </section>
  );
}
