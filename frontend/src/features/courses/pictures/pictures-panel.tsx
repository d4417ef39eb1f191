import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { PICTURE_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { courseClipPoster, type ClipPlace, type PicturePlace } from '#contract/courses/course-pictures.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { clipPrice, isPaidByPlan } from '#contract/billing/price.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { clipAddress, pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { CourseCover, type CoverPicture } from '#frontend/ui/course-cover.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { EntryList, Entry } from '#frontend/ui/list/entry-list.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { picturesOf, usePictureActions, type Pictures } from './picture-queries.ts';

interface PicturesPanelProps {
  readonly userId: string;
  readonly course: Course;
}

/** The picture slots of a user's own course: the current picture, a new one, or none. The price is shown before the button is pressed. */
export function PicturesPanel({ userId, course }: PicturesPanelProps) {
  const { data } = useQuery(picturesOf(course.course_id));
  const acts = usePictureActions(userId, course.course_id);
  if (!data?.may_change) return null;
  const names = [t('Cover'), ...course.modules.map((_, module) => t('Module {n}', { n: module + 1 }))];
  const titles = [course.title, ...course.modules.map(({ title }) => title)];
  const places = [data.cover, ...data.modules];
  const { clip, available } = data;
  const isBusy = !available || Object.values(acts).some(({ isPending }) => isPending);
  return (
    <RuledSection title={t('Pictures and clip')}>
      <SectionBody>
        <p>
          {available
            ? `${priceWords(data)} ${clipPriceWords(clip)}`
            : t('Pictures cannot be created here, and you are not charged for them.')}
        </p>
      </SectionBody>
      <EntryList>
        {places.map((place, at) => (
          <PlaceRow
            key={place.place}
            course={course}
            name={names[at]!}
            title={titles[at]!}
            picture={place.picture && pictureOf(course.course_id, place.picture, 'small')}
            note={stateWords(place)}
            renew={{
              label: t('New picture'),
              isOff: isBusy || place.state === 'drawing',
              onPress: () => acts.draw.mutate({ places: [place.place], acceptedPrice: pictureCost(data) }),
            }}
            remove={
              place.state === 'drawn' || place.state === 'missing'
                ? { label: t('No picture'), isOff: isBusy, onPress: () => acts.remove.mutate(place.place) }
                : null
            }
          />
        ))}
        <PlaceRow
          course={course}
          name={t('Clip')}
          title={titles[1] ?? course.title}
          picture={clip.has_poster && clip.clip_id ? { src: clipAddress(courseClipPoster, course.course_id, clip.clip_id), alt: '' } : null}
          note={clipStandingOf(clip)}
          renew={{ label: t('New clip'), isOff: isBusy || clip.state === 'filming', onPress: () => acts.film.mutate(clipCost(clip)) }}
          remove={
            clip.state === 'none' || clip.state === 'filming'
              ? null
              : { label: t('No clip'), isOff: isBusy, onPress: () => acts.removeClip.mutate() }
          }
        />
      </EntryList>
    </RuledSection>
  );
}

/** The price of a new picture, in hundredths of a token. */
const pictureCost = ({ pictures_left: left }: Pictures): number => (left > 0 ? 0 : PICTURE_CENTITOKENS);

function priceWords(pictures: Pictures): string {
  const cost = pictureCost(pictures);
  return cost === 0
    ? t('A new picture uses one of the {n} remaining in your plan.', { n: pictures.pictures_left })
    : t('A new picture costs {n} tokens.', { n: formatTokens(cost) });
}

function stateWords({ state, problem, picture }: PicturePlace): string {
  if (state === 'drawing') return t('A picture is being drawn.');
  if (state === 'missing') return problem === null ? t('The picture could not be drawn') : translateServerText(problem);
  return picture === null ? t('A generated pattern is shown here.') : '';
}

/** The price of a new clip, in hundredths of a token. */
function clipCost({ seconds, seconds_left: left }: ClipPlace): number {
  const price = clipPrice('fast', seconds);
  return isPaidByPlan(price, left) ? 0 : price.centitokens;
}

function clipPriceWords(clip: ClipPlace): string {
  const { seconds, seconds_left: left } = clip;
  const cost = clipCost(clip);
  return cost === 0
    ? t('A new clip uses {n} of the {left} seconds of video remaining in your plan.', { n: seconds, left })
    : t('A new clip of {seconds} seconds costs {n} tokens.', { seconds, n: formatTokens(cost) });
}

function clipStandingOf({ state, problem }: ClipPlace): string {
  if (state === 'filming') return t('A clip is being filmed.');
  if (state === 'failed' && problem !== null) return translateServerText(problem);
  return state === 'filmed' ? t('It is in the first lesson.') : t('There is no clip.');
}

interface Act {
  readonly label: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

interface PlaceRowProps {
  readonly course: Course;
  /** The name of the slot: `Cover`. */
  readonly name: string;
  /** What the picture is about. */
  readonly title: string;
  readonly picture: CoverPicture | null;
  readonly note: ReactNode;
  readonly renew: Act;
  /** Null if there is nothing to remove. */
  readonly remove: Act | null;
}

/** A slot for a picture or for the clip, with its state and the owner's actions. */
function PlaceRow({ course, name, title, picture, note, renew, remove }: PlaceRowProps) {
  const language = languageAttributes(course.language);
  return (
    <Entry
      picture={
        <Box sx={{ flex: 'none', width: 112 }}>
          <CourseCover title={title} picture={picture} />
        </Box>
      }
      title={name}
      lines={[
        <span key="title" {...language}>
          <FormulaText text={title} dir={language.dir} />
        </span>,
        <span key="note" role="status">
          {note}
        </span>,
      ]}
      actions={
        <ActionRow>
          <Button variant="outlined" color="inherit" disabled={renew.isOff} onClick={renew.onPress}>
            {renew.label}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
          {remove && (
            <Button color="inherit" disabled={remove.isOff} onClick={remove.onPress}>
              {remove.label}
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          )}
        </ActionRow>
      }
    />
  );
}
