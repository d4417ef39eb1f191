import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { PICTURE_CENTITOKENS } from '#contract/billing/catalogue.ts';
import type { PicturePlace } from '#contract/courses/course-pictures.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { isolateLatinTerms } from '#frontend/lib/keep-terms.ts';
import { t, told } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { PictureBox } from '#frontend/ui/picture-box.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { READING_MEASURE } from '#frontend/theme/tokens.ts';
import { picturesOf, usePictureActs, type Pictures } from './picture-queries.ts';

const Places = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  paddingBlock: 10,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& > :first-of-type': { flex: 'none', width: 96 },
}));
const Words = styled('div')({ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' });
const Note = styled('div')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });
const Hero = styled('div')({ maxWidth: READING_MEASURE });

/** The cover of a course on its own page. */
export function CourseHero({ course }: { readonly course: Course }) {
  const { data } = useQuery(picturesOf(course.course_id));
  const picture = data ? data.cover.picture : course.pictures?.cover;
  return picture ? (
    <Hero>
      <PictureBox {...pictureOf(course.course_id, picture, 'large')} isFirst />
    </Hero>
  ) : null;
}

interface PicturesPanelProps {
  readonly userId: string;
  readonly course: Course;
}

/** The picture slots of one's own course: the current picture, a new one, or none. The price is shown before the button is pressed. */
export function PicturesPanel({ userId, course }: PicturesPanelProps) {
  const { data } = useQuery(picturesOf(course.course_id));
  const acts = usePictureActs(userId, course.course_id);
  if (!data?.may_change) return null;
  const names = [t('Cover'), ...course.modules.map((_, module) => t('Module {n}', { n: module + 1 }))];
  const titles = [course.title, ...course.modules.map(({ title }) => title)];
  const places = [data.cover, ...data.modules];
  return (
    <RuledSection title={t('Pictures')}>
      <SectionBody>
        <p>{data.available ? priceWords(data) : t('Pictures cannot be drawn here; nothing is charged for them.')}</p>
      </SectionBody>
      <Places>
        {places.map((place, at) => (
          <PlaceRow
            key={place.place}
            course={course}
            place={place}
            name={names[at]!}
            title={titles[at]!}
            isBusy={acts.draw.isPending || acts.remove.isPending || !data.available}
            onDraw={() => acts.draw.mutate([place.place])}
            onRemove={() => acts.remove.mutate(place.place)}
          />
        ))}
      </Places>
    </RuledSection>
  );
}

const priceWords = ({ pictures_left: n }: Pictures): string =>
  n > 0
    ? t('A new picture is one of the {n} that your plan has left.', { n })
    : t('A new picture costs {n} tokens.', { n: formatTokens(PICTURE_CENTITOKENS) });

interface PlaceRowProps {
  readonly course: Course;
  readonly place: PicturePlace;
  readonly name: string;
  readonly title: string;
  readonly isBusy: boolean;
  readonly onDraw: () => void;
  readonly onRemove: () => void;
}

function PlaceRow({ course, place, name, title, isBusy, onDraw, onRemove }: PlaceRowProps) {
  const language = languageAttributes(course.language);
  const { picture, state } = place;
  const isDrawing = state === 'drawing';
  return (
    <Row>
      <div>
        <CourseCover title={title} picture={picture && pictureOf(course.course_id, picture, 'small')} />
      </div>
      <Words>
        <div>
          {name} · <span {...language}>{isolateLatinTerms(title, language.dir)}</span>
        </div>
        <Note role="status">{standingOf(place)}</Note>
      </Words>
      <Acts>
        <Button variant="outlined" color="inherit" disabled={isBusy || isDrawing} onClick={onDraw}>
          {t('New picture')}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        {(state === 'drawn' || state === 'missing') && (
          <Button variant="text" color="inherit" disabled={isBusy} onClick={onRemove}>
            {t('No picture')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
      </Acts>
    </Row>
  );
}

function standingOf({ state, problem, picture }: PicturePlace): string {
  if (state === 'drawing') return t('A picture is being drawn.');
  if (state === 'missing') return problem === null ? t('The picture could not be drawn') : told(problem);
  return picture === null ? t('A drawn pattern stands here.') : '';
}
