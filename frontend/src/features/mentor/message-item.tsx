import { memo, useCallback, useMemo, useState, type ReactNode } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip, { type ChipProps } from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { createLink } from '@tanstack/react-router';
import type { MentorEngine, MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { withReason } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { FONTS, RADIUS } from '#frontend/theme/tokens.ts';
import { BorderColorIcon, ContentCopyIcon, RefreshIcon } from '#frontend/ui/feature-icons.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { CloseIcon, EditNoteIcon } from '#frontend/ui/icons.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { EngineMark, EngineMenu } from './engine-menu.tsx';
import { answerWords, ENGINE_NAMES, FIRST_MARK, lessonNumber, markQuotes, roleOf } from './mentor-words.ts';

/**
 * A question is at the end of its line, on a tint; an answer has the full width. While an answer is being written, it ends with a caret.
 */
const Item = styled('li')(({ theme }) => ({
  listStyle: 'none',
  '& + &': { marginBlockStart: 24 },
  '&[data-sender="user"] > [data-words]': {
    boxSizing: 'border-box',
    width: 'fit-content',
    maxWidth: '85%',
    marginInlineStart: 'auto',
    padding: '10px 16px',
    borderRadius: RADIUS.card,
    borderEndEndRadius: RADIUS.inner,
    backgroundColor: theme.vars.palette.background.tint,
    '[data-scheme="contrast"] &': { border: '1px solid currentColor' },
  },
  '&[data-state="sending"] [data-answer] p:last-child::after': {
    content: '""',
    display: 'inline-block',
    width: '0.45em',
    height: '1em',
    marginInlineStart: '0.15em',
    verticalAlign: '-0.15em',
    borderRadius: 2,
    backgroundColor: theme.vars.palette.primary.main,
  },
}));

/** The lesson that the mentor knew when it answered. */
export type KnownLesson = NonNullable<MentorMessage['knows']>;

/** The passage that a question is about, shown as a highlight in the text. */
export function AskedPassage({ children, onDrop }: { readonly children: string; readonly onDrop?: () => void }) {
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'flex-start',
        gap: 1.25,
        marginBlockEnd: 1.5,
        padding: '10px 12px',
        borderInlineStart: '3px solid',
        borderColor: 'primary.main',
        borderRadius: `0 ${RADIUS.control}px ${RADIUS.control}px 0`,
        bgcolor: 'background.tint',
        '[dir="rtl"] &': { borderRadius: `${RADIUS.control}px 0 0 ${RADIUS.control}px` },
      }}
    >
      <BorderColorIcon aria-hidden color="primary" sx={{ flex: 'none', fontSize: 16, marginBlockStart: 0.5 }} />
      <Box
        component="blockquote"
        dir="auto"
        sx={{ flex: 1, minWidth: 0, margin: 0, maxHeight: '8em', overflowY: 'auto', overflowWrap: 'anywhere', fontFamily: FONTS.reading }}
      >
        <FormulaText text={children} dir="rtl" />
      </Box>
      {onDrop && (
        <IconButton size="small" aria-label={t('Ask without the passage')} onClick={onDrop}>
          <CloseIcon fontSize="small" aria-hidden />
        </IconButton>
      )}
    </Stack>
  );
}

const ChipLink = createLink((props: ChipProps<'a'>) => <Chip component="a" clickable {...props} />);

/** Inline in the text: no higher than its line, and rounded like a chip. */
const IN_LINE = {
  maxWidth: '100%',
  height: 'auto',
  verticalAlign: 'baseline',
  textDecoration: 'none',
  '&.MuiChip-clickable': { minHeight: 24, paddingInline: '2px' },
  '& .MuiChip-label': { whiteSpace: 'normal', paddingBlock: '1px', fontWeight: 650 },
} as const;
const LIT = {
  ...IN_LINE,
  '&, &:hover, &.MuiChip-clickable:hover': { color: 'primary.contrastText', bgcolor: 'primary.main' },
} as const;

