import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';

type Field = keyof typeof FORM_OPTIONS;

/** Names of options, given per field in the order of the form, separated by bars. @throws when their number differs */
export function termsOf(lists: Partial<Record<Field, string>>): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(lists).map(([field, names]) => {
      const options = FORM_OPTIONS[field as Field];
      const parts = names.split('|');
      if (parts.length !== options.length) throw new Error(`${field}: ${parts.length} names for ${options.length} options: ${names}`);
      return [field, Object.fromEntries(options.map((option, i) => [option, parts[i] as string]))];
    }),
  );
}
