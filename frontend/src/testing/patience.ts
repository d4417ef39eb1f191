import { configure } from '@testing-library/react';

// a lazily loaded chunk can take longer than the default second on a busy machine
configure({ asyncUtilTimeout: 10_000 });
