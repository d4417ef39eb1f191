import { useId } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { t } from '#frontend/lib/text.ts';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';

interface LessonMentorProps {
  readonly onOpen: () => void;
  /** Starts a tutor session; absent in a course without a tutor. */
  readonly onTutor?: (() => void) | undefined;
}

/** Opens the mentor from beside a lesson, in the same place or over the lesson. */
export function LessonMentor({ onOpen, onTutor }: LessonMentorProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id}>{t('AI Mentor')}</SectionHeading>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" color="inherit" data-closes="" onClick={onOpen}>
          {t('Ask the mentor')}
        </Button>
        {onTutor && (
          <Button size="small" variant="outlined" color="inherit" data-closes="" onClick={onTutor}>
            {t('Start a Vortex session')}
          </Button>
        )}
      </Stack>
    </section>
  );
}
