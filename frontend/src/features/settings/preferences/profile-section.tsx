import Typography from '@mui/material/Typography';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';

/** The user's identity (SET-02, SET-09), with a link to where it is changed. */
export function ProfileSection() {
  const { first_name: first, last_name: last, email } = useUser();
  return (
    <DeskSection title={t('Profile')}>
      <Typography>
        <bdi>{`${first} ${last}`}</bdi>
      </Typography>
      <div>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{email}</Typography>
        <Typography variant="body2" color="textSecondary">
          {t('Email cannot be changed')}
        </Typography>
      </div>
      <ActionRow>
        <LinkButton to="/profile" variant="outlined" color="inherit">
          {t('View Profile')}
        </LinkButton>
        <DialogLink dialog="bio" variant="outlined" color="inherit">
          {t('Edit Bio')}
        </DialogLink>
      </ActionRow>
    </DeskSection>
  );
}
