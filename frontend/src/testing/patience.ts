import { configure } from '@testing-library/react';

// what is waited for may load a part of the product first, which takes a busy machine longer than a second
configure({ asyncUtilTimeout: 5_000 });
