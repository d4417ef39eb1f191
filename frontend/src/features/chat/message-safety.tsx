import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { REPORT_REASONS, REPORT_TEXT, reportSubject } from '#contract/moderation/moderation.contract.ts';
import { blockPerson, mutePerson } from '#contract/people/people.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, isNotFound } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';

type Reason = (typeof REPORT_REASONS)[number];

function reasonWords(reason: Reason): string {
  switch (reason) {
    case 'abuse':
      return t('Abuse or insults');
    case 'hate':
      return t('Hate');
    case 'threat':
      return t('Threats');
    case 'sexual':
      return t('Sexual content');
    case 'spam':
      return t('Spam');
    case 'private_data':
      return t('Someone’s private data');
    default:
      return t('Something else');
  }
}

/**
 * Reports a message to the moderators, mutes its author for the reader only, or blocks the author: then neither sees the other any more.
 */
export function MessageSafety({ message, onClose }: { readonly message: ChatMessage; readonly onClose: () => void }) {
  const cache = useQueryClient();
  const [reason, setReason] = useState<Reason>('abuse');
  const [text, setText] = useState('');
  const report = useAction({
    mutationFn: async () => {
      const said = { reason, text: text.trim() };
      try {
        return await call(reportSubject, { body: { ...said, subject_type: 'message', subject_id: message.message_id } });
      } catch (error) {
        // moderators cannot see direct messages, so the report is about the person
        if (!isNotFound(error)) throw error;
        return call(reportSubject, { body: { ...said, subject_type: 'profile', subject_id: message.user_id } });
      }
    },
    onSuccess: () => {
      toast('success', t('Thank you. The moderators will look at it.'));
      onClose();
    },
    onError: (error) => toast('error', errorText(error, t('The report could not be sent.'))),
  });
  const mute = useAction({
    mutationFn: () => call(mutePerson, { params: { person_id: message.user_id } }),
    onSuccess: async () => {
      toast('success', t('{name} is muted', { name: message.author }));
      await cache.invalidateQueries({ queryKey: ['chat'] });
      onClose();
    },
    onError: (error) => toast('error', errorText(error, t('The person could not be muted.'))),
  });
  const block = useAction({
    mutationFn: () => call(blockPerson, { params: { person_id: message.user_id } }),
    onSuccess: async () => {
      toast('success', t('{name} is blocked', { name: message.author }));
      await cache.invalidateQueries();
      // messages loaded before the block are still on the screen
      location.reload();
    },
    onError: (error) => toast('error', errorText(error, t('The person could not be blocked.'))),
  });
  return (
    <FormDialog
      title={t('Report, mute or block')}
      onClose={onClose}
      onSubmit={() => report.mutate()}
      actions={
        <>
          <Button type="submit" variant="contained" aria-busy={report.isPending}>
            {t('Report')}
          </Button>
          <Button type="button" variant="outlined" color="inherit" aria-busy={mute.isPending} onClick={() => mute.mutate()}>
            {t('Mute {name}', { name: message.author })}
          </Button>
          <Button type="button" variant="outlined" color="error" aria-busy={block.isPending} onClick={() => block.mutate()}>
            {t('Block {name}', { name: message.author })}
          </Button>
          <Button type="button" variant="text" color="inherit" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p>{t('Muting someone collapses their messages for you only. Blocking someone hides you from each other.')}</p>
      <Stack sx={{ gap: 2 }}>
        <SelectField
          label={t('What is wrong with it')}
          value={reason}
          options={REPORT_REASONS.map((value) => ({ value, label: reasonWords(value) }))}
          onChange={({ target }) => setReason(REPORT_REASONS.find((value) => value === target.value) ?? 'other')}
        />
        <TextField
          label={t('More details (optional)')}
          multiline
          maxLength={REPORT_TEXT}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Stack>
    </FormDialog>
  );
}
