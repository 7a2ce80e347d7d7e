/** How long a test waits for something: many times what a busy machine needs, for only a failing test waits so long. */
export const TIMEOUT = { timeout: 120_000 }

/**
 * The limit of the few tests that take more than ten seconds on an idle machine: servers killed again and again, a
 * round through all pages. All others have `TIMEOUT_MS` of `vitest.config.ts`.
 */
export const LONG = { timeout: 10 * 60_000 }
