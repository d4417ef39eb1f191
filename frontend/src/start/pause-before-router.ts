import { nextTask } from '#frontend/start/next-task.ts';

// what main.tsx imports after this, the router, is made in a task of its own
await nextTask();
