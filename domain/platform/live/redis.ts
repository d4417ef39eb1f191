import { connectRedis } from '#queues/platform/redis-connection.ts';
import { logger } from '#domain/platform/logger.ts';
import { LIVE_CHANNEL, readEvent, setBroadcast } from './publisher.ts';
import type { LiveSubscriber } from './subscriber.ts';

/**
 * Publishes and receives events through Redis, for installations with queues there: one connection to publish and one to subscribe. A
 * cluster forwards messages published on any node to all nodes.
 * @returns a function that stops it
 */
export function publishByRedis(redisUrl: string, subscriber: LiveSubscriber | null): () => void {
  const options = { maxRetriesPerRequest: 1, retryStrategy: (times: number) => Math.min(times * 100, 2_000) };
  const open = () => {
    const client = connectRedis(redisUrl, options);
    client.on('error', (error) => logger().warn({ err: error }, 'live: redis connection'));
    return client;
  };
  const publishing = open();
  setBroadcast((payload) => publishing.publish(LIVE_CHANNEL, payload));
  const listening = subscriber && open();
  if (listening && subscriber) {
    let stood = false;
    listening.on('ready', () => {
      if (stood) subscriber.onGap();
      stood = true;
    });
    listening.on('message', (_, payload) => subscriber.onEvent(readEvent(payload)));
    listening.subscribe(LIVE_CHANNEL).catch((error: unknown) => logger().warn({ err: error }, 'live: redis subscription'));
  }
  return () => {
    setBroadcast(null);
    publishing.disconnect();
    listening?.disconnect();
  };
}
