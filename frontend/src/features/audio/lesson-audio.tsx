import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { formatDuration } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { audioOf, useAudioActions, type AudioLanguage } from './audio-queries.ts';
import { mechanicalVoice, orderCost, orderPrice } from './audio-words.ts';

interface LessonAudioProps {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string;
  /** The language it is read in. */
  readonly language: AudioLanguage;
}

/** Beside a lesson: a link to listen to it, or to make its audio. Renders nothing if neither is possible. */
export default function LessonAudio({ userId, courseId, lessonId, language }: LessonAudioProps) {
  const { data } = useQuery(audioOf(courseId, language));
  const { make } = useAudioActions(userId, courseId);
  const lesson = data?.lessons.find((one) => one.lesson_id === lessonId);
  if (!data || !lesson) return null;
  const { state, seconds } = lesson;
  const isOpen = state === 'none' || state === 'stale';
  const mayOrder = isOpen && data.available && data.task_id === null;
  if (seconds === null && !mayOrder && data.task_id === null) return null;
  return (
    <RuledSection title={t('Listen')} isInner {...(seconds !== null && { aside: formatDuration(seconds) })}>
      <SectionBody>
        {seconds !== null && (
          <LinkButton
            to="/courses/$courseId/audio"
            params={{ courseId }}
            search={{ lesson: lessonId, language }}
            variant="outlined"
            color="inherit"
          >
            {t('Listen to this lesson')}
          </LinkButton>
        )}
        {state === 'stale' && <Words>{t('The lesson has changed since this audio was created.')}</Words>}
        {state === 'being_made' && <Words isNews>{t('The audio is being made. You can listen as soon as it is ready.')}</Words>}
        {isOpen && data.task_id !== null && (
          <Words>{t('Audio for other lessons is being created. You can create audio for this lesson afterwards.')}</Words>
        )}
        {mayOrder && (
          <>
            {data.problem !== null && <Typography color="error">{translateServerText(data.problem)}</Typography>}
            <Words>
              {orderPrice([lesson])} {data.mechanical && mechanicalVoice()}
            </Words>
            <Button
              variant="outlined"
              color="inherit"
              aria-busy={make.isPending}
              onClick={() => make.mutate({ language, style: data.style, lessons: [lessonId], acceptedPrice: orderCost([lesson]) })}
            >
              {t('Create audio for this lesson')}
            </Button>
          </>
        )}
      </SectionBody>
    </RuledSection>
  );
}

const Words = ({ isNews = false, children }: { readonly isNews?: boolean; readonly children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary" {...(isNews && { role: 'status' })}>
    {children}
  </Typography>
);
