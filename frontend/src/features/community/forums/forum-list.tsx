import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Avatar from '@mui/material/Avatar';
import type { Forum, ForumId } from '#contract/community/forums.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CodeIcon, SchoolIcon, WorkOutlineIcon } from '#frontend/ui/feature-icons.tsx';
import { ForumIcon } from '#frontend/ui/icons.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { forums, useJoinForum } from '../community-queries.ts';
import { forumWords } from './forum-words.ts';

const ICONS = { general: ForumIcon, technical: CodeIcon, learning: SchoolIcon, career: WorkOutlineIcon } as const satisfies Record<
  ForumId,
  unknown
>;

/** The forums with their counts and join buttons (COM-04, COM-05). */
export function ForumList({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(forums(userId));
  if (error && !data) return <ErrorState title={t('The forums could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the forums')} rows={4} />;
  return (
    <EntryList>
      {data.map((forum) => (
        <ForumRow key={forum.forum_id} userId={userId} forum={forum} />
      ))}
    </EntryList>
  );
}

function ForumRow({ userId, forum }: { readonly userId: string; readonly forum: Forum }) {
  const { forum_id: id, joined, posts_count: count, participants, last_activity: last } = forum;
  const join = useJoinForum(userId);
  const { title, about } = forumWords(id);
  const Icon = ICONS[id];
  return (
    <Entry
      picture={
        <Avatar variant="rounded" aria-hidden>
          <Icon />
        </Avatar>
      }
      title={
        <TextLink to="/community/discussions" search={{ forum: id }}>
          {title}
        </TextLink>
      }
      lines={[
        about,
        <MetaLine
          key="facts"
          facts={[
            t('{n, plural, one {# discussion} other {# discussions}}', { n: count }),
            t('{n, plural, one {# person} other {# people}}', { n: participants }),
            ...(last === null ? [] : [formatWhen(last)]),
          ]}
        />,
      ]}
      actions={
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
      }
    />
  );
}
