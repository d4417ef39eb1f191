import { useEffect, useRef, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { RATINGS, type DueCard, type FlashCard, type Rating } from '#contract/practice/cards.contract.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS, RADIUS } from '#frontend/theme/tokens.ts';
import { CardText, FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { CardDialog } from './card-dialog.tsx';

export const ratingCaptions = (): Readonly<Record<Rating, string>> => ({
  again: t('Again'),
  hard: t('Hard'),
  good: t('Good'),
  easy: t('Easy'),
});
/** The colour of each rating, in the palette. */
export const RATING_COLOURS = { again: 'error', hard: 'warning', good: 'primary', easy: 'success' } as const satisfies Record<
  Rating,
  string
>;

const DAY = 86_400;
const MONTH = 30.4 * DAY;

/** When a card returns, rounded as in speech: `in 10 min`, `in 12 days`, `in 4 months`. */
export function returnsIn(iso: string, now = Date.now()): string {
  const seconds = Math.max(60, (new Date(iso).getTime() - now) / 1_000);
  // the scheduler's days begin slightly before they are displayed
  if (seconds > DAY - 600 && seconds < 2 * MONTH)
    return t('{n, plural, one {in # day} other {in # days}}', { n: Math.round(seconds / DAY) });
  if (seconds >= 2 * MONTH) return t('{n, plural, one {in # month} other {in # months}}', { n: Math.round(seconds / MONTH) });
  return t('in {length}', { length: formatDuration(seconds) });
}

const Face = styled(Card)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 'min(420px, 46dvh)',
  padding: 20,
  [theme.breakpoints.up('sm')]: { padding: '36px 48px 28px' },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 3 },
  '@media (prefers-reduced-motion: no-preference)': { '&[data-turned]': { animation: 'card-turn 200ms ease-out' } },
  '[data-reduced-motion] &': { animation: 'none' },
  '@keyframes card-turn': { from: { transform: 'perspective(1200px) rotateX(-24deg)', opacity: 0.4 } },
}));

