import { useQuery } from '@tanstack/react-query';
import { PICTURE_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { courseClipPoster, type ClipPlace, type PicturePlace } from '#contract/courses/course-pictures.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { clipPrice } from '#contract/billing/price.ts';
import { clipAddress, pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { EntryList } from '#frontend/ui/list/entry-list.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { picturesOf, usePictureActions, type Pictures } from './picture-queries.ts';
import { PlaceRow } from './place-row.tsx';

interface PicturesPanelProps {
  readonly userId: string;
  readonly course: Course;
}

/** The picture slots of one's own course: the current picture, a new one, or none. The price is shown before the button is pressed. */
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
          {available ? `${priceWords(data)} ${clipPriceWords(clip)}` : t('Pictures cannot be drawn here; nothing is charged for them.')}
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
              onPress: () => acts.draw.mutate([place.place]),
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
          renew={{ label: t('New clip'), isOff: isBusy || clip.state === 'filming', onPress: () => acts.film.mutate() }}
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

const priceWords = ({ pictures_left: n }: Pictures): string =>
  n > 0
    ? t('A new picture is one of the {n} that your plan has left.', { n })
    : t('A new picture costs {n} tokens.', { n: formatTokens(PICTURE_CENTITOKENS) });

function stateWords({ state, problem, picture }: PicturePlace): string {
  if (state === 'drawing') return t('A picture is being drawn.');
  if (state === 'missing') return problem === null ? t('The picture could not be drawn') : translateServerText(problem);
  return picture === null ? t('A generated pattern is shown here.') : '';
}

const clipPriceWords = ({ seconds: n, seconds_left: left }: ClipPlace): string =>
  left >= n
    ? t('A new clip takes {n} of the {left} seconds of video that your plan has left.', { n, left })
    : t('A new clip of {seconds} seconds costs {n} tokens.', { seconds: n, n: formatTokens(clipPrice('fast', n).centitokens) });

function clipStandingOf({ state, problem }: ClipPlace): string {
  if (state === 'filming') return t('A clip is being filmed.');
  if (state === 'failed' && problem !== null) return translateServerText(problem);
  return state === 'filmed' ? t('It is in the first lesson.') : t('There is no clip.');
}
