import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import type { Grade, WordsAnswer } from '#contract/practice/words.contract.ts';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { CheckIcon, CloseIcon } from '#frontend/ui/icons.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

const Quiet = (props: TypographyProps) => <Typography component="span" variant="body2" color="textSecondary" {...props} />;

/** The grade of an answer with its rubric; for a contested one both grades, and which counts. */
export function WordsGrade({ answer, language }: { readonly answer: WordsAnswer; readonly language: TextLanguage }) {
  const { grade, second, explanation } = answer;
  const isSandbox = useIsSandboxAi();
  if (grade === null) return null;
  return (
    <Stack sx={{ gap: 2 }}>
      {second !== null && <OneGrade grade={second} title={t('Second opinion, which counts:')} language={language} />}
      <OneGrade grade={grade} title={second === null ? null : t('First grade:')} language={language} />
      {isSandbox && <Quiet>{t('Sandbox AI only compares words: do not take this grade for a judgement.')}</Quiet>}
      {explanation !== '' && (
        <Typography variant="body2">
          <strong>{t('A full answer')}</strong>{' '}
          <span {...language}>
            <FormulaText text={explanation} dir={language.dir} />
          </span>
        </Typography>
      )}
    </Stack>
  );
}

function OneGrade({ grade, title, language }: { readonly grade: Grade; readonly title: string | null; readonly language: TextLanguage }) {
  const met = grade.points.filter(({ is_met: isMet }) => isMet).length;
  return (
    <Alert severity={grade.is_right ? 'success' : 'error'} role="note">
      {title !== null && `${title} `}
      <strong>{grade.is_right ? t('Right.') : t('Not quite.')}</strong>{' '}
      {t('{met} of {total} points, graded by {service}.', {
        met: formatNumber(met),
        total: formatNumber(grade.points.length),
        service: SERVICE_NAMES[grade.service],
      })}
      <Stack component="ul" sx={{ listStyle: 'none', margin: 0, marginBlock: 1, padding: 0, gap: 0.75 }}>
        {grade.points.map(({ point, is_met: isMet, reason }, index) => (
          <Stack component="li" direction="row" key={index} sx={{ gap: 1 }}>
            {isMet ? <CheckIcon fontSize="small" color="success" aria-hidden /> : <CloseIcon fontSize="small" color="error" aria-hidden />}
            <span>
              <VisuallyHidden>{isMet ? t('Met:') : t('Missing:')} </VisuallyHidden>
              <span {...language}>
                <FormulaText text={point} dir={language.dir} />
              </span>
              <Quiet {...language} sx={{ display: 'block' }}>
                <FormulaText text={reason} dir={language.dir} />
              </Quiet>
            </span>
          </Stack>
        ))}
      </Stack>
      <div {...language}>
        <FormulaText text={grade.feedback} dir={language.dir} />
      </div>
    </Alert>
  );
}
