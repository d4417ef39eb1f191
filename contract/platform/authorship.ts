import * as z from 'zod/mini';
import type { Service } from './status.contract.ts';
import { VENDOR_NAMES } from './service-names.ts';

/**
 * The model that answered for a service, and whether its vendor or one of the installation's own servers ran it. Recorded at the time of
 * writing, whatever the service is connected to since. `library`: no service was connected, and the demo library gave a text that people
 * wrote. Stored with answers only: a lesson says `of_library` instead, and names neither a service nor a model.
 */
export const authorshipSchema = z.object({
  model: z.string().check(z.maxLength(200)),
  connection: z.enum(['vendor', 'own_server', 'library']),
});
export type Authorship = z.infer<typeof authorshipSchema>;

/**
 * Returns the model's identity: two services with the same model count as one voice, whatever their names and addresses: `qwen3:8b`,
 * `Qwen/qwen3:8b`.
 */
export const voiceOf = (model: string): string => model.toLowerCase().split('/').at(-1)!;

/** Returns a model's family, `gpt` for `gpt-6.1-terra`: models of a family write and judge alike, whichever service runs them. */
export const familyOf = ({ model }: { readonly model: string }): string => /^\p{L}+/u.exec(voiceOf(model))?.[0] ?? voiceOf(model);

/** Returns the displayed author of a text: the vendor's service, or the model of a local server. */
export const authorName = (service: Service, { model, connection }: Authorship): string =>
  connection === 'own_server' ? model : VENDOR_NAMES[service];

/** The authorship of what the demo library gives. */
export const LIBRARY: Authorship = { model: 'demo library', connection: 'library' };
/** Tells whether the demo library gave a text. */
export const isOfLibrary = (by: Authorship | undefined): boolean => by?.connection === 'library';
