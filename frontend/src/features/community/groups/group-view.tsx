import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { StudyGroup } from '#contract/community/groups.contract.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeNote } from '#frontend/ui/age/age-note.tsx';
import { Face, Faces } from '#frontend/ui/faces.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { AgeDialog } from '../age-dialog.tsx';
import { AskDelete } from '../ask-delete.tsx';
import { EditGroupDialog } from './group-dialog.tsx';
import { groupFacts, groupPeople } from './group-list.tsx';
import { oneGroup, useDecideMember, useDeleteGroup, useJoinGroup } from './group-queries.ts';

interface GroupViewProps {
  readonly userId: string;
  readonly groupId: string;
  readonly onGone: () => void;
  /** Content for members only: posts and chat. */
  readonly inside: ReactNode;
  readonly frame: (title: string, children: ReactNode) => ReactNode;
}

/** A study group: its description, its members, and its posts and chat for members. */
export function GroupView({ userId, groupId, onGone, inside, frame }: GroupViewProps) {
  const { data, error, refetch } = useQuery(oneGroup(userId, groupId));
  const isOff = useAgeRefusal(userId, 'chat_with_strangers') !== null;
  if (error && !data)
    return frame(
      t('Study group'),
      <ErrorState title={t('The study group could not be loaded')} error={error} onRetry={() => void refetch()} />,
    );
  if (!data) return frame(t('Study group'), <LoadingState label={t('Loading the study group')} rows={6} />);
  const { group, requests } = data;
  const isMember = group.standing === 'member' || group.standing === 'owner';
  const isInside = isMember && !isOff;
  return frame(
    group.name,
    <>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '15.5rem minmax(0, 1fr)' }, alignItems: 'start' }}>
        <CourseCover title={group.name} />
        <div>
          <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5 }}>
            <Faces size="small" people={groupPeople(group)} total={group.member_count} />
            <Typography variant="body2" color="textSecondary" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <MetaLine facts={groupFacts(group)} />
            </Typography>
          </Stack>
          <Typography dir="auto" sx={{ marginBlockStart: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {group.description}
          </Typography>
          <GroupActions userId={userId} group={group} onGone={onGone} />
        </div>
      </Box>
      {isMember && <AgeNote userId={userId} rule="chat_with_strangers" />}
      {requests.length > 0 && (
        <RuledSection title={t('Ask to join')}>
          <Requests userId={userId} groupId={groupId} people={requests} />
        </RuledSection>
      )}
      {isInside && inside}
      {isInside && (
        <RuledSection title={t('Members')}>
          <Members userId={userId} group={group} />
        </RuledSection>
      )}
    </>,
  );
}

function GroupActions({ userId, group, onGone }: { readonly userId: string; readonly group: StudyGroup; readonly onGone: () => void }) {
  const [isEditing, setEditing] = useState(false);
  const [isJoining, setJoining] = useState(false);
  const refusal = useAgeRefusal(userId, 'chat_with_strangers');
  const join = useJoinGroup(userId, group.group_id);
  const remove = useDeleteGroup(userId, group.group_id, onGone);
  if (group.standing === 'owner')
    return (
      <ActionRow>
        <Button size="small" variant="outlined" color="inherit" onClick={() => setEditing(true)}>
          {t('Change the group')}
        </Button>
        <AskDelete
          label={t('Delete group')}
          title={t('Delete this group?')}
          says={t('Its discussions and its chat are deleted for all members. This cannot be undone.')}
          isPending={remove.isPending}
          onDelete={() => remove.mutate()}
        />
        {isEditing && <EditGroupDialog userId={userId} group={group} onClose={() => setEditing(false)} />}
      </ActionRow>
    );
  const words = { none: group.is_public ? t('Join') : t('Ask to join'), requested: t('Withdraw the request'), member: t('Leave') };
  return (
    <ActionRow>
      <Button
        size="small"
        variant={group.standing === 'none' ? 'contained' : 'outlined'}
        color={group.standing === 'none' ? 'primary' : 'inherit'}
        aria-busy={join.isPending}
        onClick={() => {
          if (group.standing === 'none' && refusal !== null) setJoining(true);
          else join.mutate(group.standing === 'none');
        }}
      >
        {words[group.standing]}
      </Button>
      <ReportButton type="group" id={group.group_id} about={group.name} />
      {isJoining && refusal !== null && <AgeDialog title={words.none} refusal={refusal} onClose={() => setJoining(false)} />}
    </ActionRow>
  );
}

/** The members of a group; its owner can remove them. */
function Members({ userId, group }: { readonly userId: string; readonly group: StudyGroup }) {
  const decide = useDecideMember(userId, group.group_id);
  return (
    <EntryList>
      {group.members.map(({ user_id: personId, name }) => (
        <Entry
          key={personId}
          picture={<Face name={name} userId={personId} />}
          title={<bdi>{name}</bdi>}
          actions={
            group.standing === 'owner' &&
            personId !== userId && (
              <Button size="small" color="inherit" onClick={() => decide.mutate({ personId, accepted: false })}>
                {t('Remove from the group')}
                <VisuallyHidden> {name}</VisuallyHidden>
              </Button>
            )
          }
        />
      ))}
    </EntryList>
  );
}

interface RequestsProps {
  readonly userId: string;
  readonly groupId: string;
  readonly people: readonly { readonly user_id: string; readonly name: string }[];
}

function Requests({ userId, groupId, people }: RequestsProps) {
  const decide = useDecideMember(userId, groupId);
  return (
    <EntryList>
      {people.map(({ user_id: personId, name }) => (
        <Entry
          key={personId}
          picture={<Face name={name} userId={personId} />}
          title={<bdi>{name}</bdi>}
          actions={
            <>
              <Button size="small" color="inherit" onClick={() => decide.mutate({ personId, accepted: true })}>
                {t('Accept')}
                <VisuallyHidden> {name}</VisuallyHidden>
              </Button>
              <Button size="small" color="inherit" onClick={() => decide.mutate({ personId, accepted: false })}>
                {t('Decline')}
                <VisuallyHidden> {name}</VisuallyHidden>
              </Button>
            </>
          }
        />
      ))}
    </EntryList>
  );
}
