import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { MARKET_TEXT_LENGTH, REPORT_REASONS, type Rating } from '#contract/market/market.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { reasonWord } from './market-words.ts';

interface RatingFormProps {
  readonly rating: Rating | null;
  readonly isSaving: boolean;
  readonly onSave: (body: { stars: number; text: string }) => void;
}

/** The form for the user's own rating, new or existing. */
export function RatingForm({ rating, isSaving, onSave }: RatingFormProps) {
  // no default: a hasty press must not become five stars
  const [stars, setStars] = useState(rating?.stars ?? null);
  const [text, setText] = useState(rating?.text ?? '');
  return (
    <Stack
      component="form"
      sx={{ gap: 1.5 }}
      aria-label={t('Your rating')}
      onSubmit={(event) => {
        event.preventDefault();
        if (stars !== null) onSave({ stars, text });
      }}
    >
      <SelectField
        label={t('Your rating')}
        value={String(stars ?? '')}
        onChange={({ target }) => setStars(Number(target.value))}
        options={[
          ...(stars === null ? [{ value: '', label: t('Choose') }] : []),
          ...[5, 4, 3, 2, 1].map((n) => ({ value: String(n), label: t('{n} of 5', { n }) })),
        ]}
      />
      <TextField
        label={t('In your own words (optional)')}
        multiline
        maxRows={8}
        maxLength={MARKET_TEXT_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="outlined" color="inherit" disabled={stars === null} aria-busy={isSaving}>
        {rating === null ? t('Rate this course') : t('Change your rating')}
      </Button>
    </Stack>
  );
}

interface ReportDialogProps {
  readonly isSending: boolean;
  readonly onClose: () => void;
  readonly onSend: (body: { reason: (typeof REPORT_REASONS)[number]; text: string }) => void;
}

/** Reports a course to the operators. */
export function ReportDialog({ isSending, onClose, onSend }: ReportDialogProps) {
  const [reason, setReason] = useState<(typeof REPORT_REASONS)[number]>('rights');
  const [text, setText] = useState('');
  return (
    <FormDialog
      title={t('Report this course')}
      onClose={onClose}
      onSubmit={() => onSend({ reason, text })}
      actions={<FormActions label={t('Send report')} isPending={isSending} onClose={onClose} />}
    >
      <Stack sx={{ gap: 1.5 }}>
        <SelectField
          label={t('What is wrong')}
          value={reason}
          onChange={({ target }) => setReason(target.value as typeof reason)}
          options={REPORT_REASONS.map((value) => ({ value, label: reasonWord(value) }))}
        />
        <TextField
          label={t('What should we look at?')}
          multiline
          minRows={3}
          maxLength={MARKET_TEXT_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Stack>
    </FormDialog>
  );
}
