import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { languageWord } from '#frontend/lib/courses/course-words.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { audioOf, languageToHear, type AudioLanguage } from './audio-queries.ts';

interface AudioLinkProps {
  readonly courseId: string;
  /** The language it is read in. */
  readonly language: AudioLanguage;
}

/** On a course's page: a link to listen to the course, or to make its audio. */
export function AudioLink({ courseId, language }: AudioLinkProps) {
  const read = useQuery(audioOf(courseId, language));
  const heard = read.data && languageToHear(read.data);
  const spoken = useQuery({ ...audioOf(courseId, heard), enabled: heard !== undefined });
  const { data } = spoken;
  const failed = read.error ? read : spoken;
  if (!data) {
    return (
      <RuledSection title={t('Listen')}>
        {failed.error ? (
          <ErrorState
            title={t('The audio of this course could not be loaded')}
            error={failed.error}
            onRetry={() => void failed.refetch()}
          />
        ) : (
          <LoadingState label={t('Loading the audio of this course')} rows={2} />
        )}
      </RuledSection>
    );
  }
  const ready = data.lessons.filter(({ seconds }) => seconds !== null);
  const length = ready.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  return (
    <RuledSection title={t('Listen')}>
      <Typography color="textSecondary" sx={{ marginBlock: 1 }}>
        {ready.length > 0 && data.language !== language && `${languageWord(data.language)} · `}
        {ready.length > 0
          ? t('{n} of {all} lessons, {length}', { n: ready.length, all: data.lessons.length, length: formatDuration(length) })
          : t('Listen to the lessons on a walk or in the kitchen.')}
      </Typography>
      <ActionRow>
        <LinkButton
          to="/courses/$courseId/audio"
          params={{ courseId }}
          search={{ language: data.language }}
          variant={ready.length > 0 ? 'contained' : 'outlined'}
        >
          {ready.length > 0 ? t('Listen to this course') : t('Create audio')}
        </LinkButton>
      </ActionRow>
    </RuledSection>
  );
}
