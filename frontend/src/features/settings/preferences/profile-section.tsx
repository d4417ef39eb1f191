import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { Note } from './preference-sections.tsx';

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12 });

/** The user's identity (SET-02, SET-09), with a link to where it is changed. */
export function ProfileSection() {
  const { first_name: first, last_name: last, email } = useUser();
  return (
    <RuledSection title={t('Profile')}>
      <SectionBody>
        <Typography>
          <bdi>{`${first} ${last}`}</bdi>
        </Typography>
        <div>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{email}</Typography>
          <Note>{t('Email cannot be changed')}</Note>
        </div>
        <Actions>
          <LinkButton to="/profile" variant="outlined" color="inherit">
            {t('View Profile')}
          </LinkButton>
          <DialogLink dialog="bio" variant="outlined" color="inherit">
            {t('Edit Bio')}
          </DialogLink>
        </Actions>
      </SectionBody>
    </RuledSection>
  );
}
