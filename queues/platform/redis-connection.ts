import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { RedisConnector } from './store-socket.ts';

/**
 * Connects to Redis.
 * @param redisUrl one address; or, for a cluster, several separated by commas, from which the other nodes are discovered
 */
export function connectRedis(redisUrl: string, options: RedisOptions): Redis | Cluster {
  const urls = redisUrl.split(',').map((url) => url.trim());
  if (urls.length === 1) return new Redis(redisUrl, { ...options, Connector: RedisConnector });
  const { username, password, protocol } = new URL(urls[0]!);
  return new Cluster(urls, {
    ...(options.enableOfflineQueue === undefined ? {} : { enableOfflineQueue: options.enableOfflineQueue }),
    // names are resolved when connecting
    dnsLookup: (address, done) => done(null, address),
    redisOptions: {
      ...options,
      Connector: RedisConnector,
      ...(username ? { username: decodeURIComponent(username) } : {}),
      ...(password ? { password: decodeURIComponent(password) } : {}),
      ...(protocol === 'rediss:' ? { tls: {} } : {}),
    },
  });
}
