import { useState } from 'react';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { foldedText } from '#contract/platform/folded-text.ts';
import { BIO_LIMIT, countCharacters, updateProfile } from '#contract/settings/profile.contract.ts';
import { saveSettings } from '#contract/settings/settings.contract.ts';
import { proposeText } from '#contract/translation/translation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, failureText } from '#frontend/lib/api-error.ts';
import { useCloseDialog, type PersonalDialog } from '#frontend/lib/dialog-address.ts';
import { shownTexts, textLanguage } from '#frontend/lib/language.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { useUser, replaceUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { useAppliedFlags, type AccessibilityFlags } from './accessibility/accessibility-flags.ts';
import { FlagFields } from './accessibility/flag-fields.tsx';
import { bioDraft, storeBioDraft } from './profile/bio-draft.ts';
import { profile, profileKey } from './settings-queries.ts';
import { HelpDialog } from './help/help-dialog.tsx';

/** The dialog of the profile menu named in the URL, over the current screen. */
export default function PersonalDialogs({ dialog }: { readonly dialog: PersonalDialog }) {
  const { user_id: userId } = useUser();
  const close = useCloseDialog();
  switch (dialog) {
    case 'bio':
      return <BioDialog key={userId} userId={userId} onClose={close} />;
    case 'accessibility':
      return <AccessibilityDialog userId={userId} onClose={close} />;
    case 'help':
      return <HelpDialog onClose={close} />;
    case 'translation':
      return <TranslationDialog onClose={close} />;
  }
}

interface AccessibilityDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** 'Accessibility Settings' (A11Y-01, A11Y-02). Applied at once in this browser, also offline; the server stores them for other devices. */
function AccessibilityDialog({ userId, onClose }: AccessibilityDialogProps) {
  const { flags, apply: applyFlags } = useAppliedFlags();
  const [wished, setWished] = useState(flags);
  const save = useAction({
    mutationFn: (accessibility: AccessibilityFlags) => call(saveSettings, { body: { user_id: userId, accessibility } }),
    onSuccess: () => toast('success', t('Accessibility settings applied')),
    onError: (error) =>
      toast(
        'warning',
        failureText(error, t('Accessibility settings applied in this browser. They could not be saved for your other devices.')),
      ),
  });
  const apply = () => {
    applyFlags(wished);
    save.mutate(wished);
    onClose();
  };
  return (
    <FormDialog
      title={t('Accessibility Settings')}
      onClose={onClose}
      onSubmit={apply}
      actions={<FormActions label={t('Apply')} onClose={onClose} />}
    >
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1 }}>
        {t('These settings apply in this browser immediately, and on other devices when you sign in there.')}
      </Typography>
      <FlagFields flags={wished} onChange={setWished} />
    </FormDialog>
  );
}

interface BioDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/**
 * 'Edit Your Bio' (PROF-01, PROF-02). The typed text is stored in this browser until the server has it, so that closing, a reload or a lost
 * connection loses nothing.
 */
function BioDialog({ userId, onClose }: BioDialogProps) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(profile(userId));
  // null until something is typed: the server's text is shown
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
            error={isTooLong ? t('{counter}: {n} too many', { counter, n: count - BIO_LIMIT }) : undefined}
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

const MOST = 20;
const LEAST_TYPED = 2;

/** Returns interface sentences that contain the typed words, in the current language or in English. */
function textsWith(typed: string): (readonly [english: string, shown: string])[] {
  const words = foldedText(typed.trim());
  if (words.length < LEAST_TYPED) return [];
  return Object.entries(shownTexts())
    .flatMap(([english, shown]) => (typeof shown === 'string' ? [[english, shown] as const] : []))
    .filter(([english, shown]) => foldedText(shown).includes(words) || foldedText(english).includes(words))
    .slice(0, MOST);
}

/** The parts of the message's syntax (ICU) that a better text must keep. */
function whatStays(english: string): string | undefined {
  if (english.includes(', plural,'))
    return t('Change only the words in the inner braces, one text per plural form. Keep # (the number) and names in braces.');
  return english.includes('{') ? t('Words in braces stay as they are.') : undefined;
}

/** Finds a machine-translated sentence and suggests a better text; an operator decides. */
function TranslationDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const [better, setBetter] = useState<string | null>(null);
  const found = textsWith(typed);
  const [english, shown] = found.find(([key]) => key === chosen) ?? found[0] ?? ['', ''];
  const text = better ?? shown;
  const send = useAction({
    mutationFn: () => call(proposeText, { body: { language: textLanguage(), original_text: english, proposed_text: text } }),
    onSuccess: () => {
      toast('success', t('Thank you. An operator will look at it.'));
      onClose();
    },
  });
  const maySend = english !== '' && text.trim() !== '' && text !== shown;
  return (
    <FormDialog
      title={t('Suggest a better translation')}
      onClose={onClose}
      onSubmit={() => {
        if (maySend) send.mutate(undefined);
      }}
      actions={
        <FormActions
          label={t('Send proposal')}
          isDisabled={!maySend}
          isPending={send.isPending}
          closeLabel={t('Close')}
          onClose={onClose}
        />
      }
    >
      <Typography sx={{ marginBlockEnd: 2 }}>
        {t('An AI service translated the interface into this language. Find the wrong text and write a better one.')}
      </Typography>
      <TextField
        label={t('Words from the text')}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setBetter(null);
        }}
        ref={focusOnMount}
      />
      {typed.trim().length >= LEAST_TYPED && found.length === 0 && (
        <FormMessage message={{ kind: 'info', text: t('No text contains these words.') }} />
      )}
      {found.length > 0 && (
        <>
          <SelectField
            label={t('Text')}
            value={english}
            options={found.map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => {
              setChosen(target.value);
              setBetter(null);
            }}
          />
          <Typography variant="body2" color="textSecondary" lang="en" dir="ltr" sx={{ marginBlock: 1 }}>
            {english}
          </Typography>
          <TextField
            label={t('Better text')}
            multiline
            minRows={2}
            value={text}
            onChange={({ target }) => setBetter(target.value)}
            helper={whatStays(english)}
          />
        </>
      )}
      <FormMessage message={send.error ? { kind: 'error', text: errorText(send.error, t('The proposal could not be sent.')) } : null} />
    </FormDialog>
  );
}
