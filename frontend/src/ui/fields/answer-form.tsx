import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { MARKET_TEXT_LENGTH } from '#contract/market/market.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from './field.tsx';

interface AnswerFormProps {
  /** The published answer; null when there is none. */
  readonly answer: string | null;
  readonly isPending: boolean;
  readonly onAnswer: (answer: string) => void;
}

/** A creator's public answer to a question or a rating. */
export function AnswerForm({ answer: published, isPending, onAnswer }: AnswerFormProps) {
  const [answer, setAnswer] = useState(published ?? '');
  const [isMissing, setMissing] = useState(false);
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!answer.trim());
        if (answer.trim()) onAnswer(answer);
      }}
      sx={{ gap: 1, alignItems: 'flex-start', paddingBlockStart: 1 }}
    >
      <TextField
        label={t('Your answer')}
        multiline
        minRows={2}
        maxLength={MARKET_TEXT_LENGTH}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
        error={isMissing ? t('Please fill in this field.') : undefined}
      />
      <Button type="submit" variant="outlined" color="inherit" aria-busy={isPending}>
        {published === null ? t('Answer') : t('Change the answer')}
      </Button>
    </Stack>
  );
}
