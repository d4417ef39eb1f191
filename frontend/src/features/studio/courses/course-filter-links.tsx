import { styled } from '@mui/material/styles';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CREATOR_FILTERS, type CreatorFilter } from './course-filter.ts';
import { filterWord } from './course-words.ts';

const Bar = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 24px',
  marginBlockEnd: 16,
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    minHeight: 44,
    color: theme.vars.palette.text.secondary,
    textDecoration: 'none',
    borderBlockEnd: '3px solid transparent',
    '&:hover': { color: theme.vars.palette.text.primary, borderColor: theme.vars.palette.line.control },
    '&[aria-current]': { color: theme.vars.palette.text.primary, fontWeight: 600, borderColor: theme.vars.palette.primary.main },
  },
  '& span': { fontWeight: 400, color: theme.vars.palette.text.secondary },
}));

interface CourseFilterLinksProps {
  readonly filter: CreatorFilter;
  /** The number of courses for each; null while unknown. */
  readonly counts: Readonly<Record<CreatorFilter, number>> | null;
}

/** All, published, draft (CRE-09): three URLs. */
export function CourseFilterLinks({ filter, counts }: CourseFilterLinksProps) {
  return (
    <Bar aria-label={t('Filter')}>
      {[...CREATOR_FILTERS, ...(counts?.archived || filter === 'archived' ? (['archived'] as const) : [])].map((status) => (
        <Link
          key={status}
          to="/studio/courses"
          search={(old) => ({ ...old, filter: status === 'all' ? undefined : status })}
          aria-current={status === filter ? 'page' : undefined}
          activeProps={{}}
        >
          {filterWord(status)}
          {counts && <span>{formatNumber(counts[status])}</span>}
        </Link>
      ))}
    </Bar>
  );
}
