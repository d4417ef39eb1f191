import { createHash } from 'node:crypto';
import { isUuid } from '#domain/platform/uuid.ts';

/** Returns the id under which a message is stored: the client's own if it is a uuid; any other is mapped to one per account. */
export function messageIdOf({ accountId, messageId }: { readonly accountId: string; readonly messageId: string }): string {
  if (isUuid(messageId)) return messageId.toLowerCase();
  const hash = createHash('sha256').update(`${accountId} ${messageId}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
