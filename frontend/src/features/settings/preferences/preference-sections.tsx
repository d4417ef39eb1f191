import { useId } from 'react';
import FormHelperText from '@mui/material/FormHelperText';
import Grid from '@mui/material/Grid';
import Typography from '@mui/material/Typography';
import { textLanguage, type Language } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import { PLAIN_SCHEMES, type PlainScheme } from '#frontend/theme/scheme-choice.ts';
import { LanguageSelector } from '#frontend/ui/fields/language-selector.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FlagFields } from '../accessibility/flag-fields.tsx';
import { OpeningField } from './opening-field.tsx';
import { schemeCaption } from './setting-words.ts';
import type { Preferences } from './use-preferences.ts';

interface SectionProps {
  readonly preferences: Preferences;
}

function languageHelp(language: Language): string {
  if (!['en', 'es', 'ar', textLanguage()].includes(language))
    return t('An AI service translates the interface into this language. The first time that takes a minute or two after saving.');
  return t('The interface changes when you save. A course has its own language, chosen in AI Builder.');
}

/** Language and theme. The theme is applied at once, the language on saving, because it re-renders the screens. */
export function LookSection({ preferences: { draft, change, scheme, chooseScheme, flags } }: SectionProps) {
  const help = useId();
  return (
    <DeskSection title={t('Language and appearance')}>
      <div>
        <Typography variant="subtitle2">{t('Language')}</Typography>
        <LanguageSelector
          variant="full"
          value={draft.interface_language}
          describedBy={help}
          onChoose={(language) => change({ interface_language: language })}
        />
        <FormHelperText id={help}>{languageHelp(draft.interface_language)}</FormHelperText>
      </div>
      <Grid container spacing={2} sx={{ width: '100%' }}>
        <Grid size={{ xs: 12, sm: 6 }}>
          <SelectField
            label={t('Theme')}
            value={scheme}
            options={PLAIN_SCHEMES.map((value) => ({ value, label: schemeCaption(value) }))}
            onChange={({ target }) => chooseScheme(target.value as PlainScheme)}
            helper={flags.high_contrast ? t('High contrast is on. Your theme applies again when you turn it off.') : undefined}
          />
        </Grid>
        <Grid size={{ xs: 12, sm: 6 }}>
          <OpeningField value={draft.opens_on} onChange={(place) => change({ opens_on: place })} />
        </Grid>
      </Grid>
    </DeskSection>
  );
}

export function AccessibilitySection({ preferences: { flags, chooseFlags } }: SectionProps) {
  return (
    <DeskSection
      title={t('Accessibility')}
      about={t('The product is built to WCAG 2.1 AA and beyond: high contrast, large text, reduced motion and work with a screen reader.')}
    >
      <FlagFields flags={flags} onChange={chooseFlags} />
    </DeskSection>
  );
}
