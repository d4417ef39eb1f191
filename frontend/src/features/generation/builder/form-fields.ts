import { engineOf, SERVICES } from '#contract/platform/ai-services.ts';
import { isDemo } from '#frontend/lib/service-names.ts';
import { VENDOR_NAMES } from '#contract/platform/service-names.ts';
import { lookup } from '#contract/platform/lookup.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { FieldName } from './form-values.ts';

type FieldKind = 'select' | 'text' | 'checks' | 'switch';

export interface FieldSpec {
  readonly name: FieldName;
  readonly label: string;
  readonly kind: FieldKind;
  readonly hint?: string;
}

export interface SectionSpec {
  readonly title: string;
  readonly fields: readonly FieldSpec[];
}

/** The most used choices, always visible. */
export const MAIN_CHOICES: readonly FieldSpec[] = [
  { name: 'difficulty', label: 'Difficulty', kind: 'select' },
  { name: 'duration', label: 'Duration', kind: 'select' },
  { name: 'language_preference', label: 'Language', kind: 'select' },
];

/** Whether writing waits for approval of the outline. */
export const START_CHOICE: FieldSpec = {
  name: 'review_outline',
  label: 'Let me check the outline first',
  kind: 'switch',
  hint: 'Writing waits until you have accepted it.',
};

/** The API also accepts the mentor's names for options (G31). */
const ALIASES: readonly string[] = SERVICES.map(engineOf).filter((engine) => !Object.hasOwn(VENDOR_NAMES, engine));

/** All other fields, folded by section (BLD-01). */
export const SECTIONS: readonly SectionSpec[] = [
  {
    title: 'Learner',
    fields: [
      { name: 'current_knowledge', label: 'Current knowledge', kind: 'select' },
      { name: 'career_level', label: 'Career level', kind: 'select' },
      { name: 'industry_focus', label: 'Industry', kind: 'select' },
      { name: 'motivation_level', label: 'Motivation', kind: 'select' },
      { name: 'accessibility_options', label: 'Accessibility needs', kind: 'checks' },
    ],
  },
  {
    title: 'Style',
    fields: [
      { name: 'learning_style', label: 'Learning style', kind: 'select' },
      { name: 'teaching_style', label: 'Teaching style', kind: 'select' },
      { name: 'course_format', label: 'Course format', kind: 'select' },
      { name: 'interactive_elements', label: 'Interactive elements', kind: 'select' },
      { name: 'assessment_type', label: 'Assessment', kind: 'select' },
      { name: 'video_preferences', label: 'Multimedia', kind: 'select' },
    ],
  },
  {
    title: 'Depth',
    fields: [
      { name: 'content_depth', label: 'Content depth', kind: 'select' },
      { name: 'academic_framework', label: 'Academic framework', kind: 'select' },
    ],
  },
  {
    title: 'Goals and sources',
    fields: [
      { name: 'specific_skills', label: 'Skills to gain', kind: 'text' },
      { name: 'real_world_applications', label: 'Where you will use it', kind: 'text' },
      { name: 'success_metrics', label: 'How success is measured', kind: 'text' },
      { name: 'expert_sources', label: 'Sources to draw on', kind: 'text', hint: 'Authors, books or organisations you trust.' },
    ],
  },
  {
    title: 'AI services and extras',
    fields: [
      {
        name: 'ai_model_preference',
        label: 'Preferred AI service',
        kind: 'select',
        hint: 'Every available service plays a part, and your preferred service leads.',
      },
      { name: 'multimodal_content', label: 'Mixed media in lessons', kind: 'switch' },
      { name: 'peer_collaboration', label: 'Work with other learners', kind: 'switch' },
      { name: 'mentor_integration', label: 'Questions for a mentor', kind: 'switch' },
      { name: 'certification_level', label: 'Prepare for a certificate', kind: 'switch' },
      { name: 'portfolio_development', label: 'Build a portfolio', kind: 'switch' },
      { name: 'industry_validation', label: 'Check against industry practice', kind: 'switch' },
    ],
  },
];

/** Returns the fields of a section that the installation offers: none to choose a service where none is connected. */
export const offeredIn = ({ fields }: SectionSpec): readonly FieldSpec[] =>
  isDemo() ? fields.filter(({ name }) => name !== 'ai_model_preference') : fields;

type OptionField = keyof typeof FORM_OPTIONS;
export const optionsOf = (name: FieldName): readonly string[] =>
  (FORM_OPTIONS[name as OptionField] ?? []).filter((value) => !ALIASES.includes(value));

const SPELT: Readonly<Record<string, string>> = lookup({
  'mit-innovation': 'MIT innovation',
  'ivy-league': 'Ivy League',
  'self-paced': 'Self-paced',
  'custom-paced': 'Custom-paced',
  'self-assessment': 'Self-assessment',
  'text-only': 'Text only',
  'case-study': 'Case study',
  ...VENDOR_NAMES,
  'project-based': 'Project-based',
  'screen-reader': 'Screen reader',
  'dyslexia-friendly': 'Dyslexia-friendly',
  'world-class': 'World-class',
  'yale-liberal': 'Yale liberal arts',
  auto: 'No preference',
  '': 'None',
  'wharton-quantitative': 'Wharton quantitative',
});

/** The displayed name of an option: `case-studies` → `Case studies`. */
export const optionCaption = (value: string): string => SPELT[value] ?? value.charAt(0).toUpperCase() + value.slice(1).replaceAll('-', ' ');
