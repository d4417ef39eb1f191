import { useState } from 'react';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { AUDIT_TOPICS, listOrganisationAudit, type AuditTopic } from '#contract/organisations/audit.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { FilterMenu } from '#frontend/ui/fields/filter-chips.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { actorWords, actWords, factLines, topicName } from './audit-words.ts';
import { organisationKey } from './organisation-queries.ts';

const audit = (userId: string, topic: AuditTopic | null) =>
  infiniteQueryOptions({
    queryKey: [...organisationKey(userId), 'audit', topic],
    queryFn: ({ pageParam, signal }) =>
      call(listOrganisationAudit, { query: { ...(topic !== null && { topic }), ...(pageParam > 0 && { before: pageParam }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next_before: next }) => next,
  });

/** Changes in the organisation, newest first: who made them, and from where; the whole log can be saved as a table. */
export function AuditView({ userId }: { readonly userId: string }) {
  const [topic, setTopic] = useState<AuditTopic | null>(null);
  const pages = useInfiniteQuery(audit(userId, topic));
  return (
    <DeskSection
      title={t('Changes')}
      about={
        <>
          {t(
            'Who invited or removed people, changed roles, rules, certificates or tokens, and from where. Nothing here can be changed or deleted.',
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, marginBlockStart: 1.5 }}>
            <FilterMenu
              label={t('About')}
              all={t('Everything')}
              value={topic ?? ''}
              options={AUDIT_TOPICS.map((value) => ({ value, label: topicName(value) }))}
              onChange={(chosen) => setTopic(chosen || null)}
            />
            <Link href={`/api/organisation/audit.csv${topic === null ? '' : `?topic=${topic}`}`} download>
              {t('Download as a table (CSV, times in UTC)')}
            </Link>
          </Box>
        </>
      }
      isBare
    >
      <PagedList
        pages={pages}
        rowsOf={(page) => page.entries}
        failed={t('The changes could not be loaded')}
        loading={t('Loading the changes')}
        empty={<EmptyState subject="records" title={t('No changes yet')} />}
      >
        {(rows, list) => (
          <EntryList ref={list} isFlush aria-label={t('Changes')}>
            {rows.map((row) => (
              <Entry
                key={row.entry_id}
                title={<span dir="auto">{actWords(row)}</span>}
                lines={[
                  <span key="who" dir="auto">{`${actorWords(row)} · ${formatStamp(row.at)}`}</span>,
                  ...factLines(row).map((line) => (
                    <bdi key={line} style={{ overflowWrap: 'anywhere' }}>
                      {line}
                    </bdi>
                  )),
                ]}
              />
            ))}
          </EntryList>
        )}
      </PagedList>
    </DeskSection>
  );
}
