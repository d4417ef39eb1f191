import { styled } from '@mui/material/styles';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

/** Styles for the texts of a chart on a card: axis labels, and the value beside a bar (`LabelList`, or `data-value`). */
export const ChartPlot = styled('div')(({ theme }) => ({
  '& text': { fontSize: TYPE_SCALE.small, fill: theme.vars.palette.text.secondary },
  // an outline in the background colour keeps grid lines from crossing a value
  '& text[data-value], & .recharts-label-list text': {
    fill: theme.vars.palette.text.primary,
    fontWeight: 600,
    stroke: theme.vars.palette.background.paper,
    strokeWidth: 4,
    paintOrder: 'stroke',
  },
}));
