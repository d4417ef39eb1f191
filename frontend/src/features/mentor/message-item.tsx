import { memo, useState, type ReactNode } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MENTOR_ENGINES, type MentorEngine, type MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { answerWords, ENGINE_NAMES, lessonNumber, roleOf } from './mentor-words.ts';

/** A question stands at the end of its line on a tint; an answer has the whole line. */
const ANSWER = { padding: 2, marginBlockEnd: 2 } as const;
const OWN = {
  ...ANSWER,
  width: 'fit-content',
  maxWidth: '85%',
  boxSizing: 'border-box',
  marginInlineStart: 'auto',
  bgcolor: 'background.tint',
} as const;

interface MessageItemProps {
  readonly message: MentorMessage;
  /** Renders untrusted Markdown. */
  readonly renderText: (text: string) => ReactNode;
  /** The engine that answers instead of the requested one, while the stored message does not say so yet. */
  readonly switchedTo?: MentorEngine | null;
  /** Absent while an answer is running. */
  readonly onRegenerate?: ((questionId: string, engine: MentorEngine) => void) | undefined;
}

/** One message: a question as typed, or an answer with its engine, context, citations and price. */
export const MessageItem = memo(function MessageItem({ message, renderText, switchedTo = null, onRegenerate }: MessageItemProps) {
  const { sender, state, knows } = message;
  return (
    <Paper component="li" variant="outlined" data-sender={sender} data-state={state} dir="auto" sx={sender === 'user' ? OWN : ANSWER}>
      <Typography variant="subtitle2" component="div" sx={{ marginBlockEnd: 0.5 }}>
        {sender === 'user' ? t('You') : t('AI Mentor')}
        <VisuallyHidden> {formatDate(message.timestamp)}</VisuallyHidden>
      </Typography>
      {message.passage !== null && (
        <Typography
          component="blockquote"
          variant="body2"
          color="textSecondary"
          sx={{ margin: 0, marginBlockEnd: 1, overflowWrap: 'anywhere' }}
        >
          <FormulaText text={message.passage} dir="rtl" />
        </Typography>
      )}
      {sender === 'user' ? (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <FormulaText text={message.message} dir="rtl" />
        </Typography>
      ) : (
        message.message !== '' && renderText(message.message)
      )}
      {sender === 'other' && state === 'sending' && message.message === '' && <Typography>{t('The mentor is thinking…')}</Typography>}
      {sender === 'other' && state === 'failed' && (
        <Alert severity="error" role="note">
          {t('This answer was not finished.')}
        </Alert>
      )}
      {knows && message.quotes.length > 0 && (
        <ul aria-label={t('Passages of the lesson')}>
          {message.quotes.map((quote) => (
            <li key={quote}>
              <TextLink
                to="/courses/$courseId/learn/$module/$lesson"
                params={{ courseId: knows.course_id, module: String(knows.module), lesson: String(knows.lesson) }}
                search={{ passage: quote }}
              >
                “<FormulaText text={quote} dir="rtl" />”
              </TextLink>
            </li>
          ))}
        </ul>
      )}
      {sender === 'other' && (
        <Typography component="div" variant="body2" color="textSecondary">
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '4px 14px', marginBlockStart: 1 }}>
            {switchedTo && state === 'sending' && <span>{t('Answered by {engine} instead.', { engine: ENGINE_NAMES[switchedTo] })}</span>}
            {knows && <span>{t('Knows lesson {number}: {title}', { number: lessonNumber(knows), title: knows.lesson_title })}</span>}
            {answerWords(message).map((words) => (
              <span key={words}>{words}</span>
            ))}
            {state !== 'sending' && <Acts message={message} onRegenerate={onRegenerate} />}
          </Stack>
        </Typography>
      )}
    </Paper>
  );
});

function Acts({ message, onRegenerate }: Pick<MessageItemProps, 'message' | 'onRegenerate'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const copy = () => {
    const refused = () => toast('error', t('The browser did not allow copying.'));
    if (!navigator.clipboard) return refused();
    void navigator.clipboard.writeText(message.message).then(() => toast('success', t('Copied')), refused);
  };
  const choose = (engine: MentorEngine) => {
    setAnchor(null);
    onRegenerate?.(message.reply_to!, engine);
  };
  return (
    <>
      {message.message !== '' && (
        <Button size="small" color="inherit" onClick={copy}>
          {t('Copy')}
        </Button>
      )}
      {onRegenerate && message.safety === null && (
        <Button
          size="small"
          color="inherit"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {t('Answer again…')}
        </Button>
      )}
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
          {MENTOR_ENGINES.map((engine) => (
            <MenuItem key={engine} onClick={() => choose(engine)}>
              {ENGINE_NAMES[engine]} · {roleOf(engine)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
