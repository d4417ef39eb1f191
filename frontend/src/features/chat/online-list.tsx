import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { avatarColor, type OnlineUser } from '#contract/chat/chat-message.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Avatar } from './avatar.tsx';

const statusWords = (status: OnlineUser['status']): string =>
  status === 'active' ? t('active') : status === 'typing' ? t('is typing') : t('away');

/** CHAT-01: the online users with their status. */
export function OnlineList({
  users,
  total,
  userId,
}: {
  readonly users: readonly OnlineUser[];
  readonly total: number;
  readonly userId: string;
}) {
  return (
    <section aria-label={t('Online users')}>
      <Typography component="h2" variant="h3">
        {t('Online users: {n}', { n: formatNumber(total) })}
      </Typography>
      <List>
        {users.map((user) => (
          <ListItem key={user.user_id} disableGutters sx={{ gap: 1.25, overflowWrap: 'anywhere' }}>
            <Avatar name={user.name} color={avatarColor(user.user_id)} />
            <ListItemText
              primary={
                <>
                  <span dir="auto">{user.name}</span> {user.user_id === userId && t('(you)')}
                </>
              }
              secondary={statusWords(user.status)}
            />
          </ListItem>
        ))}
      </List>
    </section>
  );
}
