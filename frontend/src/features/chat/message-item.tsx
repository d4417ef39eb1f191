import { memo, useState } from 'react';
import Button from '@mui/material/Button';
import MoreIcon from '@mui/icons-material/MoreVertOutlined';
import { styled } from '@mui/material/styles';
import { CHAT_EDIT_MINUTES } from '#contract/chat/chat.contract.ts';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { formatTime, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import IconButton from '@mui/material/IconButton';
import { Avatar } from './avatar.tsx';
import { MessageSafety } from './message-safety.tsx';
import { MessageForm } from './message-form.tsx';

export const Line = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: 12,
  paddingBlock: 8,
  paddingInlineStart: 13,
  borderInlineStart: '3px solid transparent',
  '&[data-own]': { borderColor: theme.vars.palette.line.hairline },
  '&[data-mention]': { borderColor: theme.vars.palette.secondary.main },
  '&[data-state="sending"]': { borderColor: theme.vars.palette.secondary.main, borderInlineStartStyle: 'dashed' },
  '&[data-state="failed"]': { borderColor: theme.vars.palette.error.main },
  '& > div': { minWidth: 0, flex: 1 },
}));
export const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '0 10px',
  '& > b': { fontWeight: 600 },
  '& > span': { ...theme.typography.body2, color: theme.vars.palette.text.secondary },
}));
export const MessageText = styled('p')({ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const Gone = styled('p')(({ theme }) => ({ margin: 0, fontStyle: 'italic', color: theme.vars.palette.text.secondary }));
const Safety = styled(IconButton)({ marginBlock: -6 });
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginBlockStart: 4 });

interface MessageItemProps {
  readonly message: ChatMessage;
  readonly isOwn: boolean;
  /** The message mentions the reader. */
  readonly isMention: boolean;
  /** The reader has muted its author. */
  readonly isMuted: boolean;
  readonly onEdit: (message: ChatMessage, content: string) => Promise<boolean>;
  readonly onDelete: (message: ChatMessage) => void;
}

const isYoung = ({ timestamp }: ChatMessage) => Date.now() - Date.parse(timestamp) < CHAT_EDIT_MINUTES * 60_000;

/** One message: author, time, text; its author can edit it for ten minutes. */
export const MessageItem = memo(function MessageItem({ message, isOwn, isMention, isMuted, onEdit, onDelete }: MessageItemProps) {
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
        <Actions>
          <Gone>{t('You have muted {name}.', { name: message.author })}</Gone>
          <Button size="small" variant="text" color="inherit" onClick={() => setUnfolded(true)}>
            {t('Show the message')}
          </Button>
        </Actions>
      </Line>
    );
  return (
    <Line id={`message-${message.message_id}`} data-own={isOwn || undefined} data-mention={isMention || undefined}>
      <Avatar name={message.author} color={message.avatar_color} />
      <div>
        <Head>
          <b dir="auto">{message.author}</b>
          <time dateTime={message.timestamp} title={formatWhen(message.timestamp)}>
            <span>{formatTime(message.timestamp)}</span>
          </time>
          {message.edited && <span>{t('edited')}</span>}
          {message.held && <span>{t('waits for a check')}</span>}
          {isMention && <span>{t('mentions you')}</span>}
        </Head>
        {draft !== null ? (
          <MessageForm content={draft} onSave={(text) => void save(text)} onCancel={() => setDraft(null)} />
        ) : message.deleted ? (
          <Gone>{t('This message was deleted.')}</Gone>
        ) : (
          <MessageText dir="auto">{message.content}</MessageText>
        )}
        {isOwn && draft === null && !message.deleted && isYoung(message) && (
          <Actions>
            <Button size="small" variant="text" color="inherit" onClick={() => setDraft(message.content)}>
              {t('Edit')}
            </Button>
            <Button size="small" variant="text" color="inherit" onClick={() => onDelete(message)}>
              {t('Delete')}
            </Button>
          </Actions>
        )}
      </div>
      {!isOwn && !message.deleted && (
        <Safety type="button" title={words} aria-label={`${words}: ${message.author}`} onClick={() => setSafety(true)}>
          <MoreIcon fontSize="small" />
        </Safety>
      )}
      {isSafety && <MessageSafety message={message} onClose={() => setSafety(false)} />}
    </Line>
  );
});
