import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { PROFILE_BUTTON } from '#frontend/app/shell/profile-button-id.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { AccountCircleIcon } from '#frontend/ui/icons.tsx';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';

const ProfilePanel = lazyOverlay(() => import('#frontend/app/shell/profile-panel.tsx'));

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
        <AccountCircleIcon aria-hidden />
        <Typography
          component="span"
          variant="inherit"
          noWrap
          dir="auto"
          sx={({ breakpoints }) => ({
            maxWidth: '10ch',
            [breakpoints.down('lg')]: { display: 'none' },
            [breakpoints.down('xl')]: { 'header:has([data-run-chip]) &': { display: 'none' } },
          })}
        >
          {user.first_name}
        </Typography>
      </Button>
      {anchor && <ProfilePanel anchor={anchor} onClose={() => setAnchor(null)} onMissing={() => setAnchor(null)} />}
    </>
  );
}
