import { config } from 'zod/v4/core';

// The SDK checks messages with zod, which otherwise compiles its schemas to functions when they are made.
config({ jitless: true });
