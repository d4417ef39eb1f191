import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MARKET_WORDS } from '#contract/market/market-words.ts';
import type { Listing, MarketCourse, Rating as RatingOfCourse } from '#contract/market/market.contract.ts';
import { languageAttributes, type TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { categoryWord, difficultyWord, languageWord, lessonsText, priceWord } from '#frontend/lib/courses/course-words.ts';
import { marketPictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatDate, formatDuration } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { ScheduleIcon, SignalCellularAltIcon, TranslateIcon } from '#frontend/ui/feature-icons.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { MenuBookIcon } from '#frontend/ui/icons.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { AnswerForm } from '#frontend/ui/fields/answer-form.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { PictureBox } from '#frontend/ui/picture-box.tsx';
import { PointList } from '#frontend/ui/point-list.tsx';
import { Quotation } from '#frontend/ui/quotation.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { factsOf, studentsWord } from './market-words.ts';
import { useRatingAnswer } from './market-queries.ts';
import { AverageStars, GivenStars } from './stars.tsx';

interface MarketCardProps {
  readonly course: Listing;
  /** Level of its heading on the screen. */
  readonly heading?: 'h2' | 'h3';
  /** Only shown, without a link, as to its creator before publication. */
  readonly isPreview?: boolean;
  /** It stands under its creator's name. */
  readonly isOfCreator?: boolean;
}

/** A course on the market's shelf. */
export function MarketCard({ course, heading = 'h2', isPreview = false, isOfCreator = false }: MarketCardProps) {
  const { id, title, language, category, cover } = course;
  return (
    <CourseCard
      course={{ title, language, category, picture: cover && marketPictureOf(id, cover, 'small') }}
      {...(!isPreview && { to: `/market/${id}` })}
      heading={heading}
      line={
        <MetaLine
          facts={[
            !isOfCreator && (
              <bdi key="creator" dir="auto">
                {course.creator.name}
              </bdi>
            ),
            ...factsOf(course),
          ]}
        />
      }
      facts={[
        <AverageStars key="stars" rated={course} />,
        studentsWord(course.students),
        <Typography key="price" component="span" variant="h6" color="textPrimary">
          {priceWord(course.price)}
        </Typography>,
      ]}
    />
  );
}

interface MarketCourseTextProps {
  readonly course: MarketCourse;
  /** The reader is the course's creator, who can answer ratings. */
  readonly isCreator: boolean;
  /** Shown below the cover. */
  readonly below?: ReactNode;
  /** Renders a lesson that everybody can read before buying. */
  readonly renderLesson: (lessonId: string) => ReactNode;
}

/** The public description of a course in the market: what it is about, its contents with the free lessons, and its ratings. */
export function MarketCourseText({ course, isCreator, below, renderLesson }: MarketCourseTextProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const language = languageAttributes(course.language);
  return (
    <div>
      {course.cover ? (
        <PictureBox {...marketPictureOf(course.id, course.cover, 'large')} isFirst />
      ) : (
        <CourseCover title={course.title} category={course.category} />
      )}
      {below}
      {course.description !== '' && (
        <RuledSection title={t(MARKET_WORDS.about_course)}>
          <TypedText>{course.description}</TypedText>
        </RuledSection>
      )}
      <LinesSection title={t(MARKET_WORDS.outcomes)} lines={course.outcomes} language={language} />
      <LinesSection title={t(MARKET_WORDS.requirements)} lines={course.requirements} language={language} />
      {course.modules.map((module, place) => (
        <RuledSection
          key={place}
          title={
            <span {...language}>
              <FormulaText text={`${place + 1}. ${module.title}`} dir={language.dir} />
            </span>
          }
        >
          <List component="ol" disablePadding>
            {module.lessons.map((lesson) => (
              <ListItem
                key={lesson.lesson_id}
                divider
                disableGutters
                sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: '2px 16px' }}
              >
                <span {...language}>
                  <FormulaText text={lesson.title} dir={language.dir} />
                </span>
                <span>
                  {lesson.is_preview && (
                    <Button
                      size="small"
                      data-press={lesson.lesson_id}
                      aria-expanded={opened === lesson.lesson_id}
                      onClick={() => setOpened((open) => (open === lesson.lesson_id ? null : lesson.lesson_id))}
                    >
                      {t(MARKET_WORDS.preview)}
                    </Button>
                  )}{' '}
                  {formatDuration(lesson.duration_minutes * 60)}
                </span>
                {opened === lesson.lesson_id && <div style={{ flexBasis: '100%' }}>{renderLesson(lesson.lesson_id)}</div>}
              </ListItem>
            ))}
          </List>
        </RuledSection>
      ))}
      <RuledSection title={t(MARKET_WORDS.ratings)} aside={<AverageStars rated={course} />}>
        {course.ratings.length === 0 ? (
          <Typography>{t(MARKET_WORDS.no_ratings)}</Typography>
        ) : (
          <EntryList>
            {course.ratings.map((rating) => (
              <RatingEntry key={rating.id} courseId={course.id} rating={rating} isCreator={isCreator} />
            ))}
          </EntryList>
        )}
      </RuledSection>
    </div>
  );
}

