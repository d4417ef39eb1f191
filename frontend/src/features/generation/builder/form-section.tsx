import Box from '@mui/material/Box';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { CourseFormControl } from './form-control.tsx';
import { offeredIn, optionCaption, type FieldSpec, type SectionSpec } from './form-fields.ts';
import { useValues, type CourseFormState } from './form-state.ts';
import { FORM_DEFAULTS, type FormValues } from './form-values.ts';

const FIELDS = {
  display: 'grid',
  gap: '20px 24px',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const;

/** A changed choice for the heading of its folded section; null for the default. */
function chosenText(spec: FieldSpec, value: FormValues[FieldSpec['name']]): string | null {
  if (JSON.stringify(value) === JSON.stringify(FORM_DEFAULTS[spec.name])) return null;
  switch (spec.kind) {
    case 'select':
      return t(optionCaption(String(value)));
    case 'checks':
      return formatList((value as string[]).map((option) => t(optionCaption(option))));
    case 'switch':
      return t(spec.label);
    case 'text':
      return String(value).trim() === '' ? null : t(spec.label);
  }
}

/** The default choices of a section; optional additions are not mentioned. */
function defaultText({ fields }: SectionSpec): string {
  const choices = fields.filter(({ kind }) => kind === 'select');
  if (choices.length === 0) return t('optional');
  return choices
    .map(({ name, label }) => t('{name}: {value}', { name: t(label), value: t(optionCaption(String(FORM_DEFAULTS[name]))) }))
    .join(' · ');
}

/** A folded section of the form; its heading names the changed choices inside, or else the defaults. */
export function CourseFormSection({ section: whole, form }: { readonly section: SectionSpec; readonly form: CourseFormState }) {
  const section = { ...whole, fields: offeredIn(whole) };
  const title = section.fields.length < whole.fields.length ? t('Extras') : t(whole.title);
  const values = useValues(form);
  const chosen = section.fields.flatMap((spec) => chosenText(spec, values[spec.name]) ?? []);
  return (
    <Fold title={title} line={chosen.length === 0 ? defaultText(section) : chosen.join(' · ')}>
      <Box sx={FIELDS}>
        {section.fields.map((spec) => (
          <Box key={spec.name} sx={spec.kind === 'select' ? undefined : { gridColumn: '1 / -1' }}>
            <CourseFormControl spec={spec} form={form} />
          </Box>
        ))}
      </Box>
    </Fold>
  );
}
