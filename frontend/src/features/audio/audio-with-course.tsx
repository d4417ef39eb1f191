import { useQuery } from '@tanstack/react-query';
import { languageWord } from '#frontend/lib/courses/course-words.ts';
import { t } from '#frontend/lib/text.ts';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { audioOf, useAudioActions, type AudioLanguage } from './audio-queries.ts';

interface AudioWithCourseProps {
  readonly userId: string;
  readonly courseId: string;
}

/** A switch per spoken language for including the audio in the published course. */
export function AudioWithCourse({ userId, courseId }: AudioWithCourseProps) {
  const { data } = useQuery(audioOf(courseId));
  if (!data?.may_publish) return null;
  return data.spoken.map((language) => <InLanguage key={language} {...{ userId, courseId, language }} isNamed={data.spoken.length > 1} />);
}

interface InLanguageProps extends AudioWithCourseProps {
  readonly language: AudioLanguage;
  /** Whether there are other languages, so that this one is named. */
  readonly isNamed: boolean;
}

function InLanguage({ userId, courseId, language, isNamed }: InLanguageProps) {
  const { data } = useQuery(audioOf(courseId, language));
  const { publish } = useAudioActions(userId, courseId);
  if (!data) return null;
  return (
    <SwitchField
      label={isNamed ? `${t('Include audio')} · ${languageWord(language)}` : t('Include audio')}
      helper={t('Anyone who gets this course in the marketplace can listen too.')}
      checked={data.published}
      disabled={publish.isPending}
      onChange={({ target }) => publish.mutate({ language, published: target.checked })}
    />
  );
}
