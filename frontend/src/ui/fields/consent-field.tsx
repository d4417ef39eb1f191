import type { ComponentProps } from 'react';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from './select-field.tsx';

type ConsentFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'options' | 'required'>;

/** Who agrees for a child under 13: a parent or the school. Nothing is preset. */
export default function ConsentField(props: ConsentFieldProps) {
  return (
    <SelectField
      {...props}
      label={t('Who has agreed')}
      required
      options={[
        { value: '', label: t('Please choose') },
        { value: 'parent', label: t('A parent or guardian') },
        { value: 'school', label: t('The school') },
      ]}
    />
  );
}
