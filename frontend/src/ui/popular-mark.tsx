import Chip from '@mui/material/Chip';

/** The specified label of the most popular offer: 'POPULAR', 'MOST POPULAR'. */
export function PopularMark({ children }: { readonly children: string }) {
  return <Chip component="span" size="small" color="primary" label={children} />;
}
