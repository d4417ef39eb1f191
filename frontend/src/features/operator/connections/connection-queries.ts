import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  changeServiceBudget,
  listServiceConnections,
  listServiceModels,
  removeServiceConnection,
  saveServiceConnection,
  testServiceConnection,
  type ServiceConnections,
} from '#contract/operator/service-connections.contract.ts';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { aboutProduct } from '#frontend/lib/about.ts';
import { call } from '#frontend/lib/api-client.ts';
import { useAction } from '#frontend/lib/use-action.ts';

export const serviceConnections = queryOptions({
  queryKey: ['operator', 'connections'],
  queryFn: ({ signal }) => call(listServiceConnections, { signal }),
});

type Of<Body> = { readonly service: Service; readonly body: Body };

export const useListModels = () =>
  useAction({
    mutationFn: ({ service, body }: Of<BodyOf<typeof listServiceModels>>) => call(listServiceModels, { params: { service }, body }),
  });

/** Starts a test. @returns its run */
export const useTestConnection = () =>
  useAction({
    mutationFn: ({ service, body }: Of<BodyOf<typeof testServiceConnection>>) => call(testServiceConnection, { params: { service }, body }),
  });

/** After a change of connection, also refreshes the header and the services' names. */
function useTake() {
  const cache = useQueryClient();
  return (answer: ServiceConnections) => {
    cache.setQueryData(serviceConnections.queryKey, answer);
    return Promise.all([
      cache.invalidateQueries({ queryKey: aboutProduct.queryKey }),
      cache.invalidateQueries({ queryKey: ['service-lanes'] }),
    ]);
  };
}

export function useSaveConnection(onSaved: () => void) {
  const take = useTake();
  return useAction({
    mutationFn: ({ service, body }: Of<BodyOf<typeof saveServiceConnection>>) => call(saveServiceConnection, { params: { service }, body }),
    onSuccess: (answer) => {
      onSaved();
      return take(answer);
    },
  });
}

export function useRemoveConnection(onRemoved: () => void) {
  const take = useTake();
  return useAction({
    mutationFn: ({ service, body }: Of<BodyOf<typeof removeServiceConnection>>) =>
      call(removeServiceConnection, { params: { service }, body }),
    onSuccess: (answer) => {
      onRemoved();
      return take(answer);
    },
  });
}

export function useChangeBudget(onSaved: () => void) {
  const take = useTake();
  return useAction({
    mutationFn: ({ service, body }: Of<BodyOf<typeof changeServiceBudget>>) => call(changeServiceBudget, { params: { service }, body }),
    onSuccess: (answer) => {
      onSaved();
      return take(answer);
    },
  });
}
