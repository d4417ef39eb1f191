import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';
import { useValues, type CourseFormState } from './form-state.ts';
import type { FormValues } from './form-values.ts';

/** Documents that people learn from, in the interface's languages. */
const DOCUMENTS = {
  en: 'annual-report report contract agreement lease textbook book chapter syllabus curriculum manual handbook article paper thesis policy statute prospectus guideline datasheet specification slides lecture-notes script minutes',
  es: 'informe memoria-anual contrato acuerdo convenio libro cap[ií]tulo temario manual gu[ií]a art[ií]culo tesis reglamento normativa folleto diapositivas apuntes gui[oó]n actas?',
  ar: 'تقرير تقارير عقد عقود كتاب كتب منهج منهاج مقرر دليل مقال مقالة رسالة مذكرة لائحة شرائح محاضر',
} as const;
/** Words before a document that say which one it is, or that it is read: a report that is to be written is no source. */
const BEFORE = {
  en: "my our this these the (?:an?(?!\\p{L})[^.\\n]{0,30}['’]s) read(?:ing)? understand(?:ing)? stud(?:y|ying) analy[sz](?:e|ing) interpret(?:ing)? summari[sz](?:e|ing) explain(?:ing)? from",
  es: 'mis? nuestr[oa]s? est[eao]s? el la l[oa]s leer lectura-de entender comprender estudiar analizar interpretar resumir explicar seg[uú]n',
  ar: 'هذا هذه قراءة فهم دراسة تحليل شرح تلخيص اقرأ أقرأ من',
} as const;
const WRITTEN = /(?<!\p{L})(?:writ(?:e|ing)|draft(?:ing)?|escribir|redactar|كتابة|صياغة)(?!\p{L})/iu;

const oneOf = (words: string) => `(?:${words.replaceAll(/ (?![^(]*\))/g, '|').replaceAll('-', '[ -]')})`;
const MATCHES = [
  new RegExp(
    `(?<!\\p{L})${oneOf(BEFORE.en)}(?:[^\\p{L}\\n.]+[\\p{L}\\p{N}'’-]+){0,4}?[^\\p{L}\\n.]+${oneOf(DOCUMENTS.en)}s?(?!\\p{L})`,
    'iu',
  ),
  new RegExp(
    `(?<!\\p{L})${oneOf(BEFORE.es)}(?:[^\\p{L}\\n.]+[\\p{L}\\p{N}]+){0,3}?[^\\p{L}\\n.]+${oneOf(DOCUMENTS.es)}(?:e?s)?(?!\\p{L})`,
    'iu',
  ),
  new RegExp(`(?<!\\p{L})${oneOf(BEFORE.ar)}(?:\\s+[\\p{L}\\p{M}]+){0,3}?\\s+(?:ال)?${oneOf(DOCUMENTS.ar)}(?:ي|نا|ها|ه)?(?!\\p{L})`, 'u'),
  new RegExp(`(?<!\\p{L})${oneOf(DOCUMENTS.ar)}(?:ي|نا)(?!\\p{L})`, 'u'),
];

/** Tells whether a topic or its goals name a document that the learner probably has: a report, a contract, a book, a syllabus. */
const namesDocument = ({ topic, learning_goals: goals }: FormValues): boolean =>
  [topic, ...goals.split(/[.\n]/)].some((line) => !WRITTEN.test(line) && MATCHES.some((match) => match.test(line)));

/** Offers to write the course from a document that its topic or goals name, until a source is chosen. Loads after the form. */
export default function SourceOffer({ form }: { readonly form: CourseFormState }) {
  const values = useValues(form);
  if (values.source_ids.length > 0 || !namesDocument(values)) return null;
  return (
    <Alert
      severity="info"
      action={
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          onClick={({ currentTarget }) => {
            // the sources stand further down in the same form
            const files = currentTarget.form?.querySelector<HTMLInputElement>('input[type="file"]');
            files?.closest('section')?.scrollIntoView({ block: 'center' });
            files?.click();
          }}
        >
          {t('Add the document')}
        </Button>
      }
    >
      {t('Do you have the document? The course can be written from it, and each lesson names the passages it is based on.')}
    </Alert>
  );
}
