import { REFUND_DAYS } from '#contract/billing/refund-policy.ts';
import { REFUND_BELOW_PERCENT, type MarketCourse, type Rating } from '#contract/market/market.contract.ts';
import { MARKET_WORDS } from '#contract/market/market-words.ts';
import { PRODUCT } from '#contract/product.ts';
import { SHARE_SHAPES } from '#contract/site.ts';
import { CATEGORY_WORDS } from '#contract/studio/course-field-words.ts';
import { escapeHtml } from '#domain/mail/mail-parts.ts';
import type { PageParts } from './page-parts.ts';
import {
  coverAddress,
  coverOf,
  dateWord,
  durationWord,
  factsOf,
  filled,
  languageCode,
  link,
  listOf,
  pictureAddress,
  priceWord,
  starsWord,
  studentsWord,
} from './page-words.ts';

const DESCRIPTION_LENGTH = 160;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const short = (text: string): string =>
  text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
const section = (title: string, content: string, { aside = '', attributes = '' } = {}): string =>
  `<section><div class="head"><h2${attributes}>${escapeHtml(title)}</h2>${aside && `<span class="meta">${escapeHtml(aside)}</span>`}</div>${content}</section>`;
const note = (words: string): string => `<p class="meta">${escapeHtml(words)}</p>`;

/** Renders a course as a page that can be read, found and shared without a script. */
export function coursePage(course: MarketCourse, origin: string): PageParts {
  const path = `/market/${course.id}`;
  const about = short(oneLine(course.description));
  return {
    title: `${course.title} · ${PRODUCT}`,
    description: about,
    path,
    picture: { path: pictureAddress(course, 'wide'), alt: course.cover?.alt ?? course.title, ...SHARE_SHAPES.wide },
    body: `<h1 dir="auto">${escapeHtml(course.title)}</h1><p class="about">${link('/market', MARKET_WORDS.title)}</p>
<div class="columns"><div>${contentOf(course)}</div>${asideOf(course)}</div>`,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Course',
      name: course.title,
      description: about,
      url: origin + path,
      inLanguage: languageCode(course.language),
      provider: { '@type': 'Organization', name: PRODUCT, sameAs: origin },
      author: { '@type': 'Person', name: course.creator.name },
      teaches: course.outcomes,
      offers: [
        {
          '@type': 'Offer',
          price: course.price.toFixed(2),
          priceCurrency: 'USD',
          category: course.price === 0 ? 'Free' : 'Paid',
          url: origin + path,
        },
      ],
      hasCourseInstance: [{ '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: `PT${course.duration_minutes}M` }],
      ...(course.rating !== null && {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: course.rating, ratingCount: course.rating_count, bestRating: 5 },
      }),
    },
  };
}

function contentOf(course: MarketCourse): string {
  const language = ` lang="${languageCode(course.language)}" dir="auto"`;
  const cover = coverAddress(course, 'large');
  const lines = (title: string, items: readonly string[]) =>
    items.length === 0 ? '' : section(title, listOf(items.map(escapeHtml), ' dir="auto"'));
  return [
    cover === null
      ? `<div class="picture drawn">${coverOf(course, true)}</div>`
      : `<div class="picture"><img src="${escapeHtml(cover)}" alt="${escapeHtml(course.cover?.alt ?? '')}" width="1280" height="720" fetchpriority="high"></div>`,
    section(MARKET_WORDS.about_course, `<p class="plain" dir="auto">${escapeHtml(course.description)}</p>`),
    lines(MARKET_WORDS.outcomes, course.outcomes),
    lines(MARKET_WORDS.requirements, course.requirements),
    ...course.modules.map(({ title, lessons }, at) => {
      const rows = lessons.map(
        (lesson) =>
          `<span${language}>${escapeHtml(lesson.title)}</span><span>${
            lesson.is_preview ? `<button type="button" data-press="${escapeHtml(lesson.lesson_id)}">${MARKET_WORDS.preview}</button> ` : ''
          }${durationWord(lesson.duration_minutes)}</span>`,
      );
      return section(`${at + 1}. ${title}`, listOf(rows, ' class="lessons"'), { attributes: language });
    }),
    section(
      MARKET_WORDS.ratings,
      course.ratings.length === 0
        ? `<p class="plain">${MARKET_WORDS.no_ratings}</p>`
        : listOf(course.ratings.map(ratingOf), ' class="reviews"'),
      { aside: starsWord(course) },
    ),
  ].join('\n');
}

const ratingOf = ({ stars, by, is_sample: isSample, text, answer, updated_at: at }: Rating): string =>
  `<strong>${filled(MARKET_WORDS.stars, { n: stars })} · <bdi>${escapeHtml(by)}</bdi></strong> <span class="meta">${dateWord(at)}${isSample ? ` · ${MARKET_WORDS.sample}` : ''}</span>${
    text && `<p class="plain" dir="auto">${escapeHtml(text)}</p>`
  }${answer === null ? '' : `<div class="answer"><strong>${MARKET_WORDS.answer}</strong><p class="plain" dir="auto">${escapeHtml(answer)}</p></div>`}`;

/** The price, the way to the course, and the facts about it. */
function asideOf(course: MarketCourse): string {
  const next = new URLSearchParams({ next: `/market/${course.id}` });
  return `<aside aria-label="${MARKET_WORDS.take}"><p class="sum">${priceWord(course.price)}</p>
${link(`/sign-in?${next}`, course.price === 0 ? MARKET_WORDS.sign_in_to_take : MARKET_WORDS.sign_in_to_buy, ' class="button main"')}
${course.price > 0 ? note(filled(MARKET_WORDS.money_back, { days: REFUND_DAYS, n: REFUND_BELOW_PERCENT })) : ''}
${note(factsOf(course))}${course.has_final_test ? note(MARKET_WORDS.final_test) : ''}${course.has_audio ? note(MARKET_WORDS.audio) : ''}
${note([course.category && CATEGORY_WORDS[course.category], course.age_group, studentsWord(course.students)].filter(Boolean).join(' · '))}
<p class="meta">${MARKET_WORDS.by} ${link(`/market?creator=${course.creator.id}`, course.creator.name)}</p>
<p class="meta">${filled(MARKET_WORDS.last_changed, { date: dateWord(course.renewed_at) })}</p></aside>`;
}
