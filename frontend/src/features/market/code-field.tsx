import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { quoteCode } from '#contract/market/codes.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { priceWord } from '#frontend/lib/courses/course-words.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';

/** A valid code, and the price with it in dollars. */
export interface Applied {
  readonly code: string;
  readonly price: number;
}

interface CodeFieldProps {
  readonly courseId: string;
  readonly onApplied: (applied: Applied | null) => void;
}

/** The field for a creator's discount code: shows the reduced price before the purchase. */
export function CodeField({ courseId, onApplied }: CodeFieldProps) {
  const [code, setCode] = useState('');
  const [isOpen, setOpen] = useState(false);
  const quote = useAction({
    mutationFn: () => call(quoteCode, { params: { course_id: courseId }, body: { code } }),
    onSuccess: ({ price }) => onApplied({ code, price }),
    onError: () => onApplied(null),
  });
  if (!isOpen)
    return (
      <Button size="small" color="inherit" onClick={() => setOpen(true)}>
        {t('I have a code')}
      </Button>
    );
  const said = quote.error
    ? ({ kind: 'error', text: errorText(quote.error, t('The code could not be checked.')) } as const)
    : quote.data
      ? ({
          kind: 'info',
          text: t('{n}% off: {price} instead of {before}', {
            n: quote.data.percent,
            price: priceWord(quote.data.price),
            before: priceWord(quote.data.list_price),
          }),
        } as const)
      : null;
  return (
    <Stack
      component="form"
      sx={{ gap: 1 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) quote.mutate();
      }}
    >
      <TextField label={t('Code')} value={code} maxLength={20} autoComplete="off" onChange={({ target }) => setCode(target.value)} />
      <Button type="submit" variant="outlined" color="inherit" disabled={!code.trim()} aria-busy={quote.isPending}>
        {t('Use the code')}
      </Button>
      <FormMessage message={said} />
    </Stack>
  );
}
