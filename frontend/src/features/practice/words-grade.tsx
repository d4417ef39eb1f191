import CrossIcon from '@mui/icons-material/CloseOutlined';
import CheckIcon from '@mui/icons-material/CheckOutlined';
import { styled } from '@mui/material/styles';
import type { Grade, WordsAnswer } from '#contract/practice/words.contract.ts';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

const Feedback = styled('div')(({ theme }) => ({
  paddingInlineStart: 16,
  borderInlineStart: `3px solid ${theme.vars.palette.success.main}`,
  '&[data-right="no"]': { borderColor: theme.vars.palette.error.main },
  '& p': { margin: '0 0 8px' },
  '& ul': { listStyle: 'none', margin: '0 0 8px', padding: 0, display: 'grid', gap: 6 },
  '& li': { display: 'flex', gap: 8, '& svg': { flex: 'none', marginBlockStart: 2 } },
}));
const Reason = styled('span')(({ theme }) => ({ ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary }));
const Lines = styled('div')({ display: 'grid', gap: 16 });

/** The grade of an answer with its rubric; for a contested one both grades, and which counts. */
export function WordsGrade({ answer, language }: { readonly answer: WordsAnswer; readonly language: TextLanguage }) {
  const { grade, second, explanation } = answer;
  const isSandbox = useIsSandboxAi();
  if (grade === null) return null;
  return (
    <Lines>
      {second !== null && <OneGrade grade={second} title={t('Second opinion, which counts:')} language={language} />}
      <OneGrade grade={grade} title={second === null ? null : t('First grade:')} language={language} />
      {isSandbox && <Reason>{t('Sandbox AI only compares words: do not take this grade for a judgement.')}</Reason>}
      {explanation !== '' && (
        <p>
          <strong>{t('A full answer')}</strong> <span {...language}>{isolateLatinTerms(explanation, language.dir)}</span>
        </p>
      )}
    </Lines>
  );
}

function OneGrade({ grade, title, language }: { readonly grade: Grade; readonly title: string | null; readonly language: TextLanguage }) {
  const met = grade.points.filter(({ is_met: isMet }) => isMet).length;
  return (
    <Feedback data-right={grade.is_right ? 'yes' : 'no'}>
      <p>
        {title !== null && `${title} `}
        <strong>{grade.is_right ? t('Right.') : t('Not quite.')}</strong>{' '}
        {t('{met} of {total} points, graded by {service}.', {
          met: formatNumber(met),
          total: formatNumber(grade.points.length),
          service: SERVICE_NAMES[grade.service],
        })}
      </p>
      <ul>
        {grade.points.map(({ point, is_met: isMet, reason }, index) => (
          <li key={index}>
            {isMet ? <CheckIcon fontSize="small" color="success" aria-hidden /> : <CrossIcon fontSize="small" color="error" aria-hidden />}
            <span>
              <VisuallyHidden>{isMet ? t('Met:') : t('Missing:')} </VisuallyHidden>
              <span {...language}>{isolateLatinTerms(point, language.dir)}</span>
              <Reason {...language}>{isolateLatinTerms(reason, language.dir)}</Reason>
            </span>
          </li>
        ))}
      </ul>
      <p {...language}>{isolateLatinTerms(grade.feedback, language.dir)}</p>
    </Feedback>
  );
}