interface LinesSectionProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly language: TextLanguage;
}

function LinesSection({ title, lines, language }: LinesSectionProps) {
  if (lines.length === 0) return null;
  return (
    <RuledSection title={title}>
      <PointList points={lines} language={language} />
    </RuledSection>
  );
}

interface RatingEntryProps {
  readonly courseId: string;
  readonly rating: RatingOfCourse;
  /** The reader is the course's creator, who can answer. */
  readonly isCreator: boolean;
}

/** A rating of a course, with its creator's answer. */
export function RatingEntry({ courseId, rating, isCreator }: RatingEntryProps) {
  const [isOpen, setOpen] = useState(false);
  const save = useRatingAnswer(courseId, () => setOpen(false));
  return (
    <Entry
      picture={<Face name={rating.by} userId={rating.id} />}
      title={<bdi>{rating.by}</bdi>}
      lines={[`${formatDate(rating.updated_at)}${rating.is_sample ? ` · ${t(MARKET_WORDS.sample)}` : ''}`]}
      actions={<GivenStars stars={rating.stars} />}
    >
      {rating.text !== '' && <TypedText>{rating.text}</TypedText>}
      {rating.answer !== null && !isOpen && (
        <Quotation component="div">
          <Typography variant="subtitle2">{t(MARKET_WORDS.answer)}</Typography>
          <TypedText>{rating.answer}</TypedText>
        </Quotation>
      )}
      {isCreator &&
        (isOpen ? (
          <AnswerForm
            answer={rating.answer}
            isPending={save.isPending}
            onAnswer={(answer) => save.mutate({ ratingId: rating.id, answer })}
          />
        ) : (
          <Button size="small" color="inherit" onClick={() => setOpen(true)}>
            {rating.answer === null ? t('Answer') : t('Change the answer')}
          </Button>
        ))}
    </Entry>
  );
}

/** The facts beside a course in the market, without those that are unknown before it has lessons. */
export function MarketCourseFacts({ course }: { readonly course: MarketCourse }) {
  const facts = [
    { fact: difficultyWord(course.difficulty), Icon: SignalCellularAltIcon },
    { fact: course.lesson_count > 0 && lessonsText(course.lesson_count), Icon: MenuBookIcon },
    { fact: course.duration_minutes > 0 && formatDuration(course.duration_minutes * 60), Icon: ScheduleIcon },
    { fact: course.language !== '' && languageWord(course.language), Icon: TranslateIcon },
  ];
  return (
    <>
      <List dense disablePadding>
        {facts.map(
          ({ fact, Icon }) =>
            fact && (
              <ListItem key={fact} disableGutters sx={{ paddingBlock: 0.25 }}>
                <ListItemIcon sx={{ minWidth: 36 }}>
                  <Icon fontSize="small" aria-hidden />
                </ListItemIcon>
                <ListItemText primary={fact} />
              </ListItem>
            ),
        )}
      </List>
      {course.has_final_test && <MarketNote>{t(MARKET_WORDS.final_test)}</MarketNote>}
      {course.has_audio && <MarketNote>{t(MARKET_WORDS.audio)}</MarketNote>}
      <MarketNote>
        <MetaLine
          facts={[course.category && categoryWord(course.category), translateServerText(course.age_group), studentsWord(course.students)]}
        />
      </MarketNote>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5 }}>
        <Face name={course.creator.name} userId={course.creator.id} />
        <MarketNote>
          {t(MARKET_WORDS.by)}{' '}
          <TextLink to="/market" search={{ creator: course.creator.id }}>
            <bdi>{course.creator.name}</bdi>
          </TextLink>
        </MarketNote>
      </Stack>
      <MarketNote>{t(MARKET_WORDS.last_changed, { date: formatDate(course.renewed_at) })}</MarketNote>
    </>
  );
}

/** A quiet line about a course of the market. */
export const MarketNote = ({ children }: { readonly children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary">
    {children}
  </Typography>
);
