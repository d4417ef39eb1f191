import * as z from 'zod';
import type { AiMode } from './model-settings.ts';

/** Work for which the sandbox's stand-in invents text that a user could take for real. */
const CHECKED = ['speech', 'translation'] as const;
type CheckedService = (typeof CHECKED)[number];

/** Whether an AI service transcribes speech on this installation, and whether one translates. */
export type ServiceSettings = Readonly<Record<CheckedService, boolean>>;

/** `SANDBOX_SERVICES`: comma-separated services that the sandbox may stand in for. For tests only: users would see invented texts. */
export const SERVICE_ENVIRONMENT = {
  SANDBOX_SERVICES: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(['', ...CHECKED]))),
};
const environment = z.object(SERVICE_ENVIRONMENT);

/** Translation is text, which any real service writes; only the vendors transcribe speech. */
export const readServiceSettings = ({ SANDBOX_SERVICES: standIns }: z.infer<typeof environment>, aiMode: AiMode): ServiceSettings => ({
  speech: aiMode === 'live' || standIns.includes('speech'),
  translation: aiMode !== 'sandbox' || standIns.includes('translation'),
});
