import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import { KEY_TOKENS_AT_MOST } from '#contract/identity/api-keys.contract.ts';
import { KEY_SCOPES, type KeyScope } from '#contract/identity/key-scopes.ts';
import { formatNumber, toAsciiDigits } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';

/** Scopes whose work costs tokens. */
const SPENDING: ReadonlySet<KeyScope> = new Set(['generate', 'mentor']);
export const doSpend = (scopes: readonly KeyScope[]): boolean => scopes.some((scope) => SPENDING.has(scope));

/** Enough for one course a day, so that an app allowed to generate courses does not fail at the first one. */
export const FIRST_BUDGET = '50';

export const hasScope = (scopes: readonly KeyScope[]) => scopes.length > 0 || t('Choose at least one option.');

export const isBudget = (text: string) =>
  (/^\d{1,7}$/.test(toAsciiDigits(text)) && Number(toAsciiDigits(text)) <= KEY_TOKENS_AT_MOST) ||
  t('A whole number up to {n}.', { n: formatNumber(KEY_TOKENS_AT_MOST) });

interface BudgetFieldProps {
  readonly error: string | undefined;
  /** From react-hook-form's `register`. */
  readonly field: object;
}

/** Asks for the number of tokens that a key or an app may spend per day. */
export function BudgetField({ error, field }: BudgetFieldProps) {
  return (
    <TextField
      label={t('Tokens it may spend per day')}
      required
      inputMode="numeric"
      helper={t('Work paid for by a plan counts too. The day begins at midnight UTC.')}
      error={error}
      {...field}
    />
  );
}

interface ScopeFieldsProps extends BudgetFieldProps {
  readonly legend: string;
  readonly scopes: readonly KeyScope[];
}

/** A checkbox for each scope, with the actions that it permits. */
export function ScopeFields({ legend, scopes, error, field }: ScopeFieldsProps) {
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      <FormLabel component="legend" sx={{ padding: 0, marginBlockEnd: 0.5 }}>
        {legend}
      </FormLabel>
      {scopes.map((scope) => (
        <CheckField
          key={scope}
          value={scope}
          label={
            <Box component="span" sx={{ display: 'block' }}>
              {translateServerText(KEY_SCOPES[scope].name.key, KEY_SCOPES[scope].name)}
              <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                {translateServerText(KEY_SCOPES[scope].about.key, KEY_SCOPES[scope].about)}
              </Typography>
            </Box>
          }
          {...field}
        />
      ))}
      {error !== undefined && (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}
