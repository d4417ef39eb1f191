import { categoryWord, difficultyWord, priceWord } from '#frontend/lib/courses/course-words.ts';
import Box from '@mui/material/Box';
import { CREATOR_CATEGORIES, CREATOR_COURSE_LIMITS, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { counterOf, lengthOf, MOST, type CountedField } from './course-form-rules.ts';
import { dollarsOf, isNoPrice, tagsOf, type CourseField, type CourseFormValues } from './course-form-values.ts';
import type { CourseFormState } from './use-course-form.ts';

/** The character counter is shown from this fraction of the limit on. */
const NEAR = 0.8;

/** Returns the character counter near the limit, else the field's help. */
const counted = (field: CountedField, values: CourseFormValues, help?: string): string | undefined =>
  lengthOf(field, values) < MOST[field] * NEAR ? help : counterOf(field, values);

/** The meaning of the price, in words (CRE-22). */
function priceMeaning({ price }: CourseFormValues): string {
  if (isNoPrice(price))
    return t('“{typed}” is not a number, so the course would be free. Enter a price such as {example}.', {
      typed: price.trim(),
      example: '12.50',
    });
  return price.trim() === '' ? t('Empty: free.') : t('Readers pay: {price}', { price: priceWord(dollarsOf(price)) });
}

function tagsMeaning({ tags }: CourseFormValues): string {
  const n = tagsOf(tags).length;
  return n === 0
    ? t('Separated by commas.')
    : t('{n, plural, one {# of up to {most} tags} other {# of up to {most} tags}}, separated by commas.', {
        n,
        most: CREATOR_COURSE_LIMITS.tags,
      });
}

interface CourseFieldsProps {
  readonly form: CourseFormState;
  readonly isDisabled?: boolean;
}

/** A creator's fields of a course (CRE-18, CRE-19), for creating and editing. */
export function CourseFields({ form, isDisabled = false }: CourseFieldsProps) {
  const { values, problems } = form;
  const field = <F extends CourseField>(name: F) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => form.set(name, target.value as CourseFormValues[F]),
    onBlur: () => form.leave(name),
  });
  /** A text field of the creator, with its own text direction unless it is empty. */
  const text = (name: 'title' | 'description' | 'objectives' | 'requirements' | 'tags') => ({
    ...field(name),
    ...(values[name] !== '' && { dir: 'auto' }),
  });
  return (
    <Box component="fieldset" disabled={isDisabled} sx={{ display: 'grid', gap: 2.5, margin: 0, padding: 0, border: 0, minWidth: 0 }}>
      <TextField label={t('Title')} required helper={counted('title', values)} {...text('title')} />
      <TextField
        label={t('Description')}
        required
        multiline
        minRows={4}
        maxRows={16}
        helper={counted('description', values, t('What the course is about, and for whom.'))}
        {...text('description')}
      />
      <Box sx={{ display: 'grid', gap: '20px 24px', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))' }}>
        <SelectField
          label={t('Category')}
          options={[{ value: '', label: t('None') }, ...CREATOR_CATEGORIES.map((value) => ({ value, label: categoryWord(value) }))]}
          {...field('category')}
        />
        <SelectField
          label={t('Difficulty')}
          options={CREATOR_DIFFICULTIES.map((value) => ({ value, label: difficultyWord(value) }))}
          {...field('difficulty')}
        />
        <TextField
          label={t('Price in US dollars')}
          inputMode="decimal"
          autoComplete="off"
          helper={priceMeaning(values)}
          {...field('price')}
        />
        <TextField
          label={t('Estimated hours')}
          inputMode="decimal"
          autoComplete="off"
          helper={t('Time a reader needs for the whole course.')}
          {...field('estimated_hours')}
        />
      </Box>
      <TextField
        label={t('Learning objectives')}
        multiline
        minRows={3}
        maxRows={16}
        helper={counted('objectives', values, t('What readers will be able to do at the end, one per line.'))}
        {...text('objectives')}
      />
      <TextField
        label={t('Requirements')}
        multiline
        minRows={2}
        maxRows={16}
        helper={counted('requirements', values, t('What readers should know or have before.'))}
        {...text('requirements')}
      />
      <TextField label={t('Tags')} autoComplete="off" helper={tagsMeaning(values)} {...text('tags')} />
    </Box>
  );
}
