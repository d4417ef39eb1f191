import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { AudioExtras, AudioChapters } from '#frontend/features/audio/audio-extras.tsx';
import { AudioOrder } from '#frontend/features/audio/audio-order.tsx';
import { AudioPlayer } from '#frontend/features/audio/audio-player.tsx';
import { audioOf, languageToHear, type AudioLanguage } from '#frontend/features/audio/audio-queries.ts';
import { useAudioPlayer } from '#frontend/features/audio/use-audio-player.ts';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { WIDE } from '#frontend/features/courses/lesson/reading-frame.tsx';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { useCourseLanguage } from '#frontend/features/translation/course-language-choice.ts';
import { languageWord } from '#frontend/lib/courses/course-words.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { CourseFrame } from './courses/course-frame.tsx';

/** The audio of a course, to listen to. */
export default function AudioPage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId/audio' });
  const { language } = useSearch({ from: '/app/courses/$courseId/audio' });
  const read = useCourseLanguage(courseId);
  const { data, error, refetch } = useQuery({ ...audioOf(courseId, language ?? read ?? undefined), placeholderData: keepPreviousData });
  if (data && language === undefined)
    return <Navigate from="/courses/$courseId/audio" search={(before) => ({ ...before, language: languageToHear(data) })} replace />;
  if (data) return <AudioCourse key={data.language} courseId={courseId} audio={data} />;
  return (
    <CourseFrame courseId={courseId} tab="listen">
      {error ? (
        <CourseUnavailable error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the audio')} rows={6} />
      )}
    </CourseFrame>
  );
}

interface AudioCourseProps {
  readonly courseId: string;
  readonly audio: CourseAudio;
}

function AudioCourse({ courseId, audio }: AudioCourseProps) {
  const navigate = useNavigate({ from: '/courses/$courseId/audio' });
  const { lesson: lessonId } = useSearch({ from: '/app/courses/$courseId/audio' });
  const { user_id: userId } = useUser();
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  const { data: course } = useQuery(oneCourse(userId, courseId));
  const picture = course?.pictures?.cover;
  const cover = picture ? pictureOf(courseId, picture, 'large') : undefined;
  const player = useAudioPlayer({ userId, courseId, audio, firstId: lessonId, artwork: cover?.src });
  const chapters = player.lesson && <AudioChapters player={player} />;
  return (
    <CourseFrame courseId={courseId} tab="listen" aside={isWide && chapters ? chapters : undefined}>
      <Stack sx={{ gap: 3 }}>
        {audio.languages.length > 1 && (
          <SelectField
            label={t('Language')}
            value={audio.language}
            options={audio.languages.map((one) => ({ value: one, label: languageWord(one) }))}
            onChange={({ target }) =>
              void navigate({ search: (before) => ({ ...before, language: target.value as AudioLanguage }), replace: true })
            }
          />
        )}
        <AudioPlayer courseId={courseId} courseTitle={audio.title} cover={cover} language={audio.language} player={player} />
        {!isWide && chapters}
        <AudioOrder userId={userId} courseId={courseId} audio={audio} lessonId={lessonId} />
        {player.lesson && <AudioExtras userId={userId} courseId={courseId} audio={audio} />}
      </Stack>
    </CourseFrame>
  );
}
