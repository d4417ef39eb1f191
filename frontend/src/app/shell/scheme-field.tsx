import { styled } from '@mui/material/styles';
import { SCHEME_CHOICES, useSchemeChoice, type SchemeChoice } from '#frontend/theme/scheme-choice.ts';
import { t } from '#frontend/lib/text.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

const Group = styled('fieldset')({ margin: 0, padding: 0, border: 0 });
const Legend = styled('legend')({ padding: 0, marginBlockEnd: 4, fontSize: TYPE_SCALE.body, fontWeight: 600 });
const Choice = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 36,
  fontSize: TYPE_SCALE.body,
  cursor: 'pointer',
  '@media (pointer: coarse)': { minHeight: 44 },
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.vars.palette.primary.main },
}));

const nameOf = (choice: SchemeChoice): string =>
  ({ light: t('Light'), dark: t('Dark'), contrast: t('High contrast'), system: t('System') })[choice];

/** Which of the three schemes is worn, or the machine's own. Kept in this browser. */
export function SchemeField() {
  const { choice, choose } = useSchemeChoice();
  return (
    <Group>
      <Legend>{t('Appearance')}</Legend>
      {SCHEME_CHOICES.map((option) => (
        <Choice key={option}>
          <input type="radio" name="scheme" checked={option === choice} onChange={() => choose(option)} />
          {nameOf(option)}
        </Choice>
      ))}
    </Group>
  );
}
