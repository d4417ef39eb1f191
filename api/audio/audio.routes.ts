import { xmlText } from '#api/platform/xml-text.ts';
import * as contract from '#contract/audio/audio.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { feedUrlOf, findFeed } from '#domain/audio/audio-feed.queries.ts';
import { audioFileOf, audioTurnsOf, drawPodcastCover, readPodcast, showAudio, type Podcast } from '#domain/audio/audio.queries.ts';
import { startAudio, publishAudio, removeAudio, saveAudioPlace, openAudioFeed, revokeAudioFeed } from '#domain/audio/audio.commands.ts';
import { deliverLessons } from '#domain/courses/content/delivery.commands.ts';
import { config } from '#domain/platform/config.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import { sendPicture } from '#api/media/send-picture.ts';
import { sendParts } from '#api/media/send-parts.ts';
import { sendText } from '#api/media/send-text.ts';

interface Named {
  readonly course_id: string;
  readonly language: contract.CourseAudio['language'];
}
const namedBy = ({ userId }: { readonly userId: string }, { course_id: courseId, language }: Named) => ({
  accountId: userId,
  courseId,
  language,
});

/** Mounts courses as audio and their private podcasts. */
export function mountAudio(router: ApiRouter): void {
  mount(router, contract.courseAudio, async ({ user, params, query }) => ({
    status: 200,
    body: await showAudio({ accountId: user.userId, courseId: params.course_id, language: query.language }),
  }));

  mount(router, contract.makeAudio, async ({ user, params, body, requestId, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const order = { accountId: user.userId, courseId: params.course_id, ...body, lessons: body.lessons, requestId, idempotencyKey };
    const task_id = await startAudio(order);
    return task_id === null ? { status: 200, body: { task_id } } : { status: 202, body: { task_id } };
  });

  mount(router, contract.removeAudio, async ({ user, params }) => {
    await removeAudio(namedBy(user, params));
    return { status: 200, body: { language: params.language } };
  });

  mount(router, contract.publishAudio, async ({ user, params, body: { published } }) => {
    await publishAudio({ ...namedBy(user, params), isPublished: published });
    return { status: 200, body: { published } };
  });

  mount(router, contract.saveAudioPlace, async ({ user, params, body }) => {
    await saveAudioPlace({ accountId: user.userId, courseId: params.course_id, place: body });
    return { status: 200, body };
  });

  mount(router, contract.openAudioFeed, async ({ user, params }) => ({
    status: 200,
    body: { feed_url: await openAudioFeed({ ...namedBy(user, params), sessionId: user.sessionId }) },
  }));

  mount(router, contract.revokeAudioFeed, async ({ user, params }) => {
    await revokeAudioFeed(namedBy(user, params));
    return { status: 200, body: { language: params.language } };
  });

  mount(router, contract.audioTranscript, async ({ user, params }) => {
    const heard = { ...namedBy(user, params), lessonId: params.lesson_id };
    await deliverLessons({ ...heard, lessonIds: [heard.lessonId] });
    return { status: 200, body: { turns: await audioTurnsOf(heard) } };
  });

  mount(router, contract.audioFile, async ({ user, params, header }) => {
    const heard = { ...namedBy(user, params), lessonId: params.lesson_id };
    await deliverLessons({ ...heard, lessonIds: [heard.lessonId] });
    return sendParts(await audioFileOf(heard), header('range'), `coursewright-${params.lesson_id}.mp3`);
  });

  mount(router, contract.audioFeed, async ({ params }) => {
    const { feedId, ...feed } = await findFeed(params.token);
    return sendText(podcastOf(await readPodcast(feed), feedUrlOf(feedId), config().publicOrigin));
  });

  mount(router, contract.audioFeedPicture, async ({ params, query }) => {
    const { feedId: _, ...feed } = await findFeed(params.token);
    const { key, bytes } = await drawPodcastCover(feed);
    // the picture of a key never changes
    return sendPicture(bytes, query.key === key ? 'private, max-age=86400, immutable' : 'private, max-age=300');
  });

  mount(router, contract.audioFeedFile, async ({ params, header }) => {
    const { feedId: _, ...feed } = await findFeed(params.token);
    const lessonId = params.lesson_id.replace(/\.mp3$/, '');
    await deliverLessons({ ...feed, lessonIds: [lessonId] });
    return sendParts(await audioFileOf({ ...feed, lessonId }), header('range'), `coursewright-${lessonId}.mp3`);
  });
}

/**
 * Returns a course as a private podcast: RSS 2.0 with the elements that Apple's directory requires, an episode per lesson, in course order.
 * @param address the feed's own address, below which its files are
 */
function podcastOf({ title, description, language, coverKey, lessons }: Podcast, address: string, origin: string): string {
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
