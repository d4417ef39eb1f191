import type { ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { AgeRefusal } from '#contract/platform/age-rules.ts';
import { agePage } from '#frontend/lib/age/age-rules.ts';

/** The users for whom the age components are shown: an adult, and users whom a rule excludes. */
export const PEOPLE = ['kit-adult', 'kit-unknown', 'kit-minor'] as const;

const REFUSALS: Record<(typeof PEOPLE)[number], AgeRefusal | null> = {
  'kit-adult': null,
  'kit-unknown': 'age.unknown',
  'kit-minor': 'age.parent_needed',
};

// not the app's client: samples replace the server's answers, and are not fetched again
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } } });
for (const person of PEOPLE)
  client.setQueryData(agePage(person).queryKey, {
    band: 'unknown',
    consents: [],
    rules: [{ rule: 'voice', refusal: REFUSALS[person] }],
    asked: null,
    school: null,
  });

/** Provides samples to components that would otherwise ask the server. */
export function SampleData({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
