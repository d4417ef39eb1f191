import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { NOTE_LENGTH } from '#contract/notes/notes.contract.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';

interface NoteFormProps {
  readonly label: string;
  readonly text?: string;
  /** A highlight may be saved without text; a note on a whole lesson may not. */
  readonly isOptional?: boolean;
  readonly isBusy: boolean;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

/** The form of a note. Escape cancels, Ctrl Enter saves. */
export function NoteForm({ label, text = '', isOptional = false, isBusy, onSave, onCancel }: NoteFormProps) {
  const [written, setWritten] = useState(text);
  const isMissing = !isOptional && written.trim() === '';
  const save = () => isBusy || isMissing || onSave(written.trim());
  return (
    <Stack
      component="form"
      sx={{ gap: 1 }}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextField
        label={label}
        multiline
        minRows={3}
        maxLength={NOTE_LENGTH}
        value={written}
        ref={focusOnMount}
        onChange={({ target }) => setWritten(target.value)}
      />
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={isMissing} aria-busy={isBusy}>
          {t('Save note')}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Stack>
    </Stack>
  );
}
