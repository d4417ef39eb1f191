import { useDeferredValue, useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { type FlashCard, CARD_LIMITS } from '#contract/practice/cards.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { CardText } from '#frontend/ui/formula-text.tsx';
import { ExportCards, ImportCards } from './card-files.tsx';
import { cardPages, decksOf, useCardActions } from './card-queries.ts';

interface CardsViewProps {
  readonly userId: string;
  /** Undefined: all decks. */
  readonly deck: string | undefined;
  readonly onDeck: (deck: string | undefined) => void;
}

type Open = { readonly dialog: 'write'; readonly card: FlashCard | null } | { readonly dialog: 'remove-deck' };

/** All flash cards of a person by deck: search, write, change, import and export. */
export function CardsView({ userId, deck, onDeck }: CardsViewProps) {
  const decks = useQuery(decksOf(userId));
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const pages = useInfiniteQuery(cardPages(userId, { deck, q }));
  const [open, setOpen] = useState<Open | null>(null);
  const actions = useCardActions(userId);
  const close = () => setOpen(null);
  if (!decks.data) {
    if (decks.error)
      return <ErrorState title={t('Your flash cards could not be loaded')} error={decks.error} onRetry={() => void decks.refetch()} />;
    return <LoadingState label={t('Loading your flash cards')} rows={6} />;
  }
  const all = decks.data.decks;
  const due = all.reduce((sum, one) => sum + one.due, 0);
  const ownDeck = deck ?? t('My cards');
  const write = (
    <Button
      variant={due > 0 ? 'outlined' : 'contained'}
      color={due > 0 ? 'inherit' : 'primary'}
      onClick={() => setOpen({ dialog: 'write', card: null })}
    >
      {t('New flash card')}
    </Button>
  );
  const dialogs = (
    <>
      {open?.dialog === 'write' && <CardDialog userId={userId} card={open.card} deck={ownDeck} onClose={close} />}
      {open?.dialog === 'remove-deck' && deck !== undefined && (
        <ConfirmDialog
          title={t('Delete this deck?')}
          act={t('Delete the deck')}
          isPending={actions.removeDeck.isPending}
          onClose={close}
          onConfirm={() =>
            actions.removeDeck.mutate(deck, {
              onSuccess: () => {
                close();
                onDeck(undefined);
              },
            })
          }
        >
          {t('Its cards are deleted, and what is known of how well you know them.')}
        </ConfirmDialog>
      )}
    </>
  );
  if (all.length === 0) {
    return (
      <>
        {dialogs}
        <EmptyState
          title={t('No flash cards yet')}
          illustration="no-reviews"
          actions={
            <>
              {write}
              <ImportCards userId={userId} deck={ownDeck} />
            </>
          }
        >
          {t('Have them written from the lessons of a course on its page, write your own, or bring those you have in Anki.')}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {/* first, as above: a dialog stays open when the first card appears, or the last one goes */}
      {dialogs}
      <ActionRow>
        {due > 0 && (
          <LinkButton to="/review" variant="contained">
            {t('Review {due, plural, one {# card} other {# cards}}', { due })}
          </LinkButton>
        )}
        {write}
        <ImportCards userId={userId} deck={ownDeck} />
        <ExportCards deck={deck} />
      </ActionRow>
      <Stack direction="row" role="group" aria-label={t('Decks')} sx={{ flexWrap: 'wrap', gap: 1, marginBlock: 2 }}>
        <Chip
          label={t('All decks')}
          aria-pressed={deck === undefined}
          color={deck === undefined ? 'primary' : 'default'}
          onClick={() => onDeck(undefined)}
        />
        {all.map((one) => (
          <Chip
            key={one.deck}
            dir="auto"
            label={`${one.deck} · ${one.cards}`}
            aria-pressed={deck === one.deck}
            color={deck === one.deck ? 'primary' : 'default'}
            onClick={() => onDeck(one.deck)}
          />
        ))}
      </Stack>
      <ActionRow>
        <Box role="search" sx={{ flex: '1 1 14rem', maxWidth: '28rem' }}>
          <TextField
            type="search"
            label={t('Search your cards')}
            maxLength={200}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </Box>
        {deck !== undefined && (
          <Button color="inherit" onClick={() => setOpen({ dialog: 'remove-deck' })}>
            {t('Delete the deck')}
          </Button>
        )}
      </ActionRow>
      <PagedList
        pages={pages}
        rowsOf={({ cards }) => cards}
        failed={t('Your flash cards could not be loaded')}
        loading={t('Loading your flash cards')}
        empty={<EmptyState title={t('No card matches')}>{t('Try other words.')}</EmptyState>}
      >
        {(cards, list) => (
          <EntryList ref={list} aria-label={t('Flash cards')}>
            {cards.map((card) => (
              <CardEntry
                key={card.card_id}
                card={card}
                onEdit={() => setOpen({ dialog: 'write', card })}
                onRemove={() => actions.remove.mutate(card)}
              />
            ))}
          </EntryList>
        )}
      </PagedList>
    </>
  );
}

function dueWords({ due_at: dueAt, reviews }: FlashCard): string {
  if (new Date(dueAt).getTime() > Date.now()) return t('Due {when}', { when: formatWhen(dueAt) });
  return reviews === 0 ? t('New') : t('Due now');
}

interface CardEntryProps {
  readonly card: FlashCard;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function CardEntry({ card, onEdit, onRemove }: CardEntryProps) {
  const { source, front } = card;
  return (
    <Entry
      title={<CardText text={front} />}
      lines={[
        <CardText key="back" text={card.back} />,
        <>
          {card.deck} · {dueWords(card)}
          {source && (
            <>
              {' · '}
              <TextLink
                to="/courses/$courseId/learn/$module/$lesson"
                params={{ courseId: source.course_id, module: String(source.module), lesson: String(source.lesson) }}
                search={{ passage: source.passage ?? undefined }}
              >
                {source.lesson_title}
              </TextLink>
            </>
          )}
        </>,
      ]}
      actions={
        <Stack direction="row">
          <Button color="inherit" aria-label={t('Change: {title}', { title: front })} onClick={onEdit}>
            {t('Change')}
          </Button>
          <Button color="inherit" aria-label={t('Delete: {title}', { title: front })} onClick={onRemove}>
            {t('Delete')}
          </Button>
        </Stack>
      }
    />
  );
}

interface CardDialogProps {
  readonly userId: string;
  /** The card to change; null: a new one. */
  readonly card: FlashCard | null;
  /** The deck of a new card. */
  readonly deck: string;
  readonly onClose: () => void;
}

/** Writes a card, or changes one. */
function CardDialog({ userId, card, deck: proposed, onClose }: CardDialogProps) {
  // a card that is sent twice is one card
  const [cardId] = useState(() => card?.card_id ?? randomId());
  const [deck, setDeck] = useState(card?.deck ?? proposed);
  const [front, setFront] = useState(card?.front ?? '');
  const [back, setBack] = useState(card?.back ?? '');
  const { create, edit } = useCardActions(userId);
  const act = card ? edit : create;
  const isComplete = [deck, front, back].every((text) => text.trim() !== '');
  const submit = () => isComplete && act.mutate({ cardId, deck, front, back }, { onSuccess: onClose });
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
          helper={t('One question with one answer. Formulas stand between dollar signs.')}
        />
        <TextField label={t('Back')} multiline value={back} maxLength={CARD_LIMITS.back} onChange={({ target }) => setBack(target.value)} />
        <TextField label={t('Deck')} value={deck} maxLength={CARD_LIMITS.deck} onChange={({ target }) => setDeck(target.value)} />
      </Stack>
    </FormDialog>
  );
}
