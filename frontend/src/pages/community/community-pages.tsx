import { useState, type ReactNode } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { ChatButton } from '#frontend/features/chat/chat-button.tsx';
import { communityCounts, sharedCourses } from '#frontend/features/community/community-queries.ts';
import { ForumList } from '#frontend/features/community/forums/forum-list.tsx';
import { forumWords } from '#frontend/features/community/forums/forum-words.ts';
import { NewPostDialog } from '#frontend/features/community/forums/new-post-dialog.tsx';
import { PostList } from '#frontend/features/community/forums/post-list.tsx';
import { PostView } from '#frontend/features/community/forums/post-view.tsx';
import { GroupList } from '#frontend/features/community/groups/group-list.tsx';
import { GroupView } from '#frontend/features/community/groups/group-view.tsx';
import { NewGroupDialog } from '#frontend/features/community/groups/group-dialog.tsx';
import { LeaderboardView } from '#frontend/features/people/leaderboard-view.tsx';
import { OwnTexts } from '#frontend/features/moderation/own-texts.tsx';
import { PeopleView, profiles } from '#frontend/features/people/people-view.tsx';
import { LessonMarkdown } from '#frontend/ui/markdown/lesson-markdown.tsx';
import { formatNumber } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { Face } from '#frontend/ui/faces.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { FilterToggle } from '#frontend/ui/fields/filter-chips.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { CommunityPage } from './community-frame.tsx';
import { NearbyPreview } from './nearby-preview.tsx';

const inTabs = (title: string, children: ReactNode): ReactNode => <CommunityPage title={title}>{children}</CommunityPage>;
const readable = (text: string): ReactNode => <LessonMarkdown>{text}</LessonMarkdown>;

/** The Learning Community Hub (COM-03): its areas with their counts, and links to them. */
export function HubPage() {
  const { user_id: userId } = useUser();
  const counts = useQuery(communityCounts(userId)).data;
  const shared = useQuery(sharedCourses(userId)).data ?? [];
  const count = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  return (
    <CommunityPage
      title={t('Community')}
      subtitle={t('Learning Community Hub: ask, answer and meet other learners.')}
      hero={
        <HeroCard
          picture={<Illustration name="no-messages" />}
          title={t('Create and Share')}
          line={t('Ask what you want to know, or start a group with people who are learning the same thing.')}
          actions={
            <>
              <StartDiscussion userId={userId} />
              <CreateGroup userId={userId} />
            </>
          }
        />
      }
    >
      {/* people come before the counts */}
      <NewFaces userId={userId} />
      <Box sx={{ marginBlockStart: 3 }}>
        <FactStrip
          facts={[
            { name: t('Members'), figure: count(counts?.members) },
            { name: t('Discussions'), figure: count(counts?.discussions) },
            { name: t('Study groups'), figure: count(counts?.groups) },
          ]}
        />
      </Box>
      <RuledSection title={t('Discussion forums')}>
        <ForumList userId={userId} />
      </RuledSection>
      {shared.length > 0 && (
        <RuledSection title={t('Shared courses')}>
          <ShelfGrid sx={{ marginBlockStart: 2 }}>
            {shared.slice(0, 4).map(({ course_id: courseId, title, creator }) => (
              <li key={courseId}>
                <CourseCard course={{ title }} to={`/market/${courseId}`} line={<bdi>{creator}</bdi>} />
              </li>
            ))}
          </ShelfGrid>
        </RuledSection>
      )}
      <NearbyPreview userId={userId} />
    </CommunityPage>
  );
}

/** Number of faces on the hub; the others are one press away. */
const FACES = 6;

/** The newest members with a visible profile. */
function NewFaces({ userId }: { readonly userId: string }) {
  const { data } = useInfiniteQuery(profiles(userId));
  const people = data?.pages[0]?.profiles.filter((one) => one.user_id !== userId).slice(0, FACES) ?? [];
  if (people.length === 0) return null;
  return (
    <RuledSection title={t('Meet other learners')} aside={<TextLink to="/community/people">{t('See all learners')}</TextLink>}>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(6.5rem, 1fr))',
          gap: 2,
          margin: 0,
          padding: 0,
          paddingBlockStart: 2,
          listStyle: 'none',
        }}
      >
        {people.map(({ user_id: id, name }) => (
          <Stack key={id} component="li" sx={{ alignItems: 'center', gap: 1, textAlign: 'center', overflowWrap: 'anywhere' }}>
            <Face name={name} userId={id} size="large" />
            <bdi>{name}</bdi>
          </Stack>
        ))}
      </Box>
    </RuledSection>
  );
}

/** @returns a function that opens a room of the live chat */
function useToRoom(): (roomId: string) => void {
  const navigate = useNavigate();
  return (room) => void navigate({ to: '/community/chat', search: { room } });
}

function StartDiscussion({ userId, ...where }: Pick<Parameters<typeof NewPostDialog>[0], 'userId' | 'forum' | 'groupId'>) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        {t('Start New Discussion')}
      </Button>
      {isOpen && (
        <NewPostDialog
          userId={userId}
          {...where}
          onClose={() => setOpen(false)}
          onCreated={(postId) => void navigate({ to: '/community/discussions/$postId', params: { postId } })}
        />
      )}
    </>
  );
}

