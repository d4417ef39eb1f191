import type { ReactNode } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { RightOptions } from '#frontend/ui/quiz/question-options.tsx';

interface AskedQuestionProps {
  readonly question: string;
  /** Its number, if several questions are shown together. */
  readonly number?: number;
  readonly language: TextLanguage;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** A question with its answer controls. */
export function AskedQuestion({ question, number, language, isDisabled, children }: AskedQuestionProps) {
  return (
    <Box component="fieldset" disabled={isDisabled} sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ padding: 0, marginBlockEnd: 1 }}>
        <span {...language}>
          {number !== undefined && `${number}. `}
          <FormulaText text={question} dir={language.dir} />
        </span>
      </Typography>
      {children}
    </Box>
  );
}

interface MarkedProps extends Omit<Parameters<typeof RightOptions>[0], 'rightIds'> {
  readonly mark: { readonly is_right: boolean; readonly right_ids: readonly string[]; readonly explanation: string };
}

/** Whether an answer was right, the right answer, and an explanation. */
export function Marked({ mark, language, ...question }: MarkedProps) {
  return (
    <Alert severity={mark.is_right ? 'success' : 'error'} role="note">
      <strong>{mark.is_right ? t('Right.') : t('Not quite. The answer is:')}</strong>{' '}
      {!mark.is_right && <RightOptions {...question} rightIds={mark.right_ids} language={language} />}
      <div>
        <span {...language}>
          <FormulaText text={mark.explanation} dir={language.dir} />
        </span>
      </div>
    </Alert>
  );
}
