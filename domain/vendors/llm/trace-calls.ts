import { OpenTelemetry } from '@ai-sdk/otel';
import { registerTelemetry } from 'ai';

/** Makes every call of the AI SDK a span. Load it only where traces are recorded. */
export const traceCalls = (): void => registerTelemetry(new OpenTelemetry());
