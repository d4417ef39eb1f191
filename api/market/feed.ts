import type { Listing } from '#contract/market/market.contract.ts';
import { FEED_PATH, FEED_TITLE, SHARE_SHAPES } from '#contract/site.ts';
import { PRODUCT } from '#contract/product.ts';
import { xmlText } from '#api/platform/xml-text.ts';
import { languageCode, pictureAddress } from './page-words.ts';

/** Returns courses as an Atom feed (RFC 4287). A feed without courses has to state a time too: the start of time. */
export function feedOf(courses: readonly Listing[], origin: string): string {
  const newest = courses.map(({ renewed_at: at }) => at).toSorted();
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en">
<title>${xmlText(FEED_TITLE)}</title>
<id>${origin}${FEED_PATH}</id>
<link rel="self" type="application/atom+xml" href="${origin}${FEED_PATH}"/>
<link rel="alternate" type="text/html" href="${origin}/market"/>
<updated>${newest.at(-1) ?? new Date(0).toISOString()}</updated>
<generator>${PRODUCT}</generator>
<icon>${origin}/icons/app-192.png</icon>
${courses.map((course) => entryOf(course, origin)).join('\n')}
</feed>
`;
}

function entryOf(course: Listing, origin: string): string {
  const address = `${origin}/market/${course.id}`;
  return `<entry xml:lang="${languageCode(course.language)}">
<title>${xmlText(course.title)}</title>
<id>${address}</id>
<link rel="alternate" type="text/html" href="${address}"/>
<published>${course.published_at}</published>
<updated>${course.renewed_at}</updated>
<author><name>${xmlText(course.creator.name)}</name></author>${course.category === null ? '' : `\n<category term="${course.category}"/>`}
<media:thumbnail url="${origin}${pictureAddress(course, 'square')}" width="${SHARE_SHAPES.square.width}" height="${SHARE_SHAPES.square.height}"/>
<summary>${xmlText(course.description)}</summary>
</entry>`;
}
