// Checks whether this container's process is ready: exit code 0 or 1. HEALTH_URL overrides the api's default URL.
const address = process.env.HEALTH_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}/api/health/ready`;
const ready = await fetch(address, { signal: AbortSignal.timeout(3_000) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
