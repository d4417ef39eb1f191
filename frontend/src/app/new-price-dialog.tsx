import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { type NewPrice, useNewPrice } from '#frontend/lib/accepted-price.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';

/** Formats tokens as prices are shown on the screens. */
const amount = (tokens: number): string => formatTokens(Math.round(tokens * 100));

function priceWords({ needed, accepted }: NewPrice): { readonly title: string; readonly text: string } {
  const n = amount(needed);
  return accepted === 0
    ? { title: t('It costs {n} tokens', { n }), text: t('Your plan does not cover it. Nothing has been started.') }
    : {
        title: t('The price has changed'),
        text: t('The price is now {n} tokens instead of {accepted}. Nothing has been started.', { n, accepted: amount(accepted) }),
      };
}

/** Asks whether to pay the current, higher price of a pressed button, whichever screen it belongs to. */
export default function NewPriceDialog() {
  const question = useNewPrice();
  const cache = useQueryClient();
  // the page's prices and plan are outdated
  useEffect(() => {
    if (question) void cache.invalidateQueries();
  }, [cache, question]);
  if (!question) return null;
  const { title, text } = priceWords(question);
  return (
    <ConfirmDialog
      title={title}
      act={t('Pay {n} tokens', { n: amount(question.needed) })}
      isDestructive={false}
      onConfirm={() => question.answer(true)}
      onClose={() => question.answer(false)}
    >
      <Typography>{text}</Typography>
    </ConfirmDialog>
  );
}
