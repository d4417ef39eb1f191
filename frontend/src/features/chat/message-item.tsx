import { memo, useState, type ReactNode, useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Box from '@mui/material/Box';
import { CHAT_EDIT_MINUTES, CHAT_MESSAGE_LENGTH } from '#contract/chat/chat.contract.ts';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { formatTime, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Face } from '#frontend/ui/faces.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { MoreVertIcon } from '#frontend/ui/icons.tsx';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { MessageSafety } from './message-safety.tsx';

/** Width of a face; a person's further messages are indented by it, below their name. */
const FACE_PX = 36;

export const Line = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  gap: 12,
  paddingBlock: '10px 2px',
  paddingInline: '13px 8px',
  '&[data-continued]': { paddingBlock: 2 },
  '&:hover, &:focus-within': { backgroundColor: theme.vars.palette.background.sunken },
  // actions appear when a pointer is over a message; without a hovering pointer they are always visible
  '& [data-acts]': {
    position: 'absolute',
    zIndex: 1,
    insetBlockStart: -12,
    insetInlineEnd: 8,
    display: 'flex',
    alignItems: 'center',
    paddingInline: 4,
    borderRadius: RADIUS.control,
    border: `1px solid ${theme.vars.palette.line.hairline}`,
    backgroundColor: theme.vars.palette.background.paper,
    boxShadow: theme.vars.palette.shadow.soft,
  },
  '@media (hover: hover)': {
    '&:not(:hover, :focus-within) [data-acts]': { opacity: 0 },
    '&[data-continued]:not(:hover, :focus-within) [data-time]': { opacity: 0 },
  },
  '@media (hover: none)': {
    '& [data-acts]': { position: 'static', alignSelf: 'flex-start', border: 0, boxShadow: 'none', background: 'none' },
  },
  borderInlineStart: '3px solid transparent',
  '&[data-own]': { borderColor: theme.vars.palette.line.hairline },
  '&[data-mention]': { borderColor: theme.vars.palette.secondary.main },
  '&[data-state="sending"]': { borderColor: theme.vars.palette.secondary.main, borderInlineStartStyle: 'dashed' },
  '&[data-state="failed"]': { borderColor: theme.vars.palette.error.main },
  '& > div': { minWidth: 0, flex: 1 },
}));
interface MessageHeadProps {
  readonly name: string;
  /** Time and state; false entries are left out. */
  readonly facts: readonly (ReactNode | false)[];
}

/** Who wrote a message, and when. */
export function MessageHead({ name, facts }: MessageHeadProps) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.25 }}>
      <Typography component="b" variant="subtitle1" dir="auto">
        {name}
      </Typography>
      {facts.map(
        (fact, index) =>
          fact !== false && (
            // keeps the order of a message's facts
            <Typography key={index} component="span" variant="body2" color="textSecondary">
              {fact}
            </Typography>
          ),
      )}
    </Stack>
  );
}

