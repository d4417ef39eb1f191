import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { useProblem, useValues, type CourseFormState } from './form-state.ts';
import type { FormValues } from './form-values.ts';

/**
 * Beginnings of words, in the interface's languages, of subjects whose rules, prices and authorities differ by country. A word too many costs
 * a learner a glance at an optional field, a missing one a course on the rules of somewhere else.
 */
const DIFFERS_BY_COUNTRY = [
  'laws?(?!\\p{L}) legal lawyer lawsuit court contracts?(?!\\p{L}) inherit(?!ance) inheritance probate tenan landlord rent(?:al|ing)?(?!\\p{L}) lease employment',
  'labou?r visa immigra citizen asylum divorce custody copyright trademark patent privacy gdpr tax vat(?!\\p{L}) payroll invoic bookkeep',
  'accounting accountant audit annual-report balance-sheet pension retire insur mortgage loan credit debt banking invest savings budget',
  'shares stock-market licen[cs]e permit driving traffic wiring electrician building-code health medic nurs pharma drug dos(?:e|age)',
  'vaccin first-aid emergenc pregnan therap social-security election voting constitution police firearm drone freelanc self-employ',
  'ley(?:es)?(?!\\p{L}) derecho legal abogad contrato herencia alquil inquilin arrend laboral visado inmigra ciudadan asilo divorcio custodia patente',
  'privacidad impuest iva(?!\\p{L}) fiscal nómina factur contab auditor pensi[oó]n jubila segur[oa]s? hipoteca pr[eé]stamo cr[eé]dito deuda banca',
  'inversi inverti ahorr bolsa licencia permiso conducir tráfico instalación-eléctrica salud m[eé]dic enfermer farmac dosis vacun primeros-auxilios',
  'urgencia embaraz terapia elecci constituci policía aut[oó]nomo',
  '(?:ال)?قانون (?:ال)?ضر[اي] (?:ال)?عقد (?:ال)?عقود (?:ال)?ميراث (?:ال)?إيجار (?:ال)?تأشير (?:ال)?هجرة (?:ال)?محاسب (?:ال)?تأمين (?:ال)?تقاعد (?:ال)?استثمار (?:ال)?ادخار',
  '(?:ال)?قرض (?:ال)?رهن (?:ال)?بنوك (?:ال)?صح[ةي] (?:ال)?طب (?:ال)?تمريض (?:ال)?دواء (?:ال)?أدوية (?:ال)?إسعاف (?:ال)?لقاح (?:ال)?قيادة (?:ال)?انتخاب (?:ال)?دستور',
]
  .join(' ')
  .replaceAll(' ', '|')
  .replaceAll('-', '[ -]');
const MATCH = new RegExp(`(?<![\\p{L}\\p{N}])(?:${DIFFERS_BY_COUNTRY})`, 'iu');
const FOCUSES: readonly string[] = ['finance', 'healthcare'];

/** Tells whether a course on this subject should know whose rules it teaches: law, money, health and what is licensed. */
const differsByCountry = ({ topic, learning_goals: goals, industry_focus: focus }: FormValues): boolean =>
  MATCH.test(`${topic}\n${goals}`) || FOCUSES.includes(focus);

/** Asks whose rules the course follows, where the topic needs it or an answer stands already. Optional. Loads after the form. */
export default function CountryField({ form }: { readonly form: CourseFormState }) {
  const values = useValues(form);
  const error = useProblem(form, 'country');
  if (values.country === '' && !differsByCountry(values)) return null;
  return (
    <TextField
      name="country"
      label={t('Country or edition (optional)')}
      value={values.country}
      error={error}
      onChange={({ target }) => form.set('country', target.value)}
      maxLength={FORM_LIMITS.country}
      autoComplete="off"
      helper={t('Rules, prices and authorities differ: whose should the course teach?')}
    />
  );
}
