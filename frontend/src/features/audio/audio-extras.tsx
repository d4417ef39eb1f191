import { useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { copyText } from '#frontend/lib/copy-text.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ByAge } from '#frontend/ui/age/age-note.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { useAudioActions } from './audio-queries.ts';
import { useStoredSounds } from './stored-sounds.ts';
import { hearable, type Player } from './use-audio-player.ts';

interface AskedButtonProps {
  readonly label: string;
  readonly title: string;
  /** What exactly will happen. */
  readonly children: ReactNode;
  readonly act: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

/** A button for an action that cannot be undone; it asks first. */
function AskedButton({ label, title, children, act, isPending, onConfirm }: AskedButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <>
      <Button color="inherit" aria-busy={isPending} onClick={() => setAsked(true)}>
        {label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={title}
          act={act}
          keep={t('Keep')}
          onClose={close}
          onConfirm={() => {
            close();
            onConfirm();
          }}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}

interface AudioExtrasProps {
  readonly userId: string;
  readonly courseId: string;
  readonly audio: CourseAudio;
}

/** Other ways to listen: offline, in a podcast player, by learners who take the course; and removing the audio. */
export function AudioExtras({ userId, courseId, audio }: AudioExtrasProps) {
  const { language, feed_url: feed, published } = audio;
  const { isStored, store, forget } = useStoredSounds({ userId, courseId, language, lessons: hearable(audio) });
  const actions = useAudioActions(userId, courseId);
  const refusal = useAgeRefusal(userId, 'secret_address');
  return (
    <RuledSection title={t('Listen elsewhere')}>
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
          {feed === null && refusal === null && (
            <Button
              variant="outlined"
              color="inherit"
              aria-busy={actions.openFeed.isPending}
              onClick={() => actions.openFeed.mutate(language)}
            >
              {t('Get a podcast address')}
            </Button>
          )}
          {feed !== null && (
            <>
              {refusal === null && (
                <Button variant="outlined" color="inherit" onClick={() => copyText(feed)}>
                  {t('Copy the podcast address')}
                </Button>
              )}
              <AskedButton
                label={t('Revoke it')}
                title={t('Revoke the podcast address?')}
                act={t('Revoke it')}
                isPending={actions.revokeFeed.isPending}
                onConfirm={() => actions.revokeFeed.mutate(language)}
              >
                <p>
                  {t(
                    'Players that use this address lose the episodes immediately. You would have to enter the new address in each of them.',
                  )}
                </p>
              </AskedButton>
            </>
          )}
          {audio.task_id === null && audio.may_remove && (
            <AskedButton
              label={t('Delete the audio')}
              title={t('Delete the audio?')}
              act={t('Delete')}
              isPending={actions.remove.isPending}
              onConfirm={() => actions.remove.mutate(language)}
            >
              <p>{t('The audio in this language will be deleted. This cannot be undone, and its cost is not refunded.')}</p>
              {feed !== null && (
                <p>{t('The podcast address will be revoked, and the episodes will disappear from every podcast player.')}</p>
              )}
              {published && <p>{t('People who took the course can no longer listen either.')}</p>}
            </AskedButton>
          )}
        </ActionRow>
        {refusal !== null && (
          <Box>
            <Typography variant="subtitle2">{t('Podcast address')}</Typography>
            <ByAge userId={userId} rule="secret_address" isMade={feed !== null} />
          </Box>
        )}
        {feed !== null && refusal === null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <Link href={feed} dir="ltr">
              {feed}
            </Link>{' '}
            {t('Anyone with this address can listen until you revoke it.')}
          </Typography>
        )}
        {audio.may_publish && (
          <SwitchField
            label={t('Include audio with the course')}
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

/** The lessons of a course that have audio; a press on one plays it. */
export function AudioChapters({ player: { lessons, index, go } }: { readonly player: Player }) {
  const hasModules = new Set(lessons.map((one) => one.module_index)).size > 1;
  return (
    <RuledSection title={t('Chapters')}>
      <List disablePadding aria-label={t('Chapters')}>
        {lessons.map((one, n) => (
          <ListItem key={one.lesson_id} disablePadding>
            <ListItemButton selected={n === index} {...(n === index && { 'aria-current': true as const })} onClick={() => go(n)}>
              <ListItemText
                primary={
                  <bdi>
                    <FormulaText text={one.title} dir="rtl" />
                  </bdi>
                }
                secondary={
                  <>
                    {formatDuration(one.seconds ?? 0)}
                    {hasModules && (
                      <>
                        {' · '}
                        <bdi>
                          <FormulaText text={one.module} dir="rtl" />
                        </bdi>
                      </>
                    )}
                    {one.state === 'stale' && ` · ${t('of an earlier version of the lesson')}`}
                  </>
                }
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </RuledSection>
  );
}
