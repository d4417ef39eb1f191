import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { POST_LENGTH, type Post, type Reply } from '#contract/community/forums.contract.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { useReplyActions } from '../community-queries.ts';
import { AskDelete } from '../ask-delete.tsx';
import { CountedField } from '../counted-field.tsx';

const Item = styled('li')(({ theme }) => ({
  paddingBlock: 12,
  paddingInlineStart: 19,
  borderInlineStart: `3px solid ${theme.vars.palette.line.hairline}`,
  marginBlockEnd: 12,
  '&[data-state="held"], &[data-state="removed"]': { borderColor: theme.vars.palette.warning.main },
}));
const Who = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '0 0 6px', color: theme.vars.palette.text.secondary }));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 4, marginBlockStart: 4 });

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
    <Item data-state={reply.state}>
      <Who>
        <bdi>{reply.author}</bdi> · {formatWhen(reply.created_at)}
        {reply.edited_at !== null && <> · {t('Edited')}</>}
        {reply.state === 'held' && <> · {t('Only you can see this: it is under review')}</>}
        {reply.state === 'removed' && <> · {t('Only you see this: it was removed')}</>}
      </Who>
      {text === null ? (
        <div dir="auto">{renderText(reply.content)}</div>
      ) : (
        <CountedField ref={focusOnMount} label={t('Your reply')} multiline minRows={4} most={POST_LENGTH} value={text} onText={setText} />
      )}
      <Actions>
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
      </Actions>
    </Item>
  );
}
