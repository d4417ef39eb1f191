import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { LTI_REGISTRATION_HOURS, type LtiPlatform, type LtiProduct } from '#contract/lti/platforms.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { CopyField } from '#frontend/ui/fields/copy-field.tsx';
import { Fold } from '#frontend/ui/fold.tsx';

export const PRODUCT_NAMES: Readonly<Record<LtiProduct, () => string>> = {
  canvas: () => 'Canvas',
  moodle: () => 'Moodle',
  openedx: () => 'Open edX',
  other: () => t('Another platform with LTI 1.3'),
};

/** Where to paste the registration address, by product. */
const BY_ITSELF: Readonly<Record<LtiProduct, (() => string[]) | null>> = {
  canvas: () => [
    t('As a Canvas administrator, open Admin, Apps, Manage (LTI registrations), and press “Install a new app”.'),
    t('Choose LTI 1.3 and “Dynamic registration”, and paste the address below.'),
    t('Press “Register” in the window that opens, allow grades and names, and turn the app on.'),
  ],
  moodle: () => [
    t('As a Moodle administrator, open Site administration, Plugins, Activity modules, External tool, Manage tools.'),
    t('Paste the address below into “Tool URL” and press “Add LTI Advantage”.'),
    t('Press “Register” in the window that opens, then “Activate” on the tool’s card.'),
  ],
  openedx: null,
  other: () => [
    t('In your platform, open the page for registering tools by LTI Dynamic Registration.'),
    t('Paste the address below, and press “Register” in the window that opens.'),
  ],
};

const BY_HAND: Readonly<Record<LtiProduct, () => string[]>> = {
  canvas: () => [
    t('Open Admin, Developer Keys, and create an LTI key. Choose “Enter URL” and paste the configuration address.'),
    t('Turn on the key. Its number is the client ID. Add it under Admin, Settings, Apps, “By client ID”, which shows the deployment ID.'),
    t('The issuer of a hosted Canvas is https://canvas.instructure.com; sign-in, token and keys are at https://sso.canvaslms.com.'),
  ],
  moodle: () => [
    t('Open Manage tools, “configure a tool manually”, and choose LTI 1.3 with a keyset URL.'),
    t('Paste the addresses below: tool and redirection, login, and keys. Allow grades and names.'),
    t('Open the tool’s “View configuration details” and copy the values into the form here.'),
  ],
  openedx: () => [
    t('In Studio, turn on “lti_consumer” in Advanced settings, add an “LTI Consumer” to a unit, and choose LTI 1.3.'),
    t('Paste the addresses below: tool launch, login, and keys (keyset URL). Turn on deep linking and the grade service.'),
    t('The block then shows the client ID, the deployment ID, the keyset, token and login addresses for the form here.'),
  ],
  other: () => [t('Paste the addresses below into your platform, and enter the values it shows in the form here.')],
};

function Steps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <Box component="ol" sx={{ margin: 0, paddingInlineStart: 3 }}>
      {steps.map((step) => (
        <Typography key={step} component="li">
          {step}
        </Typography>
      ))}
    </Box>
  );
}

interface SetupStepsProps {
  readonly platform: LtiPlatform;
  /** The address with which the platform registers itself; null if it is no longer shown, and can be renewed. */
  readonly registrationUrl: string | null;
  readonly onRenew: () => void;
  readonly isRenewing: boolean;
}

/** What to copy where, for a platform that is registered for the first time or again. */
export function SetupSteps({ platform, registrationUrl, onRenew, isRenewing }: SetupStepsProps) {
  const { product, addresses } = platform;
  const byItself = BY_ITSELF[product];
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start', marginBlockStart: 1, '& > :not(button)': { width: '100%' } }}>
      {byItself && (
        <>
          <Typography variant="h3">{t('Automatic registration')}</Typography>
          <Steps steps={byItself()} />
          {registrationUrl === null ? (
            <Button variant="outlined" color="inherit" aria-busy={isRenewing} onClick={onRenew}>
              {t('Create a registration address')}
            </Button>
          ) : (
            <CopyField
              label={t('Registration address')}
              value={registrationUrl}
              helper={t('The address works once, within {n} hours. Keep it secret, like a password.', { n: LTI_REGISTRATION_HOURS })}
            />
          )}
        </>
      )}
      <Fold title={t('Manual registration')} isOpenFirst={byItself === null}>
        <Steps steps={BY_HAND[product]()} />
        <CopyField label={t('Tool and redirection address')} value={addresses.launch} />
        <CopyField label={t('Login address')} value={addresses.login} />
        <CopyField label={t('Keys (JWKS)')} value={addresses.jwks} />
        <CopyField label={t('Configuration')} value={addresses.configuration} />
      </Fold>
    </Stack>
  );
}
