import * as z from 'zod';

/** Work whose stand-in in the sandbox composes nonsense, which a user could take for true. */
const CHECKED = ['speech', 'translation'] as const;
type CheckedService = (typeof CHECKED)[number];

/** Whether an AI service transcribes speech here, and whether one translates. */
export type ServiceSettings = Readonly<Record<CheckedService, boolean>>;

/** `SANDBOX_SERVICES`: which of them the sandbox's stand-ins may do, separated by commas. For tests: users would see invented texts. */
export const SERVICE_ENVIRONMENT = {
  SANDBOX_SERVICES: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(['', ...CHECKED]))),
};
const environment = z.object(SERVICE_ENVIRONMENT);

/** @param isLive whether real services are used */
export const readServiceSettings = ({ SANDBOX_SERVICES: standIns }: z.infer<typeof environment>, isLive: boolean): ServiceSettings => ({
  speech: isLive || standIns.includes('speech'),
  translation: isLive || standIns.includes('translation'),
});
