import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { CREATOR_FILTERS, type CreatorFilter } from './course-filter.ts';
import { filterWord } from './course-words.ts';

interface CourseFilterLinksProps {
  readonly filter: CreatorFilter;
  /** The number of courses for each; null while unknown. */
  readonly counts: Readonly<Record<CreatorFilter, number>> | null;
}

/** All, published, draft (CRE-09): three URLs. */
export function CourseFilterLinks({ filter, counts }: CourseFilterLinksProps) {
  return (
    <Stack component="nav" direction="row" useFlexGap aria-label={t('Filter')} sx={{ flexWrap: 'wrap', gap: 1, marginBlockEnd: 2 }}>
      {[...CREATOR_FILTERS, ...(counts?.archived || filter === 'archived' ? (['archived'] as const) : [])].map((status) => (
        <LinkButton
          key={status}
          to="/studio/courses"
          search={(old) => ({ ...old, filter: status === 'all' ? undefined : status })}
          aria-current={status === filter ? 'page' : undefined}
          activeProps={{}}
          variant={status === filter ? 'outlined' : 'text'}
          color={status === filter ? 'primary' : 'inherit'}
        >
          {filterWord(status)}
          {counts && <Chip component="span" size="small" label={formatNumber(counts[status])} sx={{ marginInlineStart: 1 }} />}
        </LinkButton>
      ))}
    </Stack>
  );
}
