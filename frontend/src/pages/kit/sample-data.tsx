import type { ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { AgeRefusal } from '#contract/platform/age-rules.ts';
import { agePage } from '#frontend/lib/age/age-rules.ts';

/** Whom the age parts are shown for: an adult, and people whom a rule keeps out. */
export const PEOPLE = ['kit-adult', 'kit-unknown', 'kit-minor'] as const;

const REFUSALS: Record<(typeof PEOPLE)[number], AgeRefusal | null> = {
  'kit-adult': null,
  'kit-unknown': 'age.unknown',
  'kit-minor': 'age.parent_needed',
};

// not the application's: samples stand in it for what the server would answer, and are not asked for again
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } } });
for (const person of PEOPLE)
  client.setQueryData(agePage(person).queryKey, {
    band: 'unknown',
    consents: [],
    rules: [{ rule: 'voice', refusal: REFUSALS[person] }],
    asked: null,
    school: null,
  });

/** Gives parts that ask the server what the samples have instead. */
export function SampleData({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
