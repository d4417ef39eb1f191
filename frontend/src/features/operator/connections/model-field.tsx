import { useState } from 'react';
import type { listServiceModels } from '#contract/operator/service-connections.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { problemWords } from './connection-words.ts';

interface ModelFieldProps {
  readonly value: string;
  /** A suitable model; null if the service's own list says which. */
  readonly suggested: string | null;
  readonly listed: AnswerOf<typeof listServiceModels> | undefined;
  readonly isListing: boolean;
  readonly onModel: (model: string) => void;
  readonly error: string | undefined;
}

/** A value that no model has as its name. */
const TYPED = '…';

/** The model, chosen from the service's list or typed, because the list need not be complete. */
export function ModelField({ value, suggested, listed, isListing, onModel, error }: ModelFieldProps) {
  const [isTyped, setTyped] = useState(false);
  const { models = [], others = [], problem } = listed ?? {};
  const count = models.length + others.length;
  if (isTyped || count === 0)
    return (
      <TextField
        label={t('Model')}
        required
        autoComplete="off"
        maxLength={120}
        value={value}
        onChange={({ target }) => onModel(target.value)}
        helper={
          isListing
            ? t('Asking the service for its models…')
            : problem
              ? problemWords(problem.code)
              : value === suggested
                ? t('Suggested. The service lists its models once the key is entered.')
                : t('The name the service uses.')
        }
        error={error}
      />
    );
  const option = (model: string) => ({ value: model, label: model === suggested ? t('{model} (suggested)', { model }) : model });
  const isListed = value === '' || models.includes(value) || others.includes(value);
  return (
    <SelectField
      label={t('Model')}
      required
      value={value}
      onChange={({ target }) => (target.value === TYPED ? setTyped(true) : onModel(target.value))}
      options={[
        ...(value === '' ? [{ value: '', label: t('Choose a model') }] : []),
        ...(isListed ? [] : [{ value, label: value }]),
        ...models.map(option),
        ...(others.length > 0 ? [{ group: t('Other kinds, judging by name'), options: others.map(option) }] : []),
        { value: TYPED, label: t('Other…') },
      ]}
      helper={t('{n, plural, one {# model can be used with this key.} other {# models can be used with this key.}}', { n: count })}
      error={error}
    />
  );
}
