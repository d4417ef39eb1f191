import { styled } from '@mui/material/styles';
import { avatarColor, type OnlineUser } from '#contract/chat/chat-message.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Avatar } from './avatar.tsx';

const List = styled('ul')({ listStyle: 'none', margin: '8px 0 0', padding: 0 });
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  paddingBlock: 6,
  '& > span:last-child': { minWidth: 0, overflowWrap: 'anywhere' },
  '& small': { ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary },
}));
const Heading = styled('h2')(({ theme }) => ({ ...theme.typography.h3, margin: 0 }));

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
      <Heading>{t('Online users: {n}', { n: formatNumber(total) })}</Heading>
      <List>
        {users.map((user) => (
          <Row key={user.user_id}>
            <Avatar name={user.name} color={avatarColor(user.user_id)} />
            <span>
              <span dir="auto">{user.name}</span> {user.user_id === userId && t('(you)')}
              <small>{statusWords(user.status)}</small>
            </span>
          </Row>
        ))}
      </List>
    </section>
  );
}
