import { useState, type ReactNode } from 'react';
import { firstLetter } from '#frontend/lib/first-letter.ts';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Avatar from '@mui/material/Avatar';
import { POST_LENGTH, type Post, type Reply } from '#contract/community/forums.contract.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { useReplyActions } from '../community-queries.ts';
import { AskDelete } from '../ask-delete.tsx';
import { CountedField } from '../counted-field.tsx';

interface ReplyItemProps {
  readonly userId: string;
  readonly post: Post;
  readonly reply: Reply;
  readonly renderText: (text: string) => ReactNode;
}

/** A reply with its reader's actions. */
export function ReplyItem({ userId, post, reply, renderText }: ReplyItemProps) {
  const [text, setText] = useState<string | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const { like, edit, remove } = useReplyActions(userId, post.post_id, reply.reply_id, () => setText(null));
  const whose = <VisuallyHidden> {reply.author}</VisuallyHidden>;
  return (
    <Entry
      picture={<Avatar aria-hidden>{firstLetter(reply.author)}</Avatar>}
      title={<bdi>{reply.author}</bdi>}
      mark={reply.state === 'held' || reply.state === 'removed' ? 'attention' : undefined}
      lines={[replyFacts(reply).join(' · ')]}
    >
      {text === null ? (
        <div dir="auto">{renderText(reply.content)}</div>
      ) : (
        <CountedField ref={focusOnMount} label={t('Your reply')} multiline minRows={4} most={POST_LENGTH} value={text} onText={setText} />
      )}
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 0.5, marginBlockStart: 0.5 }}>
        {text === null ? (
          <>
            <Button size="small" color="inherit" aria-pressed={reply.liked} onClick={() => like.mutate(!reply.liked)}>
              {reply.liked ? t('Liked') : t('Like')} {formatNumber(reply.likes)}
              {whose}
            </Button>
            {reply.mine && !post.locked && (
              <Button
                ref={wasEdited ? focusOnMount : null}
                size="small"
                color="inherit"
                onClick={() => {
                  setText(reply.content);
                  setWasEdited(true);
                }}
              >
                {t('Edit')}
              </Button>
            )}
            {(reply.mine || post.moderates) && (
              <AskDelete
                label={
                  <>
                    {t('Delete')}
                    {whose}
                  </>
                }
                title={t('Delete this reply?')}
                says={t('This cannot be undone.')}
                isPending={remove.isPending}
                onDelete={() => remove.mutate()}
              />
            )}
            {!reply.mine && <ReportButton type="reply" id={reply.reply_id} about={reply.author} />}
          </>
        ) : (
          <>
            <Button
              size="small"
              variant="contained"
              disabled={text.trim() === ''}
              aria-busy={edit.isPending}
              onClick={() => edit.mutate(text)}
            >
              {t('Save')}
            </Button>
            <Button size="small" color="inherit" onClick={() => setText(null)}>
              {t('Cancel')}
            </Button>
          </>
        )}
      </Stack>
    </Entry>
  );
}

function replyFacts({ created_at: at, edited_at: editedAt, state }: Reply): string[] {
  const facts = [formatWhen(at)];
  if (editedAt !== null) facts.push(t('Edited'));
  if (state === 'held') facts.push(t('Only you can see this: it is under review'));
  if (state === 'removed') facts.push(t('Only you see this: it was removed'));
  return facts;
}
