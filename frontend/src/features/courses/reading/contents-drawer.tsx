import { type ReactNode } from 'react';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { CloseIcon } from '#frontend/ui/icons.tsx';

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
      <Stack
        sx={{ width: 'min(22rem, 88vw)', gap: 3, padding: '8px 16px 24px' }}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, [data-closes]')) onClose();
        }}
      >
        <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography variant="h3" component="h2" id="contents-title">
            {t('Contents and notes')}
          </Typography>
          <IconButton aria-label={t('Close')} onClick={onClose} ref={focusOnMount}>
            <CloseIcon fontSize="small" aria-hidden />
          </IconButton>
        </Stack>
        {children}
      </Stack>
    </Drawer>
  );
}
