import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { CHAT_MESSAGE_LENGTH } from '#contract/chat/chat.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';

interface MessageFormProps {
  readonly content: string;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

/** Edits a message in place. Enter saves, Escape cancels. */
export function MessageForm({ content, onSave, onCancel }: MessageFormProps) {
  const [text, setText] = useState(content);
  const field = useRef<HTMLTextAreaElement | HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() !== '') onSave(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onCancel();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    submit();
  };
  return (
    <Box component="form" sx={{ marginBlock: 0.5 }} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <TextField
        ref={field}
        label={t('Your message')}
        multiline
        minRows={1}
        maxRows={8}
        maxLength={CHAT_MESSAGE_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, marginBlockStart: 0.5 }}>
        <Button type="submit" size="small" variant="contained" disabled={text.trim() === ''}>
          {t('Save')}
        </Button>
        <Button type="button" size="small" variant="text" color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Stack>
    </Box>
  );
}
