import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { DataExportButton } from '../data-export/data-export-button.tsx';
import { SwitchRows } from '../switch-rows.tsx';
import type { Preferences } from './use-preferences.ts';

/** Visibility to others, marketing mails, and a copy of all data (EXP-01). */
export function PrivacySection({ preferences: { draft, change } }: { readonly preferences: Preferences }) {
  const toggle = (name: keyof typeof draft.privacy) => ({
    checked: draft.privacy[name],
    onChange: ({ target }: { target: { checked: boolean } }) => change({ privacy: { ...draft.privacy, [name]: target.checked } }),
  });
  return (
    <DeskSection
      title={t('Privacy')}
      about={t(
        'GDPR and CCPA give you a right to a copy of your data; COPPA protects children under 13, who need permission from a parent or school.',
      )}
    >
      <SwitchRows>
        <SwitchField
          {...toggle('data_sharing')}
          label={t('Share my profile')}
          helper={t('Signed-in people can read your name and bio. Under 18, or without a year of birth, you are never shown.')}
        />
        <SwitchField
          {...toggle('operator_rewrites')}
          label={t('Let operators improve my courses')}
          helper={t(
            'When operators rewrite many courses at once, yours are included. We notify you, and you can restore any version. When this is off, your courses stay as they are.',
          )}
        />
        <SwitchField {...toggle('marketing_consent')} label={t('News and offers by email')} />
      </SwitchRows>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 2 }}>
        {t('Your texts that moderators have held or removed:')} <TextLink to="/community/own">{t('Hidden texts')}</TextLink>
      </Typography>
      <DataExportButton namesReason />
    </DeskSection>
  );
}

/** The legal documents, each in a new tab, so that nothing on this page is lost. */
export function LegalSection() {
  const links: readonly (readonly [address: string, name: string])[] = [
    ['/privacy-policy', t('Privacy policy')],
    ['/privacy', t('Your privacy')],
    ['/accessibility-statement', t('Accessibility statement')],
    ['/accreditation-info', t('Accreditation')],
  ];
  return (
    <DeskSection title={t('Legal and accreditation')} about={t('Our agreements with you. Each opens beside this page.')}>
      <Stack
        component="ul"
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', gap: '12px 24px', margin: 0, padding: 0, listStyle: 'none' }}
      >
        <li>
          <TextLink to="." search={(old: object) => ({ ...old, terms: 'read' as const })} resetScroll={false}>
            {t('Terms and Conditions')}
          </TextLink>
        </li>
        {links.map(([address, name]) => (
          <li key={address}>
            <Link href={address} target="_blank" rel="noopener">
              {name}
            </Link>
          </li>
        ))}
      </Stack>
    </DeskSection>
  );
}
