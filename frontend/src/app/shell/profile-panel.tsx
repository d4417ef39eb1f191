import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import { styled, type Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { LanguageField } from '#frontend/app/shell/language-field.tsx';
import { MoreLinks } from '#frontend/app/shell/more-links.tsx';
import { PersonalLinks } from '#frontend/app/shell/personal-links.tsx';
import { openSearch } from '#frontend/app/palette/open-search.ts';
import { signOut, useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { Panel } from '#frontend/ui/panel.tsx';
import { ChoiceField } from '#frontend/app/shell/choice-field.tsx';
import { SCHEME_CHOICES, useSchemeChoice, type SchemeChoice } from '#frontend/theme/scheme-choice.ts';

const nameOf = (choice: SchemeChoice): string =>
  ({ light: t('Light'), dark: t('Dark'), contrast: t('High contrast'), system: t('System') })[choice];

/** Selects one of the three schemes or the system's. Stored in this browser. */
function SchemeField() {
  const { choice, choose } = useSchemeChoice();
  return (
    <ChoiceField name="scheme" legend={t('Appearance')} options={SCHEME_CHOICES} chosen={choice} onChoose={choose} captionOf={nameOf} />
  );
}

// Stays visible however long the menu is.
const Foot = styled('div')(({ theme }) => ({
  position: 'sticky',
  insetBlockEnd: -16,
  marginInline: -16,
  marginBlockEnd: -16,
  padding: 16,
  backgroundColor: theme.vars.palette.background.paper,
  borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}`,
}));

/** The profile menu (SHELL-05): user, links, language, appearance, and sign-out. */
export default function ProfilePanel({ anchor, onClose }: { readonly anchor: HTMLElement; readonly onClose: () => void }) {
  const user = useUser();
  const isPhone = useMediaQuery(({ breakpoints }: Theme) => breakpoints.down('md'), { noSsr: true });
  return (
    <Panel label={t('Profile menu')} anchor={anchor} onClose={onClose}>
      <Typography variant="h3" component="h2">
        <bdi>{`${user.first_name} ${user.last_name}`}</bdi>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {user.email}
      </Typography>
      <Divider sx={{ marginBlock: 1 }} />
      <Button
        color="inherit"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          onClose();
          openSearch();
        }}
      >
        {isPhone ? t('Search and commands') : t('Search and commands (Ctrl K)')}
      </Button>
      <PersonalLinks onClose={onClose} />
      <Divider sx={{ marginBlock: 1 }} />
      <MoreLinks onClose={onClose} />
      <Divider sx={{ marginBlock: 1 }} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))',
          gap: '16px 8px',
          paddingBlock: '4px 16px',
        }}
      >
        <LanguageField onClose={onClose} />
        <SchemeField />
      </Box>
      <Foot>
        <Button variant="outlined" color="inherit" fullWidth onClick={() => void signOut()}>
          {t('Sign Out')}
        </Button>
      </Foot>
    </Panel>
  );
}
