import { categoryWord, difficultyWord, priceWord } from '#frontend/lib/courses/course-words.ts';
import { styled } from '@mui/material/styles';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { formatDollars, formatList, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { FONTS } from '#frontend/theme/tokens.ts';
import { completionWord, hoursWord, ratingWord, statusWord } from './course-words.ts';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '36px 56px',
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 40rem) minmax(14rem, 1fr)' },
}));
/** Plain text as typed: line breaks stay, and it has its own direction. */
const Text = styled('p')({
  margin: 0,
  paddingBlockStart: 12,
  fontFamily: FONTS.reading,
  lineHeight: 1.65,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
});
const Facts = styled('dl')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 16px',
    paddingBlock: 6,
    borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));

function FactList({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <Facts>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi dir="auto">{value}</bdi>
          </dd>
        </div>
      ))}
    </Facts>
  );
}

/** A course as its readers will see it, and beside it details that only its creator sees. */
export function CourseReading({ course }: { readonly course: CreatorCourse }) {
  const { description, objectives, prerequisites, tags, category, duration } = course;
  return (
    <Columns>
      <div>
        <Part title={t('About the course')} text={description} />
        {objectives !== '' && <Part title={t('What you will learn')} text={objectives} />}
        {prerequisites !== '' && <Part title={t('What you need before')} text={prerequisites} />}
      </div>
      <div>
        <RuledSection title={t('At a glance')}>
          <FactList
            facts={[
              [t('Price'), priceWord(course.price)],
              [t('Difficulty'), difficultyWord(course.difficulty)],
              ...(duration === null ? [] : [[t('Duration'), hoursWord(duration)] as const]),
              ...(category === null ? [] : [[t('Category'), categoryWord(category)] as const]),
              ...(tags.length === 0 ? [] : [[t('Tags'), formatList(tags)] as const]),
            ]}
          />
        </RuledSection>
        <RuledSection title={t('Only you see this')}>
          <FactList
            facts={[
              [t('Status'), statusWord(course.status)],
              [t('Students'), formatNumber(course.students)],
              [t('Revenue'), formatDollars(course.revenue)],
              [t('Rating'), ratingWord(course)],
              [t('Completion'), completionWord(course)],
            ]}
          />
        </RuledSection>
      </div>
    </Columns>
  );
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <RuledSection title={title}>
      <Text dir="auto">{text}</Text>
    </RuledSection>
  );
}
