import { useRef, useState, type ReactNode } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import Card from '@mui/material/Card';
import { POST_LENGTH, TITLE_LENGTH, type Post, type Reply } from '#contract/community/forums.contract.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { useStoredText } from '#frontend/lib/drafts/persisted-text.ts';
import { formatDate, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeNote } from '#frontend/ui/age/age-note.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { EntryList, Entry } from '#frontend/ui/list/entry-list.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { onePost, useCreateReply, useDeletePost, useEditPost, usePostSwitches, useReplyActions } from '../community-queries.ts';
import { AskDelete } from '../ask-delete.tsx';
import { CountedField } from '#frontend/ui/fields/counted-field.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { postFacts } from './post-list.tsx';

interface PostViewProps {
  readonly userId: string;
  readonly postId: string;
  /** Renders untrusted Markdown. */
  readonly renderText: (text: string) => ReactNode;
  readonly onGone: () => void;
  /** Sets the page's title and frames it. */
  readonly frame: (title: string, children: ReactNode) => ReactNode;
}

/** A discussion with its replies, oldest first. */
export function PostView({ userId, postId, renderText, onGone, frame }: PostViewProps) {
  const rows = useRef<HTMLOListElement>(null);
  const pages = useInfiniteQuery(onePost(userId, postId));
  const post = pages.data?.pages.at(-1)?.post;
  const replies = pages.data?.pages.flatMap((page) => page.replies) ?? [];
  if (pages.error && !post)
    return frame(
      t('Discussion'),
      <ErrorState title={t('The discussion could not be loaded')} error={pages.error} onRetry={() => void pages.refetch()} />,
    );
  if (!post) return frame(t('Discussion'), <LoadingState label={t('Loading the discussion')} rows={6} />);
  return frame(
    post.title,
    <>
      <PostBody userId={userId} post={post} renderText={renderText} onGone={onGone} />
      <EntryList component="ol" ref={rows} aria-label={t('Replies')}>
        {replies.map((reply) => (
          <ReplyItem key={reply.reply_id} userId={userId} post={post} reply={reply} renderText={renderText} />
        ))}
      </EntryList>
      <ShowMore pages={pages} list={rows} />
      {post.locked ? <p>{t('This discussion is locked: replies are closed.')}</p> : <MayReply userId={userId} postId={postId} />}
    </>,
  );
}

interface PostBodyProps {
  readonly userId: string;
  readonly post: Post;
  readonly renderText: (text: string) => ReactNode;
  readonly onGone: () => void;
}

function PostBody({ userId, post, renderText, onGone }: PostBodyProps) {
  const { post_id: postId, pinned, locked } = post;
  const [editing, setEditing] = useState<'not yet' | 'now' | 'done'>('not yet');
  const isEditing = editing === 'now';
  const { like, subscribe, moderate } = usePostSwitches(userId, postId);
  const remove = useDeletePost(userId, postId, onGone);
  return (
    <Card component="article" sx={{ padding: { xs: 2, md: 3 } }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, marginBlockEnd: 2 }}>
        <Face name={post.author} userId={post.author_id} />
        <Typography variant="body2" color="textSecondary" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <MetaLine facts={[...postFacts(post), post.edited_at !== null && t('Edited {when}', { when: formatDate(post.edited_at) })]} />
        </Typography>
      </Stack>
      {isEditing ? (
        <EditPost userId={userId} post={post} onDone={() => setEditing('done')} />
      ) : (
        <div dir="auto">{renderText(post.content)}</div>
      )}
      <ActionRow>
        <Button size="small" variant="outlined" color="inherit" aria-pressed={post.liked} onClick={() => like.mutate(!post.liked)}>
          {post.liked ? t('Liked') : t('Like')} {formatNumber(post.likes)}
        </Button>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-pressed={post.subscribed}
          onClick={() => subscribe.mutate(!post.subscribed)}
        >
          {post.subscribed ? t('Do not notify me of replies') : t('Notify me of replies')}
        </Button>
        {post.mine && !isEditing && (
          <Button ref={editing === 'done' ? focusOnMount : null} size="small" color="inherit" onClick={() => setEditing('now')}>
            {t('Edit')}
          </Button>
        )}
        {(post.mine || post.moderates) && (
          <AskDelete
            label={t('Delete')}
            title={t('Delete this discussion?')}
            says={t('Its replies are deleted too. This cannot be undone.')}
            isPending={remove.isPending}
            onDelete={() => remove.mutate()}
          />
        )}
        {post.moderates && (
          <>
            <Button size="small" color="inherit" onClick={() => moderate.mutate({ pinned: !pinned, locked })}>
              {pinned ? t('Unpin') : t('Pin')}
            </Button>
            <Button size="small" color="inherit" onClick={() => moderate.mutate({ pinned, locked: !locked })}>
              {locked ? t('Unlock') : t('Lock')}
            </Button>
          </>
        )}
        {!post.mine && <ReportButton type="post" id={postId} about={post.title} />}
      </ActionRow>
    </Card>
  );
}

