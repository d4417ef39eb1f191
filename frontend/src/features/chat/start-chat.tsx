import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { openChatRoom, type ChatRoom } from '#contract/chat/chat.contract.ts';
import { listGroups } from '#contract/community/groups.contract.ts';
import { listConnections } from '#contract/people/people.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { Face } from '#frontend/ui/faces.tsx';
import { chatKey } from './chat-queries.ts';

interface StartChatProps {
  readonly userId: string;
  readonly rooms: readonly ChatRoom[];
  readonly onRoom: (roomId: string) => void;
}

/** Connections and study groups that the user has no chat with yet. Renders nothing if there are none. */
export function StartChat({ userId, rooms, onRoom }: StartChatProps) {
  const cache = useQueryClient();
  const people = useQuery({
    queryKey: [...chatKey(userId), 'connections'],
    queryFn: ({ signal }) => call(listConnections, { params: { user_id: userId }, signal }),
  });
  const groups = useQuery({
    queryKey: [...chatKey(userId), 'groups'],
    queryFn: ({ signal }) => call(listGroups, { query: { mine: 'yes' }, signal }),
  });
  const open = useAction({
    mutationFn: (body: { person_id: string } | { group_id: string }) => call(openChatRoom, { body }),
    onSuccess: async ({ room }) => {
      await cache.invalidateQueries({ queryKey: [...chatKey(userId), 'rooms'] });
      onRoom(room.room_id);
    },
    onError: (error) => toast('error', errorText(error, t('The chat could not be opened'))),
  });
  const found = [
    ...(people.data?.connections ?? [])
      .filter(({ state, user_id: id }) => state === 'accepted' && !rooms.some(({ person_id: known }) => known === id))
      .map(({ user_id: id, name }) => ({ id, name, body: { person_id: id } })),
    ...(groups.data?.study_groups ?? [])
      .filter(({ standing, group_id: id }) => ['member', 'owner'].includes(standing) && !rooms.some(({ group_id: known }) => known === id))
      .map(({ group_id: id, name }) => ({ id, name, body: { group_id: id } })),
  ];
  if (found.length === 0) return null;
  return (
    <section aria-label={t('Start a chat')}>
      <Typography component="h2" variant="h3">
        {t('Start a chat')}
      </Typography>
      <List disablePadding>
        {found.map(({ id, name, body }) => (
          <ListItem key={id} disablePadding>
            <Button variant="text" color="inherit" aria-busy={open.isPending} onClick={() => open.mutate(body)} sx={{ gap: 1.25 }}>
              {'person_id' in body && <Face size="small" name={name} userId={id} />}
              <span dir="auto">{name}</span>
            </Button>
          </ListItem>
        ))}
      </List>
    </section>
  );
}
