import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Box, { type BoxProps } from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import { styled, type Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveSettings } from '#contract/settings/settings.contract.ts';
import type { InterfaceLanguage } from '#contract/translation/interface-languages.ts';
import { openSearch } from '#frontend/app/palette/open-search.ts';
import { PROFILE_BUTTON } from '#frontend/app/shell/profile-button-id.ts';
import { useIsInConsole } from '#frontend/app/shell/studio-address.ts';
import { useIsProcessing } from '#frontend/features/billing/processing.ts';
import { ownOrganisation } from '#frontend/features/organisation/organisation-queries.ts';
import { call } from '#frontend/lib/api-client.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { chooseLanguage, isMachineTranslated, useTextLanguage, type Language } from '#frontend/lib/language.ts';
import { signOut, useUser, getSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { LanguageSelector } from '#frontend/ui/fields/language-selector.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Panel } from '#frontend/ui/panel.tsx';
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

interface ChoiceFieldProps<Option extends string> {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly onChoose: (option: Option) => void;
  readonly captionOf: (option: Option) => string;
}

/** A labelled group of radio buttons in the profile menu. */
function ChoiceField<Option extends string>(props: ChoiceFieldProps<Option>) {
  const { name, legend, options, chosen, onChoose, captionOf } = props;
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{legend}</FormLabel>
      {options.map((option) => (
        <FormControlLabel
          key={option}
          label={captionOf(option)}
          control={<Radio size="small" name={name} checked={option === chosen} onChange={() => onChoose(option)} />}
        />
      ))}
    </FormControl>
  );
}

/** The links of the profile menu with the specified labels in the specified order (SHELL-05), Sign Out last. */
function PersonalLinks({ onClose }: { readonly onClose: () => void }) {
  const isInConsole = useIsInConsole();
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
        <DialogLink dialog="journey" color="inherit" onClick={onClose}>
          {t('Upgrade Plan')}
        </DialogLink>
      )}
    </MenuLinks>
  );
}

/** Links of the profile menu beyond the specified ones: tokens, the marketplace, account, payments and usage, organisation, and terms. */
function MoreLinks({ onClose }: { readonly onClose: () => void }) {
  const isProcessing = useIsProcessing();
  const isInConsole = useIsInConsole();
  return (
    <MenuLinks isDense>
      {isInConsole ? (
        <LinkButton to="/create" color="inherit" onClick={onClose}>
          {t('Back to app')}
        </LinkButton>
      ) : (
        <DialogLink dialog="tokens" color="inherit" disabled={isProcessing} onClick={onClose}>
          {t('Buy Tokens')}
        </DialogLink>
      )}
      <LinkButton to="/market" color="inherit" onClick={onClose}>
        {t('Marketplace')}
      </LinkButton>
      <LinkButton to="/account" color="inherit" onClick={onClose}>
        {t('Account')}
      </LinkButton>
      <LinkButton to="/billing" color="inherit" onClick={onClose}>
        {t('Billing')}
      </LinkButton>
      <LinkButton to="/usage" color="inherit" onClick={onClose}>
        {t('Usage')}
      </LinkButton>
      <OrganisationLinks onClose={onClose} />
      <LinkButton
        to="."
        search={(old: object) => ({ ...old, terms: 'read' as const })}
        resetScroll={false}
        color="inherit"
        onClick={onClose}
      >
        {t('Terms and Conditions')}
      </LinkButton>
    </MenuLinks>
  );
}

/** Links that depend on the user: to their organisation or an open invite, and to the operator console (G27). */
function OrganisationLinks({ onClose }: { readonly onClose: () => void }) {
  const { user_id: userId, roles } = useUser();
  const { data } = useQuery(ownOrganisation(userId));
  const isOperator = roles.some((role) => role === 'operator' || role === 'admin');
  const belongs = data?.organisation != null;
  const isInvited = (data?.invitations.length ?? 0) > 0;
  return (
    <>
      {(belongs || isInvited) && (
        <LinkButton to="/organisation" color="inherit" onClick={onClose}>
          {belongs ? t('Organisation') : t('Organisation: you are invited')}
        </LinkButton>
      )}
      {isOperator && (
        <LinkButton to="/operator" color="inherit" onClick={onClose}>
          {t('Console')}
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

/** Selects the interface language (SHELL-01). Stored in this browser, and in the account for mails; courses have their own language. */
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
          {t('Translated by machine: propose better')}
        </DialogLink>
      )}
    </div>
  );
}

/** Stores the reader's language in the account, because emails are written in it. A failed call is made up for by the next choice. */
function saveReaderLanguage(userId: string, language: Language): void {
  void call(saveSettings, { body: { user_id: userId, interface_language: language } }).catch(() => undefined);
}

interface MenuLinksProps extends Pick<BoxProps, 'children'> {
  /** In two columns, where there is room. */
  readonly isDense?: boolean;
}

/** Links in the profile menu, one below the other. */
function MenuLinks({ isDense = false, children }: MenuLinksProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: isDense ? 'repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))' : undefined,
        justifyItems: 'start',
        marginInline: -1,
        '& > a': { minWidth: 0, textAlign: 'start' },
      }}
    >
      {children}
    </Box>
  );
}
