import { useState } from 'react';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BIO_LIMIT, countCharacters, updateProfile } from '#contract/settings/profile.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { replaceUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { profile, profileKey } from '../settings-queries.ts';
import { bioDraft, storeBioDraft } from './bio-draft.ts';

interface BioDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/**
 * 'Edit Your Bio' (PROF-01, PROF-02). The typed text is stored in this browser until the server has it, so closing, a reload or a lost
 * connection lose nothing.
 */
export function BioDialog({ userId, onClose }: BioDialogProps) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(profile(userId));
  // Null until something is typed: the server's text is shown.
  const [typed, setTyped] = useState(() => bioDraft(userId));
  const text = typed ?? data?.bio;
  const count = countCharacters(text ?? '');
  const save = useAction({
    mutationFn: (bio: string) => call(updateProfile, { body: { bio }, fallback: t('The bio could not be saved.') }),
    onSuccess: async ({ user }) => {
      storeBioDraft(userId, null);
      replaceUser(user);
      toast('success', t('Bio updated'));
      onClose();
      await cache.invalidateQueries({ queryKey: profileKey(userId) });
    },
  });
  const type = (next: string) => {
    setTyped(next);
    storeBioDraft(userId, next === data?.bio ? null : next);
  };
  const isTooLong = count > BIO_LIMIT;
  const counter = t('{n}/{limit} characters', { n: count, limit: BIO_LIMIT });
  return (
    <FormDialog
      title={t('Edit Your Bio')}
      onClose={onClose}
      onSubmit={() => {
        if (text !== undefined && !isTooLong) save.mutate(text);
      }}
      actions={
        <FormActions
          label={t('Save Bio')}
          isDisabled={text === undefined || isTooLong}
          isPending={save.isPending}
          closeLabel={t('Close')}
          onClose={onClose}
        />
      }
    >
      {text === undefined && !error && <LoadingState rows={2} label={t('Loading your bio')} />}
      {text === undefined && error && <ErrorState title={t('Your bio could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {text !== undefined && (
        <>
          <TextField
            label={t('Bio')}
            multiline
            minRows={5}
            maxRows={12}
            value={text}
            onChange={({ target }) => type(target.value)}
            helper={counter}
            error={isTooLong ? t('{counter}: take out {n}', { counter, n: count - BIO_LIMIT }) : undefined}
            ref={focusOnMount}
          />
          <Typography variant="body2" color="textSecondary" sx={{ marginBlock: 1 }}>
            {t('A few words about yourself. Other learners see them only if you share your profile in Settings.')}
          </Typography>
          <FormMessage message={messageOf(save.error, typed !== null && typed !== data?.bio)} />
        </>
      )}
    </FormDialog>
  );
}

function messageOf(error: Error | null, isDraft: boolean) {
  if (error) {
    const reason = errorText(error, t('The bio could not be saved.'));
    return { kind: 'error', text: t('{reason} Your text is saved in this browser.', { reason }) } as const;
  }
  return isDraft ? ({ kind: 'info', text: t('Not saved yet. This browser keeps what you type.') } as const) : null;
}
