import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { searchOwn } from '#contract/search/search.contract.ts';
import { paletteGroups, type PaletteAct } from './palette-entries.ts';
import { useSchemeChoice } from '#frontend/theme/scheme-choice.ts';
import { useHasLibrary } from '#frontend/lib/about.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { signOut, useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useMembership } from '#frontend/lib/use-membership.ts';
import { useSettled } from '#frontend/lib/use-settled.ts';
import { PaletteDialog, TYPING_PAUSE_MS } from './palette-dialog.tsx';

/** Search and commands (Ctrl K): finds the user's content, screens and actions. */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { user_id: userId, roles } = useUser();
  const isMember = useMembership(userId) === true;
  const hasLibrary = useHasLibrary();
  const navigate = useNavigate();
  const { choose } = useSchemeChoice();
  const q = useSettled(query.trim(), TYPING_PAUSE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ['search-own', q],
    queryFn: ({ signal }) => call(searchOwn, { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const hits = q === '' ? undefined : data;
  const isOperator = roles.some((role) => role === 'operator' || role === 'admin');
  const perform = (does: PaletteAct) => {
    if ('href' in does) void navigate({ to: does.href, search: does.q === undefined ? {} : { q: does.q } });
    else if ('dialog' in does)
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, dialog: does.dialog }),
        state: (old) => ({ ...old, isOverScreen: true }),
        resetScroll: false,
      });
    else if ('scheme' in does) choose(does.scheme);
    else void signOut();
  };
  return (
    <PaletteDialog
      placeholder={t('Search courses, lessons and notes, or type what to do')}
      query={query}
      onQuery={setQuery}
      groups={paletteGroups({ query: query.trim(), hits, isOperator, isMember, hasLibrary })}
      isFetching={isFetching}
      problem={error === null ? undefined : errorText(error, t('Your courses and notes could not be searched.'))}
      onPerform={perform}
      onClose={onClose}
    />
  );
}
