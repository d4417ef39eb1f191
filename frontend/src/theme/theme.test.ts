import { expect, it } from 'vitest';
import { theme } from './theme.ts';

it('has a variable for every colour that the operators’ data grid reads', () => {
  const { TableCell, Tooltip, LinearProgress, Skeleton, Chip, Switch } = theme.vars.palette;
  for (const part of [TableCell.border, Tooltip.bg, LinearProgress.primaryBg, Skeleton.bg, Chip.defaultBorder, Switch.primaryDisabledColor])
    expect(part).toMatch(/^var\(--/);
});
