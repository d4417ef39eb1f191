import { ChoiceField } from '#frontend/app/shell/choice-field.tsx';
import { SCHEME_CHOICES, useSchemeChoice, type SchemeChoice } from '#frontend/theme/scheme-choice.ts';
import { t } from '#frontend/lib/text.ts';

const nameOf = (choice: SchemeChoice): string =>
  ({ light: t('Light'), dark: t('Dark'), contrast: t('High contrast'), system: t('System') })[choice];

/** Which of the three schemes is worn, or the machine's own. Kept in this browser. */
export function SchemeField() {
  const { choice, choose } = useSchemeChoice();
  return (
    <ChoiceField name="scheme" legend={t('Appearance')} options={SCHEME_CHOICES} chosen={choice} onChoose={choose} captionOf={nameOf} />
  );
}