/** The text of a message, with its line breaks. */
export function MessageText({ children }: { readonly children: string }) {
  return (
    <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}
interface MessageItemProps {
  readonly message: ChatMessage;
  readonly isOwn: boolean;
  /** Continues the message above, by the same author, which shows face and name. */
  readonly isContinued?: boolean;
  /** The message mentions the reader. */
  readonly isMention: boolean;
  /** The reader has muted its author. */
  readonly isMuted: boolean;
  readonly onEdit: (message: ChatMessage, content: string) => Promise<boolean>;
  readonly onDelete: (message: ChatMessage) => void;
}

const isYoung = ({ timestamp }: ChatMessage) => Date.now() - Date.parse(timestamp) < CHAT_EDIT_MINUTES * 60_000;

/** One message: author, time, text; its author can edit it for ten minutes. */
export const MessageItem = memo(function MessageItem({
  message,
  isOwn,
  isContinued = false,
  isMention,
  isMuted,
  onEdit,
  onDelete,
}: MessageItemProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [isSafety, setSafety] = useState(false);
  const [draft, setDraft] = useState<string | null>(null);
  const words = t('Report, mute or block');
  const save = async (text: string) => {
    if (text === message.content || (await onEdit(message, text))) setDraft(null);
  };
  if (isMuted && !isUnfolded)
    return (
      <Line id={`message-${message.message_id}`}>
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, marginBlockStart: 0.5 }}>
          <Typography component="i" color="textSecondary">
            {t('You have muted {name}.', { name: message.author })}
          </Typography>
          <Button size="small" variant="text" color="inherit" onClick={() => setUnfolded(true)}>
            {t('Show the message')}
          </Button>
        </Stack>
      </Line>
    );
  const time = (
    <time key="time" dateTime={message.timestamp} title={formatWhen(message.timestamp)}>
      {formatTime(message.timestamp)}
    </time>
  );
  const states = [message.edited && t('edited'), message.held && t('waiting for review'), isMention && t('mentions you')];
  const hasOwnActs = isOwn && draft === null && !message.deleted && isYoung(message);
  const hasActs = hasOwnActs || (!isOwn && !message.deleted);
  return (
    <Line
      id={`message-${message.message_id}`}
      data-own={isOwn || undefined}
      data-mention={isMention || undefined}
      data-continued={isContinued || undefined}
    >
      {isContinued ? (
        <Box data-time="" sx={{ flex: 'none', width: FACE_PX, textAlign: 'center' }}>
          <VisuallyHidden>{message.author} </VisuallyHidden>
          <Typography variant="caption" color="textSecondary">
            {time}
          </Typography>
        </Box>
      ) : (
        <Face name={message.author} userId={message.user_id} />
      )}
      <div>
        {isContinued ? <States states={states} /> : <MessageHead name={message.author} facts={[time, ...states]} />}
        {draft !== null ? (
          <MessageForm content={draft} onSave={(text) => void save(text)} onCancel={() => setDraft(null)} />
        ) : message.deleted ? (
          <Typography component="i" color="textSecondary">
            {t('This message was deleted.')}
          </Typography>
        ) : (
          <MessageText>{message.content}</MessageText>
        )}
      </div>
      {hasActs && (
        <div data-acts="">
          {hasOwnActs ? (
            <>
              <Button size="small" variant="text" color="inherit" onClick={() => setDraft(message.content)}>
                {t('Edit')}
              </Button>
              <Button size="small" variant="text" color="inherit" onClick={() => onDelete(message)}>
                {t('Delete')}
              </Button>
            </>
          ) : (
            <IconButton size="small" type="button" title={words} aria-label={`${words}: ${message.author}`} onClick={() => setSafety(true)}>
              <MoreVertIcon fontSize="small" />
            </IconButton>
          )}
        </div>
      )}
      {isSafety && <MessageSafety message={message} onClose={() => setSafety(false)} />}
    </Line>
  );
});

/** The states of a message that has no head of its own. */
function States({ states }: { readonly states: readonly (string | false)[] }) {
  const words = states.filter((state) => state !== false);
  if (words.length === 0) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      {words.join(' · ')}
    </Typography>
  );
}

interface MessageFormProps {
  readonly content: string;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

/** Edits a message in place. Enter saves, Escape cancels. */
function MessageForm({ content, onSave, onCancel }: MessageFormProps) {
  const [text, setText] = useState(content);
  const field = useRef<HTMLTextAreaElement | HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() !== '') onSave(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onCancel();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    submit();
  };
  return (
    <Box component="form" sx={{ marginBlock: 0.5 }} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <TextField
        ref={field}
        label={t('Your message')}
        multiline
        minRows={1}
        maxRows={8}
        maxLength={CHAT_MESSAGE_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, marginBlockStart: 0.5 }}>
        <Button type="submit" size="small" variant="contained" disabled={text.trim() === ''}>
          {t('Save')}
        </Button>
        <Button type="button" size="small" variant="text" color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Stack>
    </Box>
  );
}
