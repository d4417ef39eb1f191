import { PRODUCT } from '#contract/product.ts';
import type { Podcast } from '#domain/audio/audio.queries.ts';
import { xmlText } from '#api/platform/xml-text.ts';

/**
 * Returns a course as a private podcast: RSS 2.0 with what Apple's directory demands of a feed, an episode a lesson, in the order of the course.
 * @param address the feed's own address, below which its files are
 */
export function podcastOf({ title, description, language, coverKey, lessons }: Podcast, address: string, origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${xmlText(title)}</title>
<link>${origin}/</link>
<atom:link rel="self" type="application/rss+xml" href="${address}"/>
<description>${xmlText(description)}</description>
<language>${language}</language>
<generator>${PRODUCT}</generator>
<itunes:author>${PRODUCT}</itunes:author>
<itunes:image href="${address}/cover.jpg?key=${coverKey}"/>
<itunes:category text="Education"/>
<itunes:explicit>false</itunes:explicit>
<itunes:type>serial</itunes:type>
<itunes:block>Yes</itunes:block>
${lessons.map((lesson, n) => episodeOf(lesson, n + 1, address)).join('\n')}
</channel>
</rss>
`;
}

const episodeOf = (lesson: Podcast['lessons'][number], number: number, address: string): string => `<item>
<title>${xmlText(lesson.title)}</title>
<guid isPermaLink="false">${lesson.mediaId}</guid>
<pubDate>${lesson.madeAt.toUTCString()}</pubDate>
<description>${xmlText(lesson.module)}</description>
<enclosure url="${address}/lessons/${lesson.lessonId}.mp3" length="${lesson.bytes}" type="audio/mpeg"/>
<itunes:duration>${Math.round(lesson.seconds)}</itunes:duration>
<itunes:season>${lesson.season}</itunes:season>
<itunes:episode>${number}</itunes:episode>
<itunes:explicit>false</itunes:explicit>
</item>`;
