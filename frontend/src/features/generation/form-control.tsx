import FormHelperText from '@mui/material/FormHelperText';
import { styled } from '@mui/material/styles';
import type { UseFormReturn } from 'react-hook-form';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/field.tsx';
import { SelectField } from '#frontend/ui/select-field.tsx';
import { SwitchField } from '#frontend/ui/switch-field.tsx';
import { optionCaption, optionsOf, type FieldSpec } from './form-fields.ts';
import type { FormValues } from './form-values.ts';

export type CourseFormApi = UseFormReturn<FormValues>;

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

/** The control of one field of the form, with its label, hint and error. */
export function CourseFormControl({ spec, form }: { readonly spec: FieldSpec; readonly form: CourseFormApi }) {
  const { name } = spec;
  const error = form.formState.errors[name]?.message as string | undefined;
  const label = t(spec.label);
  const helper = spec.hint && t(spec.hint);
  const registered = form.register(name);
  switch (spec.kind) {
    case 'select':
      return (
        <SelectField
          {...registered}
          label={label}
          helper={helper}
          error={error}
          options={(name === 'academic_framework' ? ['', ...optionsOf(name)] : optionsOf(name)).map((value) => ({
            value,
            label: t(optionCaption(value)),
          }))}
        />
      );
    case 'text':
      return (
        <TextField
          {...registered}
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
      return <SwitchField {...registered} label={label} helper={error ?? helper} defaultChecked={form.getValues(name) === true} />;
    case 'checks':
      return (
        <Choices aria-describedby={error ? `${name}-error` : undefined}>
          <Legend>{label}</Legend>
          <Checks>
            {optionsOf(name).map((value) => (
              <Check key={value}>
                <input type="checkbox" value={value} {...registered} />
                {t(optionCaption(value))}
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
