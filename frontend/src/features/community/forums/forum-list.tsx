import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Forum } from '#contract/community/forums.contract.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { forums, useJoinForum } from '../community-queries.ts';
import { forumWords } from './forum-words.ts';

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 24px',
  paddingBlock: 12,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& > div': { flex: '1 1 18rem', minWidth: 0 },
  '& p': { ...theme.typography.body2, margin: '2px 0 0', color: theme.vars.palette.text.secondary },
}));

/** The forums with their counts and join buttons (COM-04, COM-05). */
export function ForumList({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(forums(userId));
  if (error && !data) return <ErrorState title={t('The forums could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the forums')} rows={4} />;
  return (
    <List>
      {data.map((forum) => (
        <ForumRow key={forum.forum_id} userId={userId} forum={forum} />
      ))}
    </List>
  );
}

function ForumRow({ userId, forum }: { readonly userId: string; readonly forum: Forum }) {
  const { forum_id: id, joined, posts_count: count, participants, last_activity: last } = forum;
  const join = useJoinForum(userId);
  const { title, about } = forumWords(id);
  return (
    <Row>
      <div>
        <TextLink to="/community/discussions" search={{ forum: id }}>
          {title}
        </TextLink>
        <p>{about}</p>
        <p>
          {t('Discussions: {n}', { n: formatNumber(count) })} · {t('People: {n}', { n: formatNumber(participants) })}
          {last !== null && <> · {formatWhen(last)}</>}
        </p>
      </div>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-busy={join.isPending}
        onClick={() => join.mutate({ forum: id, joined: !joined })}
      >
        {joined ? t('Leave') : t('Join')}
        <VisuallyHidden> {title}</VisuallyHidden>
      </Button>
    </Row>
  );
}
