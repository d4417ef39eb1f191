import { OpenTelemetry } from '@ai-sdk/otel';
import { registerTelemetry } from 'ai';

/** Records every call of the AI SDK as a span. Import it only when traces are recorded. */
export const traceCalls = (): void => registerTelemetry(new OpenTelemetry());