function EditPost({ userId, post, onDone }: { readonly userId: string; readonly post: Post; readonly onDone: () => void }) {
  const [title, setTitle] = useState(post.title);
  const [content, setContent] = useState(post.content);
  const edit = useEditPost(userId, post.post_id, onDone);
  const isMissing = title.trim() === '' || content.trim() === '';
  return (
    <Stack
      component="form"
      sx={{ gap: 1.5, marginBlockStart: 3 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) edit.mutate({ title, content });
      }}
    >
      <CountedField ref={focusOnMount} label={t('Title')} most={TITLE_LENGTH} value={title} onText={setTitle} />
      <CountedField label={t('Text')} multiline minRows={6} most={POST_LENGTH} value={content} onText={setContent} />
      <ActionRow>
        <Button type="submit" variant="contained" disabled={isMissing} aria-busy={edit.isPending}>
          {t('Save')}
        </Button>
        <Button color="inherit" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </ActionRow>
    </Stack>
  );
}

function MayReply({ userId, postId }: { readonly userId: string; readonly postId: string }) {
  const isOff = useAgeRefusal(userId, 'chat_with_strangers') !== null;
  return isOff ? <AgeNote userId={userId} rule="chat_with_strangers" /> : <ReplyForm userId={userId} postId={postId} />;
}

function ReplyForm({ userId, postId }: { readonly userId: string; readonly postId: string }) {
  const [text, setText] = useStoredText(`reply:${userId}:${postId}`);
  // a retry sends the same id, so it does not create a second reply
  const [replyId, setReplyId] = useState(randomId);
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const reply = useCreateReply(userId, postId, () => {
    setText('');
    setReplyId(randomId());
    // an empty text disables the button, which would then lose the focus
    field.current?.focus();
  });
  const isMissing = text.trim() === '';
  return (
    <Stack
      component="form"
      sx={{ gap: 1.5, marginBlockStart: 3 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) reply.mutate({ reply_id: replyId, content: text });
      }}
    >
      <CountedField
        ref={field}
        label={t('Your reply')}
        multiline
        minRows={4}
        most={POST_LENGTH}
        help={t('Markdown works.')}
        value={text}
        onText={setText}
      />
      <div>
        <Button type="submit" variant="contained" disabled={isMissing} aria-busy={reply.isPending}>
          {t('Reply')}
        </Button>
      </div>
    </Stack>
  );
}

interface ReplyItemProps {
  readonly userId: string;
  readonly post: Post;
  readonly reply: Reply;
  readonly renderText: (text: string) => ReactNode;
}

/** A reply with the actions available to its reader. */
function ReplyItem({ userId, post, reply, renderText }: ReplyItemProps) {
  const [text, setText] = useState<string | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const { like, edit, remove } = useReplyActions(userId, post.post_id, reply.reply_id, () => setText(null));
  const whose = <VisuallyHidden> {reply.author}</VisuallyHidden>;
  return (
    <Entry
      picture={<Face name={reply.author} userId={reply.author_id} />}
      title={<bdi>{reply.author}</bdi>}
      mark={reply.state === 'held' || reply.state === 'removed' ? 'attention' : undefined}
      lines={[<MetaLine key="facts" facts={replyFacts(reply)} />]}
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
