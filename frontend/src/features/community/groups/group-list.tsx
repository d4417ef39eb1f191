import { useDeferredValue } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import Stack from '@mui/material/Stack';
import type { StudyGroup } from '#contract/community/groups.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { Faces, type Person } from '#frontend/ui/faces.tsx';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { groups } from './group-queries.ts';

/** The one-line summary of a group. */
export function groupFacts(group: StudyGroup): string[] {
  const facts = [
    t('{n, plural, one {# member} other {# members}}', { n: group.member_count }),
    group.is_public ? t('Public') : t('By request'),
    group.creator_name,
  ];
  if (group.standing === 'owner') facts.push(t('You own it'));
  if (group.standing === 'member') facts.push(t('You are a member'));
  if (group.standing === 'requested') facts.push(t('You have asked to join'));
  if (group.sample) facts.push(t('Sample data'));
  if (group.state === 'held') facts.push(t('Only you can see this: it is under review'));
  if (group.state === 'removed') facts.push(t('Only you see this: it was removed'));
  return facts;
}

/** The people whose faces a reader sees: all members, if the reader is one of them, else only the creator. */
export const groupPeople = ({ members, creator_id: id, creator_name: name }: StudyGroup): readonly Person[] =>
  members.length > 0 || id === null ? members : [{ user_id: id, name }];

/** Study groups, newest first. */
export function GroupList({ userId, q, mine }: { readonly userId: string; readonly q: string; readonly mine: 'yes' | 'no' }) {
  const words = useDeferredValue(q.trim());
  const list = useInfiniteQuery(groups(userId, words, mine));
  return (
    <PagedList
      pages={list}
      rowsOf={(page) => page.study_groups}
      failed={t('The study groups could not be loaded')}
      loading={t('Loading the study groups')}
      placeholders={6}
      empty={
        words === '' ? (
          <EmptyState subject="people" title={t('No study groups yet')}>
            {t('Create a group that others can join.')}
          </EmptyState>
        ) : (
          <EmptyState subject="search" title={t('No study group matches')}>
            {t('Try other words.')}
          </EmptyState>
        )
      }
    >
      {(found, rows) => (
        <ShelfGrid
          ref={rows}
          // a group's description does not fit into half the width of a phone
          sx={{ marginBlockStart: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(15.5rem, 1fr))' } }}
        >
          {found.map((group) => (
            <li key={group.group_id}>
              <CourseCard
                course={{ title: group.name }}
                heading="h2"
                to={`/community/groups/${group.group_id}`}
                line={<span dir="auto">{group.description.slice(0, 200)}</span>}
                facts={[
                  <Stack key="people" sx={{ gap: 1 }}>
                    <Faces size="small" people={groupPeople(group)} total={group.member_count} />
                    <MetaLine facts={groupFacts(group)} />
                  </Stack>,
                ]}
              />
            </li>
          ))}
        </ShelfGrid>
      )}
    </PagedList>
  );
}
