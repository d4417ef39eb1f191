import { createHash, randomBytes } from 'node:crypto';

/** A fresh secret for the link of an invite: 256 random bits. Only its hash is kept. */
export const newInviteToken = (): string => randomBytes(32).toString('base64url');

export const hashInviteToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What its mail is sent for. */
export const causeOfInvite = (inviteId: string): string => `invite:${inviteId}`;
