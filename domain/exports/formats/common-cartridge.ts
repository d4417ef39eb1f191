import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { placeQuestions } from '#contract/courses/place-questions.ts';
import { feedbackOf, kindOf, optionsOf, rightIdsOf, type OptionFeedback, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { COURSE_FILE } from '#contract/exports/course-file.ts';
import { chaptersOf, type Chapter } from './chapters.ts';
import { languageOf } from './language.ts';
import { courseFileOf } from './course-zip.ts';
import { byModule, filesOf, packageOf } from './lesson-package.ts';
import type { ExportPicture } from './pictures.ts';
import { escapeXml } from './xhtml.ts';

/** Quizzes, by the name of their lesson's page. */
type Quizzes = ReadonlyMap<string, string>;

/** Chapters are in the order of lessons, after the preface. */
function quizzesOf(course: Course, chapters: readonly Chapter[]): Quizzes {
  const lessons = course.modules.flatMap((module) => module.lessons);
  const inOrder = ({ content, quiz }: Lesson) => placeQuestions(content, quiz, languageOf(course)).inOrder;
  const quizzes = chapters.slice(1).map(({ name, title }, n) => [name, title, inOrder(lessons[n]!)] as const);
  return new Map(quizzes.filter(([, , quiz]) => quiz.length > 0).map(([name, title, quiz]) => [name, qtiOf(`quiz-${name}`, title, quiz)]));
}

function manifest(course: Course, chapters: readonly Chapter[], quizzes: Quizzes, pictures: readonly ExportPicture[]): string {
  const item = (id: string, title: string) =>
    `<item identifier="item-${id}" identifierref="${id}"><title>${escapeXml(title)}</title></item>`;
  const both = ({ name, title }: Chapter) => item(name, title) + (quizzes.has(name) ? item(`quiz-${name}`, title) : '');
  const modules = byModule(chapters).map(({ module, lessons }, index) =>
    module === null
      ? lessons.map(both).join('')
      : `<item identifier="module-${index}"><title>${escapeXml(module)}</title>${lessons.map(both).join('')}</item>`,
  );
  const page = (chapter: Chapter) => {
    const files = filesOf(chapter, pictures).map((href) => `<file href="${href}"/>`);
    return `<resource identifier="${chapter.name}" type="webcontent" href="${chapter.name}.html">${files.join('')}</resource>`;
  };
  const quiz = (name: string) =>
    `<resource identifier="quiz-${name}" type="imsqti_xmlv1p2/imscc_xmlv1p3/assessment"><file href="quizzes/${name}.xml"/></resource>`;
  const data = `<resource identifier="course-data" type="webcontent" href="${COURSE_FILE}"><file href="${COURSE_FILE}"/></resource>`;
  const title = `<lomimscc:title><lomimscc:string language="${languageOf(course)}">${escapeXml(course.title)}</lomimscc:string></lomimscc:title>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="course-${course.course_id}" xmlns="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1" xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest">
<metadata><schema>IMS Common Cartridge</schema><schemaversion>1.3.0</schemaversion><lomimscc:lom><lomimscc:general>${title}</lomimscc:general></lomimscc:lom></metadata>
<organizations><organization identifier="course" structure="rooted-hierarchy"><item identifier="root">${modules.join('')}</item></organization></organizations>
<resources>${chapters.map(page).join('')}${[...quizzes.keys()].map(quiz).join('')}${data}</resources>
</manifest>
`;
}

/**
 * Returns the course as a Common Cartridge (1.3): a page per lesson, a QTI assessment for its quiz, and the file that our import reads, so
 * that nothing is lost when it is imported again.
 * @param course as pages can show it
 * @param given `original`: the unchanged course; `seal` of its content (`sealOf`)
 */
export function commonCartridgeOf(
  course: Course,
  pictures: readonly ExportPicture[],
  { original, seal }: { readonly original: Course; readonly seal?: string | undefined },
): Uint8Array {
  const chapters = chaptersOf(course);
  const quizzes = quizzesOf(original, chapters);
  return packageOf(course, pictures, {
    'imsmanifest.xml': manifest(course, chapters, quizzes, pictures),
    [COURSE_FILE]: courseFileOf(original, pictures, seal),
    ...Object.fromEntries([...quizzes].map(([name, xml]) => [`quizzes/${name}.xml`, xml])),
  });
}

/**
 * The question profiles of QTI 1.2 in Common Cartridge. It has none for ordering, so such a question becomes an essay, like a short text.
 */
const PROFILES = {
  single: 'cc.multiple_choice.v0p1',
  true_false: 'cc.true_false.v0p1',
  multiple: 'cc.multiple_response.v0p1',
  order: 'cc.essay.v0p1',
  short: 'cc.essay.v0p1',
} as const;

/**
 * Returns a question's kind in Common Cartridge. A single choice needs three options there; with fewer, it becomes a multiple choice, which
 * needs only two.
 */
function kindThere(item: QuizItem): keyof typeof PROFILES {
  const kind = kindOf(item);
  return kind === 'single' && optionsOf(item).length < 3 ? 'multiple' : kind;
}

const material = (text: string): string => `<material><mattext texttype="text/plain">${escapeXml(text)}</mattext></material>`;
const field = (label: string, entry: string): string =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`;

function itemOf(item: QuizItem, number: number): string {
  const kind = kindThere(item);
  const isChoice = kind !== 'order' && kind !== 'short';
  const scored = isChoice ? '' : field('qmd_computerscored', 'No');
  const head = `<itemmetadata><qtimetadata>${field('cc_profile', PROFILES[kind])}${scored}</qtimetadata></itemmetadata>`;
  const explanation = material(item.explanation);
  const feedback = isChoice
    ? `<itemfeedback ident="explanation">${explanation}</itemfeedback>`
    : `<itemfeedback ident="solution"><solution><solutionmaterial>${explanation}</solutionmaterial></solution></itemfeedback>`;
  const told = feedbackOf(item).map((one) => `<itemfeedback ident="${toldOf(item, one)}">${material(one.text)}</itemfeedback>`);
  const listed = kind === 'order' ? optionsOf(item).map(({ text }) => `\n- ${text}`) : [];
  const question = material([item.question, ...listed].join(''));
  const answer = isChoice ? choiceOf(item) : '<response_str ident="answer" rcardinality="Single"><render_fib/></response_str>';
  return `<item ident="question-${number}">${head}<presentation>${question}${answer}</presentation>${isChoice ? scoringOf(item) : ''}${item.explanation ? feedback : ''}${isChoice ? told.join('') : ''}</item>`;
}

/** Returns new ids for options: an ident must be an XML name, and learning systems tell true (which comes first) from false by theirs. */
const identOf = (item: QuizItem, n: number): string => (kindOf(item) === 'true_false' ? (n === 0 ? 'true' : 'false') : `option-${n + 1}`);

/** Returns the ident of a wrong option's feedback. */
const toldOf = (item: QuizItem, { option_id: of }: OptionFeedback): string => `${placeOf(item, of)}_fb`;
const placeOf = (item: QuizItem, option: string): string =>
  identOf(
    item,
    optionsOf(item).findIndex(({ id }) => id === option),
  );

function choiceOf(item: QuizItem): string {
  const labels = optionsOf(item).map(({ text }, n) => `<response_label ident="${identOf(item, n)}">${material(text)}</response_label>`);
  const cardinality = kindThere(item) === 'multiple' ? 'Multiple' : 'Single';
  return `<response_lid ident="answer" rcardinality="${cardinality}"><render_choice>${labels.join('')}</render_choice></response_lid>`;
}

function scoringOf(item: QuizItem): string {
  const right = new Set(rightIdsOf(item));
  const isMultiple = kindThere(item) === 'multiple';
  const equals = (n: number) => `<varequal respident="answer">${identOf(item, n)}</varequal>`;
  const chosen = optionsOf(item).flatMap(({ id }, n) => (right.has(id) ? [equals(n)] : isMultiple ? [`<not>${equals(n)}</not>`] : []));
  const condition = isMultiple ? `<and>${chosen.join('')}</and>` : chosen.join('');
  const shown = item.explanation ? '<displayfeedback feedbacktype="Response" linkrefid="explanation"/>' : '';
  const outcomes = '<outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>';
  // shown first and for any choice: feedback on a wrong option does not reveal the right one
  const told = feedbackOf(item).map(
    (one) =>
      `<respcondition continue="Yes"><conditionvar><varequal respident="answer">${placeOf(item, one.option_id)}</varequal></conditionvar><displayfeedback feedbacktype="Response" linkrefid="${toldOf(item, one)}"/></respcondition>`,
  );
  return `<resprocessing>${outcomes}${told.join('')}<respcondition continue="No"><conditionvar>${condition}</conditionvar><setvar action="Set" varname="SCORE">100</setvar>${shown}</respcondition></resprocessing>`;
}

/** Returns a quiz as an assessment of QTI 1.2, in the profile of Common Cartridge. */
export const qtiOf = (name: string, title: string, quiz: readonly QuizItem[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
<assessment ident="${name}" title="${escapeXml(title)}"><qtimetadata>${field('cc_profile', 'cc.exam.v0p1')}${field('qmd_assessmenttype', 'Examination')}</qtimetadata>
<section ident="questions">${quiz.map((item, n) => itemOf(item, n + 1)).join('\n')}</section></assessment>
</questestinterop>
`;
