import { styled } from '@mui/material/styles';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseFormControl } from './form-control.tsx';
import { optionCaption, type FieldSpec, type SectionSpec } from './form-fields.ts';
import { useValues, type CourseFormState } from './form-state.ts';
import { FORM_DEFAULTS, type FormValues } from './form-values.ts';

const Fold = styled('details')(({ theme }) => ({ borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}` }));

const Head = styled('summary')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  minHeight: 52,
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
  '&::after': {
    content: '""',
    flex: 'none',
    width: 8,
    height: 8,
    marginInline: '4px 6px',
    borderBlockEnd: `2px solid ${theme.vars.palette.text.secondary}`,
    // Not the inline end: rotated by 45° it would point sideways in right-to-left layouts.
    borderRight: `2px solid ${theme.vars.palette.text.secondary}`,
    transform: 'translateY(-2px) rotate(45deg)',
    transition: 'transform 120ms ease-out',
  },
  'details[open] > &::after': { transform: 'translateY(2px) rotate(225deg)' },
  '@media (prefers-reduced-motion: reduce)': { '&::after': { transition: 'none' } },
}));
// The chosen values go below the title where there is no room beside it.
const Words = styled('span')({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '0 16px',
  paddingBlock: 8,
});
const Title = styled('span')(({ theme }) => ({ ...theme.typography.h3, flex: '0 1 auto', minWidth: 0 }));
const Chosen = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  flex: '1 1 6rem',
  minWidth: 0,
  textAlign: 'end',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
}));

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '20px 24px',
  gridTemplateColumns: 'minmax(0, 1fr)',
  paddingBlock: '8px 28px',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', '& > [data-wide]': { gridColumn: '1 / -1' } },
}));
const Cell = styled('div')({ minWidth: 0 });

/** One changed choice as the folded heading shows it; null for the default. */
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

/** A folded section of the form; its heading names the changed choices inside. */
export function CourseFormSection({ section, form }: { readonly section: SectionSpec; readonly form: CourseFormState }) {
  const values = useValues(form);
  const chosen = section.fields.flatMap((spec) => chosenText(spec, values[spec.name]) ?? []);
  return (
    <Fold>
      <Head>
        <Words>
          <Title>{t(section.title)}</Title>
          <Chosen>{chosen.length === 0 ? t('default') : chosen.join(' · ')}</Chosen>
        </Words>
      </Head>
      <Fields>
        {section.fields.map((spec) => (
          <Cell key={spec.name} data-wide={spec.kind === 'select' ? undefined : ''}>
            <CourseFormControl spec={spec} form={form} />
          </Cell>
        ))}
      </Fields>
    </Fold>
  );
}
