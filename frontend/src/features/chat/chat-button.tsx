import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { openChatRoom } from '#contract/chat/chat.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { chatKey } from './chat-queries.ts';

interface ChatButtonProps {
  readonly userId: string;
  /** The connection or the study group to chat with. */
  readonly with: BodyInputOf<typeof openChatRoom>;
  /** The name of the other person or group, for screen readers, if several buttons stand together. */
  readonly name?: string;
  readonly onRoom: (roomId: string) => void;
}

/** Opens the chat with a connection or a study group; the first press creates it. */
export function ChatButton({ userId, with: whom, name, onRoom }: ChatButtonProps) {
  const cache = useQueryClient();
  const open = useAction({
    mutationFn: () => call(openChatRoom, { body: whom }),
    onSuccess: async ({ room }) => {
      await cache.invalidateQueries({ queryKey: [...chatKey(userId), 'rooms'] });
      onRoom(room.room_id);
    },
    onError: (error) => toast('error', errorText(error, t('The chat could not be opened'))),
  });
  return (
    <Button size="small" variant="outlined" color="inherit" aria-busy={open.isPending} onClick={() => open.mutate()}>
      {t('Open the chat')}
      {name !== undefined && <VisuallyHidden> {name}</VisuallyHidden>}
    </Button>
  );
}