interface CitationProps {
  readonly number: number;
  readonly quote: string;
  readonly knows: KnownLesson;
  readonly isLit: boolean;
  readonly onPassage: MessageItemProps['onPassage'];
  /** Whether the lesson is visible, so that its name is not repeated. */
  readonly isBeside: boolean;
}

/** A citation in an answer: a press highlights the passage if it is visible, or else opens it in its lesson. */
function Citation({ number, quote, knows, isLit, onPassage, isBeside }: CitationProps) {
  const words = isBeside ? t('Passage {n}', { n: number }) : `${lessonNumber(knows)} ${knows.lesson_title}`;
  const chip = {
    size: 'small',
    color: 'primary',
    icon: <BorderColorIcon aria-hidden sx={{ '&&': { fontSize: 13 } }} />,
    label: (
      <span dir="auto">
        <FormulaText text={words} dir="rtl" />
      </span>
    ),
    'aria-label': `${formulaWords(words, undefined)}: “${formulaWords(quote, undefined)}”`,
    title: formulaWords(quote, undefined),
  } as const;
  return onPassage ? (
    <Chip {...chip} aria-pressed={isLit} onClick={() => onPassage(isLit ? null : quote, knows)} sx={isLit ? LIT : IN_LINE} />
  ) : (
    <ChipLink
      {...chip}
      to="/courses/$courseId/learn/$module/$lesson"
      params={{ courseId: knows.course_id, module: String(knows.module), lesson: String(knows.lesson) }}
      search={{ passage: quote }}
      sx={IN_LINE}
    />
  );
}

/** Renders untrusted Markdown; `cite` renders the citation marks. */
export type RenderText = (text: string, cite?: (marker: number) => ReactNode) => ReactNode;

interface MessageItemProps {
  readonly message: MentorMessage;
  readonly renderText: RenderText;
  /** The engine that answers instead of the requested one, until the stored message says so. */
  readonly switchedTo?: MentorEngine | null;
  /** Absent while an answer is running. */
  readonly onRegenerate?: ((questionId: string, engine: MentorEngine) => void) | undefined;
  /** The lesson that is already named around the conversation. */
  readonly openLesson?: string | undefined;
  /** Highlights a passage, or removes the highlight; without this function, a citation links to the lesson. */
  readonly onPassage?: ((quote: string | null, knows: KnownLesson) => void) | undefined;
  readonly lit?: string | null;
  /** Whether the lesson is visible. */
  readonly isBeside?: boolean;
  /** Saves an answer about the open lesson as a note on it. */
  readonly onKeep?: ((answer: string) => void) | undefined;
}

/** One message: a question as typed, or an answer with its engine, context, citations and price. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, switchedTo = null } = props;
  const { sender, state, ai_engine: asked, ai_engine_used: used } = message;
  const isOwn = sender === 'user';
  const engine = used ?? switchedTo ?? asked;
  return (
    <Item data-sender={sender} data-state={state}>
      {message.passage !== null && <AskedPassage>{message.passage}</AskedPassage>}
      {isOwn ? (
        <div data-words="">
          <VisuallyHidden>
            {t('You')} {formatDate(message.timestamp)}{' '}
          </VisuallyHidden>
          {/* in the direction of the message itself, not of the interface text before it */}
          <Typography component="div" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            <FormulaText text={message.message} dir="rtl" />
          </Typography>
        </div>
      ) : (
        <>
          <Typography component="div" variant="body2" color="textSecondary" sx={{ marginBlockEnd: 0.75 }}>
            <VisuallyHidden>
              {t('AI Mentor')} {formatDate(message.timestamp)}{' '}
            </VisuallyHidden>
            <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' }}>
              {engine && (
                <>
                  <EngineMark engine={engine} />
                  <span>
                    <Box component="b" sx={{ color: 'text.primary' }}>
                      {ENGINE_NAMES[engine]}
                    </Box>
                    {` · ${roleOf(engine, message.manner)}`}
                  </span>
                </>
              )}
              {answerWords(message).map((words) => (
                <span key={words}>{words}</span>
              ))}
            </Stack>
          </Typography>
          <AnswerBody {...props} />
        </>
      )}
    </Item>
  );
});

