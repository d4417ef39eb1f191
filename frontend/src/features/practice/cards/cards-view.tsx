import { useDeferredValue, useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { KNOWN_LEVELS, type FlashCard } from '#contract/practice/cards.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { FilterChips } from '#frontend/ui/fields/filter-chips.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { CardText, FormulaText } from '#frontend/ui/formula-text.tsx';
import { CardDialog } from './card-dialog.tsx';
import { CardFiles, ImportCards } from './card-files.tsx';
import { cardPages, decksOf, useCardActions } from './card-queries.ts';

interface CardsViewProps {
  readonly userId: string;
  /** Undefined for all decks. */
  readonly deck: string | undefined;
  /** Absent if the deck belongs to a course and cannot be changed. */
  readonly onDeck?: (deck: string | undefined) => void;
}

type Open = { readonly dialog: 'write'; readonly card: FlashCard | null } | { readonly dialog: 'remove-deck' };

/** All flash cards of a user by deck: search, write, change, import and export. */
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
  const due = all.reduce((sum, one) => sum + (deck === undefined || one.deck === deck ? one.due : 0), 0);
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
                onDeck?.(undefined);
              },
            })
          }
        >
          {t('Its cards and their review history will be deleted.')}
        </ConfirmDialog>
      )}
    </>
  );
  if (all.length === 0) {
    return (
      <>
        {dialogs}
        <EmptyState
          subject="practice"
          title={t('No flash cards yet')}
          actions={
            <>
              {write}
              <ImportCards userId={userId} deck={ownDeck} />
            </>
          }
        >
          {t('Create cards from a course’s lessons on its page, write your own, or import them from Anki.')}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {/* first, as in the empty state, so that a dialog stays open when the first card appears or the last one is deleted */}
      {dialogs}
      <ActionRow>
        {due > 0 && (
          <LinkButton to="/review/study" search={{ deck }} variant="contained">
            {t('Study {n} due', { n: due })}
          </LinkButton>
        )}
        {write}
        <CardFiles userId={userId} deck={ownDeck} exported={deck} />
      </ActionRow>
      {onDeck && (
        <Box sx={{ marginBlock: 2 }}>
          <FilterChips
            label={t('Decks')}
            value={deck ?? ''}
            options={[
              { value: '', label: t('All decks') },
              ...all.map((one) => ({ value: one.deck, label: one.deck, count: one.cards, dir: 'auto' as const })),
            ]}
            onChange={(chosen) => onDeck(chosen || undefined)}
          />
        </Box>
      )}
      <ActionRow>
        <Box role="search" sx={{ flex: '1 1 14rem' }}>
          <SearchField label={t('Search your cards')} maxLength={200} value={search} onChange={({ target }) => setSearch(target.value)} />
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
        empty={
          <EmptyState subject="search" title={t('No card matches')}>
            {t('Try other words.')}
          </EmptyState>
        }
      >
        {(cards, list) => (
          <RowTable
            label={deck ?? t('Flash cards')}
            rows={cards}
            keyOf={({ card_id: id }) => id}
            list={list}
            columns={[
              { name: t('Question'), renderCell: ({ front }) => <CardText text={front} /> },
              { name: t('Answer'), renderCell: ({ back, front }) => <CoveredAnswer key={back} front={front} back={back} /> },
              { name: t('From'), renderCell: (card) => <From card={card} /> },
              { name: t('Known'), renderCell: ({ known }) => <KnownMarks known={known} /> },
              { name: t('Next'), renderCell: (card) => <NextTime card={card} /> },
              {
                name: t('Options'),
                isAct: true,
                isMenu: true,
                renderCell: (card) => (
                  <CardMenu card={card} onEdit={() => setOpen({ dialog: 'write', card })} onRemove={() => actions.remove.mutate(card)} />
                ),
              },
            ]}
          />
        )}
      </PagedList>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 1.5 }}>
        {t('Answers stay hidden, so you can also use the list to test yourself.')}
      </Typography>
    </>
  );
}

/** An answer that is hidden until the reader opens it. */
function CoveredAnswer({ front, back }: Pick<FlashCard, 'front' | 'back'>) {
  const [isShown, setShown] = useState(false);
  if (isShown)
    return (
      <span role="status">
        <CardText text={back} />
      </span>
    );
  return (
    <Cover size="small" color="primary" aria-label={t('Show the answer: {title}', { title: front })} onClick={() => setShown(true)}>
      {t('Show')}
    </Cover>
  );
}

const Cover = styled(Button)(({ theme }) => ({
  minWidth: '6rem',
  backgroundImage: `repeating-linear-gradient(115deg, ${theme.vars.palette.background.sunken} 0 8px, transparent 8px 16px)`,
  backgroundColor: theme.vars.palette.background.default,
}));

function From({ card: { source, deck } }: { readonly card: FlashCard }) {
  if (!source) {
    return (
      <bdi>
        <FormulaText text={deck} dir="rtl" />
      </bdi>
    );
  }
  return (
    <TextLink
      dir="auto"
      to="/courses/$courseId/learn/$module/$lesson"
      params={{ courseId: source.course_id, module: String(source.module), lesson: String(source.lesson) }}
      search={{ passage: source.passage ?? undefined }}
    >
      <FormulaText text={source.lesson_title} dir="rtl" />
    </TextLink>
  );
}

const Marks = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  gap: 3,
  '& > i': { width: 6, height: 16, borderRadius: 3, backgroundColor: theme.vars.palette.background.track },
  '& > [data-full]': { backgroundColor: theme.vars.palette.primary.main },
}));

/** How well a card is known, as marks. */
function KnownMarks({ known }: { readonly known: number }) {
  return (
    <Marks role="img" aria-label={t('{n} of {all}', { n: known, all: KNOWN_LEVELS })}>
      {Array.from({ length: KNOWN_LEVELS }, (_, at) => (
        <i key={at} data-full={at < known ? '' : undefined} />
      ))}
    </Marks>
  );
}

function NextTime({ card }: { readonly card: FlashCard }) {
  const [now] = useState(Date.now);
  const isDue = new Date(card.due_at).getTime() <= now;
  return (
    <Typography component="span" variant="body2" {...(isDue && { color: 'secondary', sx: { fontWeight: 600 } })}>
      {isDue ? (card.reviews === 0 ? t('New') : t('Due now')) : formatWhen(card.due_at)}
    </Typography>
  );
}

interface CardMenuProps {
  readonly card: FlashCard;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function CardMenu({ card: { front }, onEdit, onRemove }: CardMenuProps) {
  return (
    <OptionsButton title={front}>
      {(anchor, onClose) => (
        <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
          <MenuItem
            onClick={() => {
              onClose();
              onEdit();
            }}
          >
            {t('Change')}
          </MenuItem>
          <MenuItem
            onClick={() => {
              onClose();
              onRemove();
            }}
          >
            {t('Delete')}
          </MenuItem>
        </Menu>
      )}
    </OptionsButton>
  );
}
