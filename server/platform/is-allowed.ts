import { Refusal } from '#domain/errors.ts'

/** Whether nothing refuses it. Throws every other error on. */
export async function isAllowed(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}
