// Whether the process of this container is ready: exit code 0 or 1. HEALTH_URL says where it answers; the api's own address without it.
const address = process.env.HEALTH_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}/api/health/ready`;
const ready = await fetch(address, { signal: AbortSignal.timeout(3_000) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
