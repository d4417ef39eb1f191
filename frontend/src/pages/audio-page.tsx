import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import Stack from '@mui/material/Stack';
import { AudioExtras } from '#frontend/features/audio/audio-extras.tsx';
import { AudioOrder } from '#frontend/features/audio/audio-order.tsx';
import { AudioPlayer } from '#frontend/features/audio/audio-player.tsx';
import { audioOf, type AudioLanguage } from '#frontend/features/audio/audio-queries.ts';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { languageWord } from '#frontend/features/courses/market/market-words.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

/** A course as something to listen to. */
export default function AudioPage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId/audio' });
  const { lesson: lessonId } = useSearch({ from: '/app/courses/$courseId/audio' });
  const { user_id: userId } = useUser();
  const [language, setLanguage] = useState<AudioLanguage>();
  const { data, error, refetch } = useQuery({ ...audioOf(courseId, language), placeholderData: keepPreviousData });
  return (
    <PageFrame
      title={data?.title ?? t('Audio course')}
      actions={
        <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
          {t('Back to the course')}
        </LinkButton>
      }
    >
      {data ? (
        <Stack sx={{ gap: 3 }}>
          {data.languages.length > 1 && (
            <SelectField
              label={t('Language')}
              value={data.language}
              options={data.languages.map((one) => ({ value: one, label: languageWord(one) }))}
              onChange={({ target }) => setLanguage(target.value as AudioLanguage)}
            />
          )}
          <AudioPlayer key={data.language} userId={userId} courseId={courseId} audio={data} firstId={lessonId} />
          <AudioOrder key={`order ${data.language}`} userId={userId} courseId={courseId} audio={data} lessonId={lessonId} />
          {data.lessons.some(({ seconds }) => seconds !== null) && <AudioExtras userId={userId} courseId={courseId} audio={data} />}
        </Stack>
      ) : error ? (
        <CourseUnavailable error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the audio')} rows={6} />
      )}
    </PageFrame>
  );
}
