import '#domain/seed/adopt.ts'

/** What the page Verify loads to compute a proof again, with the currencies that the app has when it does. */
export { runProof } from '#web/features/verify/run-proof.ts'
