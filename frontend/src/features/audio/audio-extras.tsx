import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { soundUrl, useAudioActions } from './audio-queries.ts';
import { useStoredSounds } from './stored-sounds.ts';
import { hearable } from './use-audio-player.ts';

interface AudioExtrasProps {
  readonly userId: string;
  readonly courseId: string;
  readonly audio: CourseAudio;
}

/** Hearing it elsewhere: without a connection, in a podcast player, by those who take the course; and removing it. */
export function AudioExtras({ userId, courseId, audio }: AudioExtrasProps) {
  const { language, feed_url: feed, published } = audio;
  const urls = hearable(audio).map(({ lesson_id: id }) => soundUrl(courseId, id, language));
  const { isStored, store, forget } = useStoredSounds(userId, urls);
  const actions = useAudioActions(userId, courseId);
  const copy = (address: string) =>
    void navigator.clipboard.writeText(address).then(
      () => toast('success', t('Copied')),
      () => toast('error', t('It could not be copied. Please select and copy it yourself.')),
    );
  return (
    <RuledSection title={t('Hear it elsewhere')}>
      <Stack sx={{ gap: 2, marginBlockStart: 1 }}>
        <ActionRow>
          <Button
            variant="outlined"
            color="inherit"
            aria-busy={store.isPending || forget.isPending}
            onClick={() => (isStored ? forget.mutate() : store.mutate())}
          >
            {isStored ? t('Remove from this device') : t('Store on this device')}
          </Button>
          {feed === null ? (
            <Button
              variant="outlined"
              color="inherit"
              aria-busy={actions.openFeed.isPending}
              onClick={() => actions.openFeed.mutate(language)}
            >
              {t('Get a podcast address')}
            </Button>
          ) : (
            <>
              <Button variant="outlined" color="inherit" onClick={() => copy(feed)}>
                {t('Copy the podcast address')}
              </Button>
              <Button color="inherit" aria-busy={actions.revokeFeed.isPending} onClick={() => actions.revokeFeed.mutate(language)}>
                {t('Revoke it')}
              </Button>
            </>
          )}
          {audio.task_id === null && (
            <Button color="inherit" aria-busy={actions.remove.isPending} onClick={() => actions.remove.mutate(language)}>
              {t('Delete the audio')}
            </Button>
          )}
        </ActionRow>
        {feed !== null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <Link href={feed} dir="ltr">
              {feed}
            </Link>{' '}
            {t('Anyone with this address can listen until you revoke it.')}
          </Typography>
        )}
        {audio.may_publish && (
          <SwitchField
            label={t('It comes with the course')}
            helper={t('Anyone who gets this course in the marketplace can listen too.')}
            checked={published}
            disabled={actions.publish.isPending}
            onChange={({ target }) => actions.publish.mutate({ language, published: target.checked })}
          />
        )}
      </Stack>
    </RuledSection>
  );
}
