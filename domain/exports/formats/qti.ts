import { kindOf, optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { escapeXml } from './xhtml.ts';

/** Profiles of QTI 1.2 in Common Cartridge. It has none for putting in order: that is answered in words, like a short text. */
const PROFILES = {
  single: 'cc.multiple_choice.v0p1',
  true_false: 'cc.true_false.v0p1',
  multiple: 'cc.multiple_response.v0p1',
  order: 'cc.essay.v0p1',
  short: 'cc.essay.v0p1',
} as const;

const material = (text: string): string => `<material><mattext texttype="text/plain">${escapeXml(text)}</mattext></material>`;
const field = (label: string, entry: string): string =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`;

function itemOf(item: QuizItem, number: number): string {
  const kind = kindOf(item);
  const head = `<itemmetadata><qtimetadata>${field('cc_profile', PROFILES[kind])}</qtimetadata></itemmetadata>`;
  const feedback = `<itemfeedback ident="explanation"><material><mattext texttype="text/plain">${escapeXml(item.explanation)}</mattext></material></itemfeedback>`;
  const isChoice = kind !== 'order' && kind !== 'short';
  const listed = kind === 'order' ? optionsOf(item).map(({ text }) => `\n- ${text}`) : [];
  const question = material([item.question, ...listed].join(''));
  const answer = isChoice ? choiceOf(item) : '<response_str ident="answer" rcardinality="Single"><render_fib/></response_str>';
  return `<item ident="question-${number}">${head}<presentation>${question}${answer}</presentation>${isChoice ? scoringOf(item) : ''}${item.explanation ? feedback : ''}</item>`;
}

/** Ids of options are given anew: an ident must be a name in XML. */
function choiceOf(item: QuizItem): string {
  const labels = optionsOf(item).map(({ text }, n) => `<response_label ident="option-${n + 1}">${material(text)}</response_label>`);
  const cardinality = kindOf(item) === 'multiple' ? 'Multiple' : 'Single';
  return `<response_lid ident="answer" rcardinality="${cardinality}"><render_choice>${labels.join('')}</render_choice></response_lid>`;
}

function scoringOf(item: QuizItem): string {
  const right = new Set(rightIdsOf(item));
  const equals = (n: number) => `<varequal respident="answer">option-${n + 1}</varequal>`;
  const chosen = optionsOf(item).flatMap(({ id }, n) =>
    right.has(id) ? [equals(n)] : kindOf(item) === 'multiple' ? [`<not>${equals(n)}</not>`] : [],
  );
  const condition = kindOf(item) === 'multiple' ? `<and>${chosen.join('')}</and>` : chosen.join('');
  const shown = item.explanation ? '<displayfeedback feedbacktype="Response" linkrefid="explanation"/>' : '';
  const outcomes = '<outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>';
  return `<resprocessing>${outcomes}<respcondition continue="No"><conditionvar>${condition}</conditionvar><setvar action="Set" varname="SCORE">100</setvar>${shown}</respcondition></resprocessing>`;
}

/** Returns a quiz as an assessment of QTI 1.2, in the profile of Common Cartridge. */
export const qtiOf = (name: string, title: string, quiz: readonly QuizItem[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
<assessment ident="${name}" title="${escapeXml(title)}"><qtimetadata>${field('cc_profile', 'cc.exam.v0p1')}${field('qmd_assessmenttype', 'Examination')}</qtimetadata>
<section ident="questions">${quiz.map((item, n) => itemOf(item, n + 1)).join('\n')}</section></assessment>
</questestinterop>
`;
