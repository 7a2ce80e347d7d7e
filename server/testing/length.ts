/**
 * Whether long tests run at full length, as before a release (`npm test -- --full`): every kill, upload or request there
 * is of a kind. Otherwise they run a part of them, and `docs/benchmarks.md` says what the whole of them found.
 */
export const isFull = process.env.TEST_LENGTH === 'full'

/** How many of something a test does: all at full length, otherwise so many that each kind is among them. */
export const howMany = (atFullLength: number, otherwise: number): number =>
  isFull ? atFullLength : otherwise
