import { useState } from 'react';
import Stack from '@mui/material/Stack';
import { type FlashCard, CARD_LIMITS } from '#contract/practice/cards.contract.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { useCardActions } from './card-queries.ts';

interface CardDialogProps {
  readonly userId: string;
  /** The card to change; null for a new one. */
  readonly card: FlashCard | null;
  /** The deck of a new card. */
  readonly deck: string;
  readonly onClose: () => void;
  readonly onSaved?: (card: FlashCard) => void;
}

/** Writes a new card, or changes one. */
export function CardDialog({ userId, card, deck: proposed, onClose, onSaved }: CardDialogProps) {
  // sending a card twice creates only one
  const [cardId] = useState(() => card?.card_id ?? randomId());
  const [deck, setDeck] = useState(card?.deck ?? proposed);
  const [front, setFront] = useState(card?.front ?? '');
  const [back, setBack] = useState(card?.back ?? '');
  const { create, edit } = useCardActions(userId);
  const act = card ? edit : create;
  const isComplete = [deck, front, back].every((text) => text.trim() !== '');
  const submit = () =>
    isComplete &&
    act.mutate(
      { cardId, deck, front, back },
      {
        onSuccess: (answer) => {
          // one that waits on this device is shown as it was written
          const saved = answer?.card ?? (card && { ...card, deck, front, back });
          if (saved) onSaved?.(saved);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={card ? t('Change the card') : t('New flash card')}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions label={t('Save')} onClose={onClose} isPending={act.isPending} isDisabled={!isComplete} />}
    >
      <Stack sx={{ gap: 2 }}>
        <TextField
          label={t('Front')}
          multiline
          ref={focusOnMount}
          value={front}
          maxLength={CARD_LIMITS.front}
          onChange={({ target }) => setFront(target.value)}
          helper={t('One question with one answer. Put formulas between dollar signs.')}
        />
        <TextField label={t('Back')} multiline value={back} maxLength={CARD_LIMITS.back} onChange={({ target }) => setBack(target.value)} />
        <TextField label={t('Deck')} value={deck} maxLength={CARD_LIMITS.deck} onChange={({ target }) => setDeck(target.value)} />
      </Stack>
    </FormDialog>
  );
}
