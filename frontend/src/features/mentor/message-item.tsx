import { memo, useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { MENTOR_ENGINES, type MentorEngine, type MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { answerWords, ENGINE_NAMES, lessonNumber, roleOf } from './mentor-words.ts';

const Item = styled('li')(({ theme }) => ({
  paddingBlock: 14,
  paddingInlineStart: 19,
  borderInlineStart: `3px solid ${theme.vars.palette.line.hairline}`,
  marginBlockEnd: 16,
  '&[data-sender="other"]': { borderColor: theme.vars.palette.primary.main },
  '&[data-state="failed"]': { borderColor: theme.vars.palette.error.main },
  '& > p': { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
}));
const Who = styled('div')(({ theme }) => ({ ...theme.typography.body2, fontWeight: 600, marginBlockEnd: 4 }));
const Quote = styled('blockquote')(({ theme }) => ({
  margin: '0 0 8px',
  paddingInlineStart: 12,
  borderInlineStart: `2px solid ${theme.vars.palette.line.waiting}`,
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));
const Under = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 14px',
  marginBlockStart: 8,
  color: theme.vars.palette.text.secondary,
}));
const Sources = styled('ul')({ margin: '8px 0 0', paddingInlineStart: 18 });

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
    <Item data-sender={sender} data-state={state} dir="auto">
      <Who>
        {sender === 'user' ? t('You') : t('AI Mentor')}
        <VisuallyHidden> {formatDate(message.timestamp)}</VisuallyHidden>
      </Who>
      {message.passage !== null && <Quote>{message.passage}</Quote>}
      {sender === 'user' ? <p>{message.message}</p> : message.message !== '' && renderText(message.message)}
      {sender === 'other' && state === 'sending' && message.message === '' && <p>{t('The mentor is thinking…')}</p>}
      {sender === 'other' && state === 'failed' && <p>{t('This answer was not finished.')}</p>}
      {knows && message.quotes.length > 0 && (
        <Sources aria-label={t('Passages of the lesson')}>
          {message.quotes.map((quote) => (
            <li key={quote}>
              <TextLink
                to="/courses/$courseId/learn/$module/$lesson"
                params={{ courseId: knows.course_id, module: String(knows.module), lesson: String(knows.lesson) }}
                search={{ passage: quote }}
              >
                “{quote}”
              </TextLink>
            </li>
          ))}
        </Sources>
      )}
      {sender === 'other' && (
        <Under>
          {switchedTo && state === 'sending' && <span>{t('Answered by {engine} instead.', { engine: ENGINE_NAMES[switchedTo] })}</span>}
          {knows && <span>{t('Knows lesson {number}: {title}', { number: lessonNumber(knows), title: knows.lesson_title })}</span>}
          {answerWords(message).map((words) => (
            <span key={words}>{words}</span>
          ))}
          {state !== 'sending' && <Acts message={message} onRegenerate={onRegenerate} />}
        </Under>
      )}
    </Item>
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
