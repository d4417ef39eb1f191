import { type ReactNode } from 'react';
import CloseIcon from '@mui/icons-material/CloseOutlined';
import Drawer from '@mui/material/Drawer';
import { styled } from '@mui/material/styles';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import IconButton from '@mui/material/IconButton';

const Body = styled('div')({
  boxSizing: 'border-box',
  width: 'min(22rem, 88vw)',
  padding: '8px 16px 24px',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  alignContent: 'start',
});
const Head = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', '& h2': { margin: 0 } });
const Title = styled('h2')(({ theme }) => ({ ...theme.typography.h3 }));

interface ContentsDrawerProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A drawer over the lesson with contents and notes, for narrow screens. Following a link in it closes it. */
export default function ContentsDrawer({ onClose, children }: ContentsDrawerProps) {
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': 'contents-title' } }}
    >
      <Body
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, [data-closes]')) onClose();
        }}
      >
        <Head>
          <Title id="contents-title">{t('Contents and notes')}</Title>
          <IconButton aria-label={t('Close')} onClick={onClose} ref={focusOnMount}>
            <CloseIcon fontSize="small" aria-hidden />
          </IconButton>
        </Head>
        {children}
      </Body>
    </Drawer>
  );
}
