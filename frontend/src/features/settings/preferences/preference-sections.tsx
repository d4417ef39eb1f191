import { useId } from 'react';
import { styled } from '@mui/material/styles';
import { textLanguage, type Language } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import { PLAIN_SCHEMES, type PlainScheme } from '#frontend/theme/scheme-choice.ts';
import { LanguageSelector } from '#frontend/ui/fields/language-selector.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FlagFields } from '../accessibility/flag-fields.tsx';
import { OpeningField } from './opening-field.tsx';
import { schemeCaption } from './setting-words.ts';
import type { Preferences } from './use-preferences.ts';

const Caption = styled('p')({ margin: '0 0 6px', fontWeight: 600 });
const Control = styled('div')({ width: 'min(100%, 420px)' });
export const Note = styled('p')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));

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
    <RuledSection title={t('Language and appearance')}>
      <SectionBody>
        <Control>
          <Caption>{t('Language')}</Caption>
          <LanguageSelector
            variant="full"
            value={draft.interface_language}
            describedBy={help}
            onChoose={(language) => change({ interface_language: language })}
          />
          <Note id={help}>{languageHelp(draft.interface_language)}</Note>
        </Control>
        <Control>
          <SelectField
            label={t('Theme')}
            value={scheme}
            options={PLAIN_SCHEMES.map((value) => ({ value, label: schemeCaption(value) }))}
            onChange={({ target }) => chooseScheme(target.value as PlainScheme)}
            helper={flags.high_contrast ? t('High contrast is on. Your theme applies again when you turn it off.') : undefined}
          />
        </Control>
        <Control>
          <OpeningField />
        </Control>
      </SectionBody>
    </RuledSection>
  );
}

export function AccessibilitySection({ preferences: { flags, chooseFlags } }: SectionProps) {
  return (
    <RuledSection title={t('Accessibility')}>
      <SectionBody>
        <Note>
          {t('The product is built to WCAG 2.1 AA and beyond: high contrast, large text, reduced motion and work with a screen reader.')}
        </Note>
        <FlagFields flags={flags} onChange={chooseFlags} />
      </SectionBody>
    </RuledSection>
  );
}
