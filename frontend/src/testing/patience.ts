import { configure } from '@testing-library/react';

// a lazily loaded chunk can take longer than the default second on a busy machine, which `vitest.config.ts` measures
configure({ asyncUtilTimeout: 10_000 * Number(process.env['TESTS_SLOWNESS'] ?? 1) });
