import { useEffect } from 'react';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { formatWhen } from '#frontend/lib/format.ts';
import { markNoticesRead, useNotices } from '#frontend/lib/toast.ts';
import { t } from '#frontend/lib/text.ts';
import { NoticeBody } from '#frontend/ui/notice-body.tsx';
import { Panel } from '#frontend/ui/panel.tsx';

const List = styled('ul')({ margin: '12px 0 0', padding: 0, display: 'grid', gap: 12 });
const Item = styled('li')({ display: 'flex' });

/** Every message of this visit, newest first (A03). Closing the list marks them read. */
export default function NotificationList({ anchor, onClose }: { readonly anchor: HTMLElement; readonly onClose: () => void }) {
  const notices = useNotices();
  useEffect(() => markNoticesRead, []);
  return (
    <Panel label={t('Notifications')} anchor={anchor} onClose={onClose}>
      <Typography variant="h3" component="h2">
        {t('Notifications')}
      </Typography>
      {notices.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t('Nothing yet. Finished courses and other messages are kept here.')}
        </Typography>
      ) : (
        <List>
          {notices.map((notice) => (
            <Item key={notice.id}>
              <NoticeBody notice={notice} meta={formatWhen(notice.at)} />
            </Item>
          ))}
        </List>
      )}
    </Panel>
  );
}
