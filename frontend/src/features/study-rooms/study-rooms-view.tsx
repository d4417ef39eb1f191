import { useRef, useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createStudyRoom, STUDY_ROOM_NAME_LENGTH, type StudyRoom } from '#contract/study-rooms/study-rooms.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatList } from '#frontend/lib/format.ts';
import { useLive, useLiveMessages } from '#frontend/lib/live/use-live.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { Faces } from '#frontend/ui/faces.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { studyKey, studyRooms } from './call-queries.ts';

interface StudyRoomsViewProps {
  readonly userId: string;
  /** Whether the call was just ended here. */
  readonly hasEnded: boolean;
  readonly onRoom: (roomId: string) => void;
}

/** ROOM-01: rooms to join, and a form to create one. */
export function StudyRoomsView({ userId, hasEnded, onRoom }: StudyRoomsViewProps) {
  const cache = useQueryClient();
  const live = useLive(userId);
  useLiveMessages(userId, (message) => {
    if (message.type === 'study_room' || message.type === 'resync') void cache.invalidateQueries({ queryKey: studyKey(userId) });
  });
  const rooms = useQuery(studyRooms(userId, live.isPolling));
  const [name, setName] = useState('');
  const key = useRef(randomId());
  const create = useAction({
    mutationFn: () => call(createStudyRoom, { body: { client_key: key.current, name: name.trim() } }),
    onSuccess: ({ room }) => onRoom(room.room_id),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') create.mutate();
  };
  return (
    <>
      {hasEnded && (
        <Box role="status" sx={{ marginBlockEnd: 3 }}>
          <EmptyState subject="people" title={t('The call has ended')}>
            {t('You can join a room again or create another one.')}
          </EmptyState>
        </Box>
      )}
      <HeroCard
        picture={<Illustration name="no-messages" />}
        title={t('Study together by video')}
        line={t('Up to four people in a room, with a chat beside it.')}
        actions={
          <Stack
            component="form"
            direction="row"
            useFlexGap
            onSubmit={submit}
            noValidate
            sx={{ flex: 1, flexWrap: 'wrap', alignItems: 'end', gap: 1.5 }}
          >
            <Box sx={{ flex: '1 1 14rem' }}>
              <TextField
                label={t('Name of the room')}
                maxLength={STUDY_ROOM_NAME_LENGTH}
                value={name}
                error={create.error ? errorText(create.error, t('The study room could not be created.')) : undefined}
                onChange={({ target }) => setName(target.value)}
              />
            </Box>
            <Button type="submit" variant="contained" disabled={name.trim() === ''} aria-busy={create.isPending}>
              {t('Create Room')}
            </Button>
          </Stack>
        }
      />
      <Box sx={{ marginBlockStart: 4.5 }}>
        <SectionHeading>{t('Open rooms')}</SectionHeading>
      </Box>
      {rooms.error && !rooms.data ? (
        <ErrorState title={t('The study rooms could not be loaded')} error={rooms.error} onRetry={() => void rooms.refetch()} />
      ) : !rooms.data ? (
        <LoadingState label={t('Loading the study rooms')} rows={3} />
      ) : rooms.data.rooms.length === 0 ? (
        <EmptyState subject="people" title={t('No room is open')}>
          {t('Create a room where up to four people can study together by video.')}
        </EmptyState>
      ) : (
        <EntryList>
          {rooms.data.rooms.map((room) => (
            <RoomRow key={room.room_id} userId={userId} room={room} onJoin={() => onRoom(room.room_id)} />
          ))}
        </EntryList>
      )}
    </>
  );
}

interface RoomRowProps {
  readonly userId: string;
  readonly room: StudyRoom;
  readonly onJoin: () => void;
}

function RoomRow({ userId, room, onJoin }: RoomRowProps) {
  const isInside = room.participants.some(({ user_id: id }) => id === userId);
  const isFull = room.participants.length >= room.seats;
  return (
    <Entry
      picture={<Faces people={room.participants} />}
      mark={isFull ? undefined : 'new'}
      title={<span dir="auto">{room.name}</span>}
      lines={[
        t('{n} of {seats}: {names}', {
          n: room.participants.length,
          seats: room.seats,
          names: formatList(room.participants.map(({ name }) => name)),
        }),
      ]}
      actions={
        <>
          {isFull ? (
            t('Full')
          ) : (
            <Button variant="outlined" color="inherit" onClick={onJoin}>
              {t('Join Room')}
              <VisuallyHidden> {room.name}</VisuallyHidden>
            </Button>
          )}
          {!isInside && <ReportButton type="room" id={room.room_id} about={room.name} />}
        </>
      }
    />
  );
}