function CreateGroup({ userId }: { readonly userId: string }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
        {t('Create Study Group')}
      </Button>
      {isOpen && (
        <NewGroupDialog
          userId={userId}
          onClose={() => setOpen(false)}
          onCreated={(groupId) => void navigate({ to: '/community/groups/$groupId', params: { groupId } })}
        />
      )}
    </>
  );
}

/** Discussions of all forums or of one. The forum and the search text are in the URL. */
export function DiscussionsPage() {
  const { user_id: userId } = useUser();
  const { forum, q = '' } = useSearch({ from: '/app/community/discussions' });
  const navigate = useNavigate({ from: '/community/discussions' });
  return (
    <CommunityPage title={forum ? forumWords(forum).title : t('Discussions')} subtitle={forum && forumWords(forum).about}>
      <ActionRow>
        <Box role="search" sx={{ flex: '1 1 16rem' }}>
          <SearchField
            label={t('Search the discussions')}
            maxLength={200}
            value={q}
            onChange={({ target }) => void navigate({ search: (old) => ({ ...old, q: target.value || undefined }), replace: true })}
          />
        </Box>
        <StartDiscussion userId={userId} forum={forum} />
      </ActionRow>
      <PostList
        userId={userId}
        filter={{ forum, q }}
        empty={
          <EmptyState subject="messages" title={t('No discussions yet')}>
            {t('Start the first one.')}
          </EmptyState>
        }
      />
    </CommunityPage>
  );
}

export function DiscussionPage() {
  const { user_id: userId } = useUser();
  const { postId } = useParams({ from: '/app/community/discussions/$postId' });
  const navigate = useNavigate();
  return (
    <PostView
      key={postId}
      userId={userId}
      postId={postId}
      renderText={readable}
      onGone={() => void navigate({ to: '/community/discussions' })}
      frame={inTabs}
    />
  );
}

/** Study groups; the search text is in the URL. */
export function GroupsPage() {
  const { user_id: userId } = useUser();
  const { q = '', mine } = useSearch({ from: '/app/community/groups' });
  const navigate = useNavigate({ from: '/community/groups' });
  return (
    <CommunityPage title={t('Study groups')} subtitle={t('Small circles that learn the same thing.')}>
      <ActionRow>
        <Box role="search" sx={{ flex: '1 1 16rem' }}>
          <SearchField
            label={t('Search the study groups')}
            maxLength={200}
            value={q}
            onChange={({ target }) => void navigate({ search: (old) => ({ ...old, q: target.value || undefined }), replace: true })}
          />
        </Box>
        <FilterToggle
          label={t('My groups')}
          isOn={mine === 'yes'}
          onChange={(isMine) => void navigate({ search: (old) => ({ ...old, mine: isMine ? 'yes' : undefined }), replace: true })}
        />
        <CreateGroup userId={userId} />
      </ActionRow>
      <GroupList userId={userId} q={q} mine={mine ?? 'no'} />
    </CommunityPage>
  );
}

export function GroupPage() {
  const { user_id: userId } = useUser();
  const { groupId } = useParams({ from: '/app/community/groups/$groupId' });
  const navigate = useNavigate();
  const toRoom = useToRoom();
  return (
    <GroupView
      key={groupId}
      userId={userId}
      groupId={groupId}
      onGone={() => void navigate({ to: '/community/groups' })}
      inside={
        <RuledSection title={t('Discussions of the group')}>
          <ActionRow>
            <StartDiscussion userId={userId} groupId={groupId} />
            <ChatButton userId={userId} with={{ group_id: groupId }} onRoom={toRoom} />
          </ActionRow>
          <PostList
            userId={userId}
            filter={{ groupId }}
            empty={
              <EmptyState subject="messages" title={t('No discussions yet')}>
                {t('Start the first one.')}
              </EmptyState>
            }
          />
        </RuledSection>
      }
      frame={inTabs}
    />
  );
}

export function PeoplePage() {
  const { user_id: userId } = useUser();
  const toRoom = useToRoom();
  return (
    <CommunityPage title={t('People')} subtitle={t('Connect with other learners. Only adults who share their profile are listed.')}>
      <PeopleView
        userId={userId}
        renderChat={({ user_id: personId, name }) => (
          <ChatButton userId={userId} with={{ person_id: personId }} name={name} onRoom={toRoom} />
        )}
      />
    </CommunityPage>
  );
}

export function LeaderboardPage() {
  const { user_id: userId } = useUser();
  return (
    <CommunityPage title={t('Leaderboard')} subtitle={t('Points are earned by learning. You appear here only if you choose to.')}>
      <LeaderboardView userId={userId} />
    </CommunityPage>
  );
}

export function OwnTextsPage() {
  const { user_id: userId } = useUser();
  return (
    <CommunityPage
      title={t('Hidden texts')}
      subtitle={t('Your texts that others cannot see because moderators have held or removed them.')}
    >
      <OwnTexts userId={userId} />
    </CommunityPage>
  );
}
