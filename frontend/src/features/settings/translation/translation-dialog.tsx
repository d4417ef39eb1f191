import { useState } from 'react';
import Typography from '@mui/material/Typography';
import { proposeText } from '#contract/translation/translation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { shownTexts, textLanguage } from '#frontend/lib/language.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';

const MOST = 20;
const LEAST_TYPED = 2;

/** Returns interface sentences that contain the typed words, in the current language or in English. */
function textsWith(typed: string): (readonly [english: string, shown: string])[] {
  const words = typed.trim().toLowerCase();
  if (words.length < LEAST_TYPED) return [];
  return Object.entries(shownTexts())
    .flatMap(([english, shown]) => (typeof shown === 'string' ? [[english, shown] as const] : []))
    .filter(([english, shown]) => shown.toLowerCase().includes(words) || english.toLowerCase().includes(words))
    .slice(0, MOST);
}

/** What a better text must keep of the message's syntax (ICU). */
function whatStays(english: string): string | undefined {
  if (english.includes(', plural,'))
    return t('Change only the words in the inner braces, one text for each plural form; # is the number and stays, as do names in braces.');
  return english.includes('{') ? t('Words in braces stay as they are.') : undefined;
}

/** Finds a machine-translated sentence and suggests a better text; an operator decides. */
export function TranslationDialog({ onClose }: { readonly onClose: () => void }) {
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
      title={t('Propose a better text')}
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
        {t('An AI service translated the interface into this language. Find the text that is wrong and write how it should be.')}
      </Typography>
      <TextField
        label={t('Words of the text')}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setBetter(null);
        }}
        ref={focusOnMount}
      />
      {typed.trim().length >= LEAST_TYPED && found.length === 0 && (
        <FormMessage message={{ kind: 'info', text: t('No text has these words.') }} />
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