/** Draws two more cards below it, so that it looks like a deck. */
const Deck = styled('div')(({ theme }) => ({
  position: 'relative',
  marginBlockEnd: 28,
  '&::before, &::after': {
    content: '""',
    position: 'absolute',
    insetInline: 24,
    insetBlockEnd: -14,
    height: 40,
    borderRadius: RADIUS.card,
    border: `1px solid ${theme.vars.palette.line.hairline}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '&::before': { insetInline: 48, insetBlockEnd: -26, backgroundColor: theme.vars.palette.background.sunken },
  '& > *': { position: 'relative', zIndex: 1 },
}));

const Answers = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 16 },
  '& > button': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    justifyItems: 'start',
    textAlign: 'start',
    padding: '12px 14px',
    borderBlockStart: '4px solid currentColor',
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& [data-when]': { gridColumn: '1 / -1', fontFamily: FONTS.reading, fontWeight: 600 },
}));

/** The symbol of a key; hidden on devices without a keyboard. */
export const KeySign = styled('kbd')(({ theme }) => ({
  ...theme.typography.caption,
  fontFamily: FONTS.ui,
  fontWeight: 600,
  padding: '1px 6px',
  borderRadius: RADIUS.inner,
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.paper,
  '@media (hover: none)': { display: 'none' },
}));

/** Whether a key belongs to a field or a menu. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role="menu"]') !== null;
const isPressable = (target: EventTarget | null): boolean => target instanceof Element && target.closest('a, button') !== null;

interface StudyCardProps {
  readonly userId: string;
  readonly card: DueCard;
  readonly onRate: (rating: Rating) => void;
  readonly onChanged: (card: FlashCard) => void;
}

/**
 * One card of a session: its front, then its back with four ratings, each with the time until the card returns. Space turns it, 1 to 4 rate
 * it, and E edits it.
 */
export function StudyCard({ userId, card, onRate, onChanged }: StudyCardProps) {
  const [isTurned, setTurned] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const face = useRef<HTMLDivElement>(null);
  const { source } = card;
  // after turning, not before: the button is the first element to be focused
  useEffect(() => {
    if (isTurned) face.current?.focus({ preventScroll: true });
  }, [isTurned]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isChanging || event.altKey || event.ctrlKey || event.metaKey || event.repeat || isTyping(event.target)) return;
      const rating = RATINGS[Number(event.key) - 1];
      if (isTurned && rating) onRate(rating);
      else if (event.key === ' ' && !isPressable(event.target)) setTurned(!isTurned);
      else if (event.key.toLowerCase() === 'e') setChanging(true);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  const lesson = source && (
    <TextLink
      dir="auto"
      variant="body2"
      to="/courses/$courseId/learn/$module/$lesson"
      params={{ courseId: source.course_id, module: String(source.module), lesson: String(source.lesson) }}
      search={{ passage: source.passage ?? undefined }}
    >
      {t('In the lesson: {title}', { title: formulaWords(source.lesson_title, 'rtl') })}
    </TextLink>
  );
  return (
    <div>
      <Deck>
        <Face ref={face} tabIndex={-1} data-turned={isTurned ? '' : undefined} role="group" aria-label={isTurned ? t('Back') : t('Front')}>
          {isTurned ? (
            <>
              <Typography component="h2" variant="h3" color="textSecondary" sx={{ fontWeight: 400 }}>
                <CardText text={card.front} />
              </Typography>
              <Divider sx={{ marginBlock: 2 }} />
              <Box role="status" sx={{ flex: 1, display: 'grid', alignContent: 'center' }}>
                <Typography component="div" variant="h2">
                  <CardText text={card.back} />
                </Typography>
              </Box>
              <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
                <span>{lesson}</span>
                <Button color="inherit" size="small" onClick={() => setTurned(false)}>
                  {t('Turn back over')}
                </Button>
              </Stack>
            </>
          ) : (
            <>
              <Typography variant="body2" color="textSecondary" dir="auto" sx={{ textAlign: 'center' }}>
                <FormulaText text={source ? source.lesson_title : card.deck} dir="rtl" />
              </Typography>
              <Box sx={{ flex: 1, display: 'grid', placeItems: 'center', textAlign: 'center', paddingBlock: 2 }}>
                <Typography component="h2" variant="h1">
                  <CardText text={card.front} />
                </Typography>
              </Box>
              <Box sx={{ display: 'grid', justifyItems: 'center' }}>
                <Button ref={focusOnMount} variant="contained" size="large" onClick={() => setTurned(true)}>
                  {t('Show the answer')}
                </Button>
              </Box>
            </>
          )}
        </Face>
      </Deck>
      <Box sx={{ minHeight: { sm: 84 }, marginBlockStart: 4 }}>
        {isTurned ? (
          <Answers role="group" aria-label={t('How well did you know it?')}>
            {RATINGS.map((rating, at) => (
              <Button
                key={rating}
                variant="outlined"
                color={RATING_COLOURS[rating]}
                aria-keyshortcuts={String(at + 1)}
                onClick={() => onRate(rating)}
              >
                <Box component="span" sx={{ color: 'text.primary' }}>
                  {ratingCaptions()[rating]}
                </Box>
                <KeySign aria-hidden>{at + 1}</KeySign>
                <span data-when>{returnsIn(card.returns_at[rating])}</span>
              </Button>
            ))}
          </Answers>
        ) : (
          <Typography color="textSecondary" sx={{ textAlign: 'center' }}>
            {t('Say it to yourself first. Then turn the card and judge your own answer.')}
          </Typography>
        )}
      </Box>
      {isChanging && <CardDialog userId={userId} card={card} deck={card.deck} onClose={() => setChanging(false)} onSaved={onChanged} />}
    </div>
  );
}
