import { useId } from 'react';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import type { QuestionKind } from '#contract/courses/quiz.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { OrderOptions } from './order-options.tsx';

export interface ShownOption {
  readonly id: string;
  readonly text: string;
}

interface QuestionOptionsProps {
  readonly kind: QuestionKind;
  readonly options: readonly ShownOption[];
  /** The chosen ids, in their order; for an ordering question empty until something was moved. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly language: TextLanguage;
  readonly isDisabled?: boolean;
}

/** The answer controls of a question: single choice, multiple choice, or ordering. */
export function QuestionOptions({ kind, options, chosen, onChoose, language, isDisabled = false }: QuestionOptionsProps) {
  const name = useId();
  if (kind === 'order') return <OrderOptions {...{ options, chosen, onChoose, language, isDisabled }} />;
  const isSeveral = kind === 'multiple';
  const toggle = (id: string) => (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const Mark = isSeveral ? Checkbox : Radio;
  return options.map(({ id, text }) => (
    <FormControlLabel
      key={id}
      value={id}
      control={<Mark name={name} checked={chosen.includes(id)} onChange={() => onChoose(isSeveral ? toggle(id) : [id])} />}
      // In its own direction, but beside its button: only inline content aligns with the edge of its surroundings.
      label={<span {...language}>{isolateLatinTerms(text, language.dir)}</span>}
      sx={{ display: 'flex', clear: 'both' }}
    />
  ));
}

interface RightOptionsProps {
  readonly kind: QuestionKind;
  readonly options: readonly ShownOption[];
  readonly rightIds: readonly string[];
  readonly language: TextLanguage;
}

/** The right options as text: one option inline, several as a list. */
export function RightOptions({ kind, options, rightIds, language }: RightOptionsProps) {
  const texts = rightIds.map((right) => isolateLatinTerms(options.find(({ id }) => id === right)?.text ?? '', language.dir));
  if (texts.length === 1) return <span {...language}>{texts[0]}</span>;
  const List = kind === 'order' ? 'ol' : 'ul';
  return (
    <List {...language}>
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </List>
  );
}
