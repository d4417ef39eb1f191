import { useDeferredValue, type ReactNode } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import type { Post } from '#contract/community/forums.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { Face, Faces } from '#frontend/ui/faces.tsx';
import { CardText, FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { posts, type PostFilter } from '../community-queries.ts';
import { forumWords } from './forum-words.ts';

interface PostListProps {
  readonly userId: string;
  readonly filter: PostFilter;
  /** Shown when there are no posts. */
  readonly empty: ReactNode;
}

/** Discussions by latest activity; the pinned ones of a forum or group come first. */
export function PostList({ userId, filter, empty }: PostListProps) {
  const q = useDeferredValue(filter.q?.trim() ?? '');
  const list = useInfiniteQuery(posts(userId, { ...filter, q }));
  return (
    <PagedList
      pages={list}
      rowsOf={(page) => page.posts}
      failed={t('The discussions could not be loaded')}
      loading={t('Loading the discussions')}
      placeholders={6}
      empty={
        q === '' ? (
          empty
        ) : (
          <EmptyState subject="search" title={t('No discussion matches')}>
            {t('Try other words.')}
          </EmptyState>
        )
      }
    >
      {(found, rows) => (
        <EntryList ref={rows}>
          {found.map((post) => (
            <PostRow key={post.post_id} post={post} />
          ))}
        </EntryList>
      )}
    </PagedList>
  );
}

function PostRow({ post }: { readonly post: Post }) {
  return (
    <Entry
      picture={<Face name={post.author} userId={post.author_id} />}
      mark={post.unread ? 'new' : undefined}
      title={
        <TextLink dir="auto" to="/community/discussions/$postId" params={{ postId: post.post_id }}>
          <FormulaText text={post.title} dir="rtl" />
        </TextLink>
      }
      lines={[
        <Box
          key="text"
          component="span"
          sx={{ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}
        >
          <CardText text={markdownExcerpt(post.content)} />
        </Box>,
        <MetaLine key="facts" facts={postFacts(post)} />,
      ]}
      actions={<Faces size="small" people={post.repliers} />}
    />
  );
}

/** The one-line summary of a post. */
export function postFacts(post: Post): string[] {
  const facts = [
    post.forum_id ? t('{name} in {forum}', { name: post.author, forum: forumWords(post.forum_id).title }) : post.author,
    formatWhen(post.created_at),
    post.replies_count === 0
      ? t('no reply yet')
      : t('{n, plural, one {# reply} other {# replies}}, latest {when}', { n: post.replies_count, when: formatWhen(post.active_at) }),
  ];
  if (post.likes > 0) facts.push(t('{n, plural, one {# like} other {# likes}}', { n: post.likes }));
  if (post.lesson) facts.push(t('About the lesson {title}', { title: formulaWords(post.lesson.title, 'rtl') }));
  if (post.pinned) facts.push(t('Pinned'));
  if (post.locked) facts.push(t('Locked'));
  if (post.sample) facts.push(t('Sample data'));
  if (post.unread) facts.push(t('New'));
  if (post.state === 'held') facts.push(t('Only you can see this: it is under review'));
  if (post.state === 'removed') facts.push(t('Only you see this: it was removed'));
  return facts;
}

/** Returns the words of a Markdown text on one line, without markup; formulas stay between dollar signs for `FormulaText` to draw. */
export const markdownExcerpt = (text: string): string =>
  text
    .replaceAll(/^(?:```.*|~~~.*|[-*_]{3,})$/gm, ' ')
    .replaceAll(/^[ \t]*(?:>[ \t]?|#{1,6}[ \t]+|[-*+][ \t]+)+/gm, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/(\*{1,3}|_{2,3}|~~|`+)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\$ ?([^$]+?) ?\$\$/g, '$$$1$$')
    // a formula cut off by the end of the preview
    .replace(/\$(?=\S)[^$]*\\[^$]*$/, '…')
    .trim();
