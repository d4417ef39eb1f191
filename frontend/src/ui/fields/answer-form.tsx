import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { MARKET_TEXT_LENGTH } from '#contract/market/market.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from './field.tsx';

const Form = styled('form')({
  display: 'grid',
  gap: 8,
  justifyItems: 'start',
  maxWidth: '40rem',
  paddingBlockStart: 8,
  '& > div': { width: '100%' },
});

interface AnswerFormProps {
  /** The published answer; null when there is none. */
  readonly answer: string | null;
  readonly isPending: boolean;
  readonly onAnswer: (answer: string) => void;
}

/** A creator's public answer to a question or a rating. */
export function AnswerForm({ answer: published, isPending, onAnswer }: AnswerFormProps) {
  const [answer, setAnswer] = useState(published ?? '');
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (answer.trim()) onAnswer(answer);
      }}
    >
      <TextField
        label={t('Your answer')}
        multiline
        minRows={2}
        maxLength={MARKET_TEXT_LENGTH}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <Button type="submit" variant="outlined" color="inherit" disabled={!answer.trim()} aria-busy={isPending}>
        {t('Answer')}
      </Button>
    </Form>
  );
}
