import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { optionCaption, optionsOf, type FieldSpec } from './form-fields.ts';
import { useProblem, useValue, type CourseFormState } from './form-state.ts';
import type { FormValues } from './form-values.ts';

/** The control of one form field, with its label, hint and error. */
export function CourseFormControl({ spec, form }: { readonly spec: FieldSpec; readonly form: CourseFormState }) {
  const { name } = spec;
  const value = useValue(form, name);
  const error = useProblem(form, name);
  const label = t(spec.label);
  const helper = spec.hint && t(spec.hint);
  const common = { name, label, helper, error };
  // A control returns a value of its field's type; its kind determines which.
  const set = (next: unknown) => form.set(name, next as FormValues[typeof name]);
  switch (spec.kind) {
    case 'select':
      return (
        <SelectField
          {...common}
          value={String(value)}
          onChange={({ target }) => set(target.value)}
          options={(name === 'academic_framework' ? ['', ...optionsOf(name)] : optionsOf(name)).map((option) => ({
            value: option,
            label: t(optionCaption(option)),
          }))}
        />
      );
    case 'text':
      return (
        <TextField
          {...common}
          value={String(value)}
          onChange={({ target }) => set(target.value)}
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
        <FormControl component="fieldset" fullWidth error={error !== undefined} aria-describedby={error && `${name}-error`}>
          <FormLabel component="legend">{label}</FormLabel>
          <FormGroup sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(11rem, 100%), 1fr))', columnGap: 3 }}>
            {optionsOf(name).map((option) => (
              <FormControlLabel
                key={option}
                label={t(optionCaption(option))}
                control={
                  <Checkbox
                    name={name}
                    value={option}
                    checked={chosen.includes(option)}
                    onChange={({ target }) => set(target.checked ? [...chosen, option] : chosen.filter((other) => other !== option))}
                  />
                }
              />
            ))}
          </FormGroup>
          {error && (
            <FormHelperText id={`${name}-error`} role="alert">
              {error}
            </FormHelperText>
          )}
        </FormControl>
      );
    }
  }
}
