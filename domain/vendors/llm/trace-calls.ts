/** Makes every call of the AI SDK a span. What that takes is loaded here, for only who records traces needs it. */
export async function traceCalls(): Promise<void> {
  const [{ OpenTelemetry }, { registerTelemetry }] = await Promise.all([import('@ai-sdk/otel'), import('ai')]);
  registerTelemetry(new OpenTelemetry());
}