function AnswerBody({
  message,
  renderText,
  switchedTo,
  onRegenerate,
  openLesson,
  onPassage,
  lit = null,
  onKeep,
  isBeside = false,
}: MessageItemProps) {
  const { state, knows, quotes } = message;
  const { text, unplaced } = useMemo(() => markQuotes(message.message, knows ? quotes : []), [message.message, knows, quotes]);
  const citationOf = useCallback(
    (n: number) =>
      knows && quotes[n] !== undefined ? (
        <Citation
          key={n}
          number={n + 1}
          quote={quotes[n]}
          knows={knows}
          isLit={lit === quotes[n]}
          onPassage={onPassage}
          isBeside={isBeside}
        />
      ) : null,
    [knows, quotes, lit, onPassage, isBeside],
  );
  const cite = useCallback((marker: number) => (marker < FIRST_MARK ? `[^${marker}]` : citationOf(marker - FIRST_MARK)), [citationOf]);
  const isNamed = knows === null || knows.lesson_id === openLesson;
  return (
    <>
      {text !== '' && (
        <div data-answer="" dir="auto">
          {renderText(text, quotes.length > 0 ? cite : undefined)}
        </div>
      )}
      {state === 'sending' && message.message === '' && <Typography>{t('The mentor is thinking…')}</Typography>}
      {state === 'waiting' && <Typography color="textSecondary">{t('Waits until the answer before it has ended.')}</Typography>}
      {state === 'failed' && (
        <Alert severity="error" role="note">
          {withReason(t('This answer was not finished.'), message.error?.reason)}
        </Alert>
      )}
      {knows && unplaced.length > 0 && (
        <Stack
          component="ul"
          direction="row"
          useFlexGap
          aria-label={t('Passages of the lesson')}
          sx={{ flexWrap: 'wrap', gap: 1, margin: 0, marginBlockStart: 1, padding: 0, listStyle: 'none' }}
        >
          {unplaced.map((n) => (
            <li key={n}>{citationOf(n)}</li>
          ))}
        </Stack>
      )}
      <Typography component="div" variant="body2" color="textSecondary">
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '2px 12px', marginBlockStart: 0.5 }}>
          {switchedTo && state === 'sending' && <span>{t('Answered by {engine} instead.', { engine: ENGINE_NAMES[switchedTo] })}</span>}
          {state !== 'sending' && state !== 'waiting' && (
            <Acts message={message} onRegenerate={onRegenerate} onKeep={knows && isNamed ? onKeep : undefined} />
          )}
          {!isNamed && (
            <span>
              {t('Knows lesson {number}: {title}', { number: lessonNumber(knows), title: formulaWords(knows.lesson_title, 'rtl') })}
            </span>
          )}
        </Stack>
      </Typography>
    </>
  );
}

const ACT = { size: 'small', color: 'inherit', sx: { paddingInline: 0.75, marginInlineStart: -0.75, fontWeight: 500 } } as const;

function Acts({ message, onRegenerate, onKeep }: Pick<MessageItemProps, 'message' | 'onRegenerate' | 'onKeep'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const copy = () => {
    const refused = () => toast('error', t('The browser did not allow copying.'));
    if (!navigator.clipboard) return refused();
    void navigator.clipboard.writeText(message.message).then(() => toast('success', t('Copied')), refused);
  };
  return (
    <>
      {message.message !== '' && (
        <Button {...ACT} startIcon={<ContentCopyIcon aria-hidden />} onClick={copy}>
          {t('Copy')}
        </Button>
      )}
      {onKeep && message.message !== '' && (
        <Button {...ACT} startIcon={<EditNoteIcon aria-hidden />} onClick={() => onKeep(message.message)}>
          {t('Save as note')}
        </Button>
      )}
      {onRegenerate && message.safety === null && (
        <Button
          {...ACT}
          startIcon={<RefreshIcon aria-hidden />}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {t('Answer again…')}
        </Button>
      )}
      {anchor && (
        <EngineMenu anchor={anchor} onClose={() => setAnchor(null)} onEngine={(engine) => onRegenerate?.(message.reply_to!, engine)} />
      )}
    </>
  );
}
