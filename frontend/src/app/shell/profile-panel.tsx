import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { BillingLinks } from '#frontend/app/shell/billing-links.tsx';
import { LanguageField } from '#frontend/app/shell/language-field.tsx';
import { OrganisationLinks } from '#frontend/app/shell/organisation-links.tsx';
import { TermsLink } from '#frontend/app/shell/terms-link.tsx';
import { SchemeField } from '#frontend/app/shell/scheme-field.tsx';
import { signOut, useUser } from '#frontend/lib/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Panel } from '#frontend/ui/panel.tsx';

const Rule = styled('hr')(({ theme }) => ({
  margin: '16px 0',
  border: 0,
  borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}`,
}));

/** The profile menu (SHELL-05): the person, the language, the appearance, and the way out. */
export default function ProfilePanel({ anchor, onClose }: { readonly anchor: HTMLElement; readonly onClose: () => void }) {
  const user = useUser();
  return (
    <Panel label={t('Profile menu')} anchor={anchor} onClose={onClose}>
      <Typography variant="h3" component="h2">
        <bdi>{`${user.first_name} ${user.last_name}`}</bdi>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {user.email}
      </Typography>
      <LinkButton to="/account" color="inherit" onClick={onClose} sx={{ marginInlineStart: -1, marginBlockStart: 1 }}>
        {t('Account')}
      </LinkButton>
      <BillingLinks onClose={onClose} />
      <OrganisationLinks onClose={onClose} />
      <TermsLink onClose={onClose} />
      <Rule />
      <LanguageField />
      <Rule />
      <SchemeField />
      <Rule />
      <Button variant="outlined" color="inherit" fullWidth onClick={() => void signOut()}>
        {t('Sign Out')}
      </Button>
    </Panel>
  );
}
