import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import { PROFILE_BUTTON } from '#frontend/app/shell/profile-button-id.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';

const ProfilePanel = lazyOverlay(() => import('#frontend/app/shell/profile-panel.tsx'));

const Name = styled('span')(({ theme }) => ({
  maxWidth: '10ch',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  [theme.breakpoints.down('lg')]: { display: 'none' },
  [theme.breakpoints.down('xl')]: { 'header:has([data-run-chip]) &': { display: 'none' } },
}));

/** Shows the signed-in user; opens the profile menu. */
export function ProfileButton() {
  const user = useUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        id={PROFILE_BUTTON}
        color="inherit"
        aria-label={t('Profile menu of {name}', { name: user.first_name })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 44, paddingInline: 1, gap: 1 }}
      >
        <AccountIcon aria-hidden />
        <Name dir="auto">{user.first_name}</Name>
      </Button>
      {anchor && <ProfilePanel anchor={anchor} onClose={() => setAnchor(null)} onMissing={() => setAnchor(null)} />}
    </>
  );
}
