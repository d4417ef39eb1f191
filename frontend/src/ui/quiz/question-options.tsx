import { useId } from 'react';
import { styled } from '@mui/material/styles';
import type { QuestionKind } from '#contract/courses/quiz.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { OrderOptions } from './order-options.tsx';

const Option = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 12,
  clear: 'both',
  paddingBlock: 8,
  cursor: 'pointer',
  '& input': { flex: 'none', width: 18, height: 18, margin: 0, translate: '0 3px', accentColor: theme.vars.palette.primary.main },
}));

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
  return options.map(({ id, text }) => (
    <Option key={id}>
      <input
        type={isSeveral ? 'checkbox' : 'radio'}
        name={name}
        value={id}
        checked={chosen.includes(id)}
        onChange={() => onChoose(isSeveral ? toggle(id) : [id])}
      />
      {/* In its own direction, but beside its button: only inline content aligns with the edge of its surroundings. */}
      <span>
        <span {...language}>{isolateLatinTerms(text, language.dir)}</span>
      </span>
    </Option>
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
