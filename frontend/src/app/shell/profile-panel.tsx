import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveSettings } from '#contract/settings/settings.contract.ts';
import type { InterfaceLanguage } from '#contract/translation/interface-languages.ts';
import { PROFILE_BUTTON } from '#frontend/app/shell/profile-button-id.ts';
import { useIsInConsole } from '#frontend/app/shell/studio-address.ts';
import { useIsProcessing } from '#frontend/features/billing/processing.ts';
import { ownOrganisation } from '#frontend/features/organisations/organisation-queries.ts';
import { call } from '#frontend/lib/api-client.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { chooseLanguage, isMachineTranslated, useTextLanguage, type Language } from '#frontend/lib/language.ts';
import { signOut, useUser, getSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { LanguageSelector } from '#frontend/ui/fields/language-selector.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Panel } from '#frontend/ui/panel.tsx';

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

/**
 * The profile menu: the specified links, the language, which a user who cannot read the page must be able to find, and sign-out (SHELL-05);
 * otherwise only what is not available elsewhere.
 */
export default function ProfilePanel({ anchor, onClose }: { readonly anchor: HTMLElement; readonly onClose: () => void }) {
  const user = useUser();
  return (
    <Panel label={t('Profile menu')} anchor={anchor} onClose={onClose}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Face name={user.first_name} userId={user.user_id} />
        <div>
          <Typography variant="h3" component="h2">
            <bdi>{`${user.first_name} ${user.last_name}`}</bdi>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {user.email}
          </Typography>
        </div>
      </Stack>
      <Divider sx={{ marginBlock: 1 }} />
      <PersonalLinks onClose={onClose} />
      <Divider sx={{ marginBlock: 1 }} />
      <Box sx={{ paddingBlock: '4px 16px' }}>
        <LanguageField onClose={onClose} />
      </Box>
      <Foot>
        <Button variant="outlined" color="inherit" fullWidth onClick={() => void signOut()}>
          {t('Sign Out')}
        </Button>
      </Foot>
    </Panel>
  );
}

/** The links of the profile menu with the specified labels in the specified order (SHELL-05), Sign Out last. */
function PersonalLinks({ onClose }: { readonly onClose: () => void }) {
  const isInConsole = useIsInConsole();
  const isProcessing = useIsProcessing();
  return (
    <MenuLinks>
      <LinkButton to="/profile" color="inherit" onClick={onClose}>
        {t('View Profile')}
      </LinkButton>
      <DialogLink dialog="bio" color="inherit" onClick={onClose}>
        {t('Edit Bio')}
      </DialogLink>
      <LinkButton to="/settings" color="inherit" onClick={onClose}>
        {t('Settings')}
      </LinkButton>
      <DialogLink dialog="accessibility" color="inherit" onClick={onClose}>
        {t('Accessibility')}
      </DialogLink>
      <DialogLink dialog="help" color="inherit" onClick={onClose}>
        {t('Help & Support')}
      </DialogLink>
      {!isInConsole && (
        <>
          <DialogLink dialog="journey" color="inherit" onClick={onClose}>
            {t('Upgrade Plan')}
          </DialogLink>
          <DialogLink dialog="tokens" color="inherit" disabled={isProcessing} onClick={onClose} sx={IN_THE_HEADER}>
            {t('Buy Tokens')}
          </DialogLink>
          <LinkButton to="/billing" color="inherit" onClick={onClose}>
            {t('Billing')}
          </LinkButton>
          <LinkButton to="/usage" color="inherit" onClick={onClose}>
            {t('Usage')}
          </LinkButton>
        </>
      )}
      <OrganisationLink onClose={onClose} />
    </MenuLinks>
  );
}

/** From this width on, the header contains it even beside a run. */
const IN_THE_HEADER = { '@media (width >= 1100px)': { display: 'none' } } as const;

/** The link to the user's organisation, to an open invite, or to the organisation of the user's address. */
function OrganisationLink({ onClose }: { readonly onClose: () => void }) {
  const { user_id: userId } = useUser();
  const { data } = useQuery(ownOrganisation(userId));
  const belongs = data?.organisation != null;
  const mayJoin = data?.joinable != null;
  if (!belongs && !mayJoin && (data?.invitations.length ?? 0) === 0) return null;
  return (
    <>
      <LinkButton to="/organisation" color="inherit" onClick={onClose}>
        {belongs ? t('Organisation') : mayJoin ? t('Organisation: you can join') : t('Organisation: you are invited')}
      </LinkButton>
      {belongs && (
        <LinkButton to="/classes" color="inherit" onClick={onClose}>
          {t('Classes')}
        </LinkButton>
      )}
    </>
  );
}

/** Changing the language remounts all screens, including this menu, so the focus moves to the button that opens it. */
async function choose(language: InterfaceLanguage): Promise<void> {
  try {
    await chooseLanguage(language);
    const { user } = getSession();
    if (user) saveReaderLanguage(user.user_id, language);
    toast('success', t('Language changed successfully!'), null, false);
    requestAnimationFrame(() => document.getElementById(PROFILE_BUTTON)?.focus());
  } catch (error) {
    toast('error', failureText(error, t('Failed to change language')));
  }
}

/** Selects the interface language (SHELL-01). Stored in this browser, and in the account for mails; courses have their own languages. */
export function LanguageField({ onClose }: { readonly onClose: () => void }) {
  const shown = useTextLanguage();
  const [wanted, setWanted] = useState<InterfaceLanguage | null>(null);
  return (
    <div>
      <Typography component="h3" sx={{ fontWeight: 600, marginBlockEnd: 0.5 }}>
        {t('Language')}
      </Typography>
      <LanguageSelector
        variant="compact"
        value={shown}
        isBusy={wanted !== null}
        onChoose={(language) => {
          setWanted(language);
          void choose(language).finally(() => setWanted(null));
        }}
      />
      <Typography variant="body2" color="textSecondary" role="status" sx={{ marginBlockStart: 1 }}>
        {wanted !== null && t('The texts are loading. A language used for the first time takes a minute or two.')}
      </Typography>
      {isMachineTranslated() && (
        <DialogLink dialog="translation" color="inherit" onClick={onClose}>
          {t('Machine translated: suggest an improvement')}
        </DialogLink>
      )}
    </div>
  );
}

/** Stores the reader's language in the account, because mails are written in it. The next choice makes up for a failed call. */
function saveReaderLanguage(userId: string, language: Language): void {
  void call(saveSettings, { body: { user_id: userId, interface_language: language } }).catch(() => undefined);
}

/** Links in a column. */
const MenuLinks = styled('div')({
  display: 'grid',
  justifyItems: 'start',
  marginInline: -8,
  '& > a': { minWidth: 0, textAlign: 'start' },
});
