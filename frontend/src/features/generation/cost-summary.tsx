import { styled } from '@mui/material/styles';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SwitchField } from '#frontend/ui/switch-field.tsx';
import { COMPONENTS, estimateCost } from './cost-estimate.ts';
import { useValue, type CourseFormState } from './form-state.ts';

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
}));
const Line = styled('li')(({ theme }) => ({
  ...theme.typography.body2,
  paddingBlock: 4,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
}));
const Pair = styled('span')({ display: 'flex', justifyContent: 'space-between', gap: 16, '& > :last-child': { whiteSpace: 'nowrap' } });
const Base = styled('div')({ display: 'flex', justifyContent: 'space-between', minHeight: 44, alignItems: 'center' });
const Total = styled('p')(({ theme }) => ({
  ...theme.typography.h3,
  display: 'flex',
  justifyContent: 'space-between',
  margin: 0,
  paddingBlock: 12,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  marginBlockStart: -1,
}));

/** What the course will cost, as a ruled list with one switch a component (BLD-17, BLD-18). */
export function CostSummary({ form }: { readonly form: CourseFormState }) {
  const components = useValue(form, 'ai_components');
  return (
    <div>
      <List>
        <Line>
          <Base>
            <span>{t('Text of the course')}</span>
            <span>{formatTokens(COST_ESTIMATE.base)}</span>
          </Base>
        </Line>
        {COMPONENTS.map(({ name, label, hint, cost, isAvailable }) => (
          <Line key={name}>
            <SwitchField
              name={`ai_components.${name}`}
              checked={components[name]}
              onChange={({ target }) => form.set('ai_components', { ...components, [name]: target.checked })}
              helper={isAvailable ? t(hint) : `${t(hint)} · ${t('not yet available')}`}
              label={
                <Pair>
                  <span>{t(label)}</span>
                  <span style={components[name] ? undefined : { textDecoration: 'line-through' }}>{formatTokens(cost)}</span>
                </Pair>
              }
            />
          </Line>
        ))}
      </List>
      <Total>
        <span>{t('Cost estimate')}</span>
        <output aria-live="polite">{t('{n} tokens', { n: formatTokens(estimateCost(components)) })}</output>
      </Total>
    </div>
  );
}
