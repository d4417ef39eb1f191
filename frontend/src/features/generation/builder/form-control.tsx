import FormHelperText from '@mui/material/FormHelperText';
import { styled } from '@mui/material/styles';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { optionCaption, optionsOf, type FieldSpec } from './form-fields.ts';
import { useProblem, useValue, type CourseFormState } from './form-state.ts';
import type { FormValues } from './form-values.ts';

const Choices = styled('fieldset')({ border: 0, margin: 0, padding: 0, minWidth: 0 });
const Legend = styled('legend')(({ theme }) => ({ ...theme.typography.body2, fontWeight: 600, padding: 0 }));
const Checks = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(11rem, 100%), 1fr))', columnGap: 24 });
const Check = styled('label')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 36,
  cursor: 'pointer',
  '@media (pointer: coarse)': { minHeight: 44 },
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.vars.palette.primary.main },
}));

/** The control of one form field, with its label, hint and error. */
export function CourseFormControl({ spec, form }: { readonly spec: FieldSpec; readonly form: CourseFormState }) {
  const { name } = spec;
  const value = useValue(form, name);
  const error = useProblem(form, name);
  const label = t(spec.label);
  const helper = spec.hint && t(spec.hint);
  // A control returns its field's type: its kind determines which.
  const set = (next: unknown) => form.set(name, next as FormValues[typeof name]);
  switch (spec.kind) {
    case 'select':
      return (
        <SelectField
          name={name}
          value={String(value)}
          onChange={({ target }) => set(target.value)}
          label={label}
          helper={helper}
          error={error}
          options={(name === 'academic_framework' ? ['', ...optionsOf(name)] : optionsOf(name)).map((option) => ({
            value: option,
            label: t(optionCaption(option)),
          }))}
        />
      );
    case 'text':
      return (
        <TextField
          name={name}
          value={String(value)}
          onChange={({ target }) => set(target.value)}
          label={label}
          helper={helper}
          error={error}
          multiline
          minRows={2}
          maxRows={8}
          maxLength={FORM_LIMITS.free_text}
        />
      );
    case 'switch':
      return (
        <SwitchField
          name={name}
          checked={Boolean(value)}
          onChange={({ target }) => set(target.checked)}
          label={label}
          helper={error ?? helper}
        />
      );
    case 'checks': {
      const chosen = value as readonly string[];
      return (
        <Choices aria-describedby={error ? `${name}-error` : undefined}>
          <Legend>{label}</Legend>
          <Checks>
            {optionsOf(name).map((option) => (
              <Check key={option}>
                <input
                  type="checkbox"
                  name={name}
                  value={option}
                  checked={chosen.includes(option)}
                  onChange={({ target }) => set(target.checked ? [...chosen, option] : chosen.filter((other) => other !== option))}
                />
                {t(optionCaption(option))}
              </Check>
            ))}
          </Checks>
          {error && (
            <FormHelperText error id={`${name}-error`} role="alert">
              {error}
            </FormHelperText>
          )}
        </Choices>
      );
    }
  }
}
