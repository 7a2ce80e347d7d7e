/**
 * Keeps the idempotency key of each intention until its outcome is known.
 *
 * The same input after a lost answer gets the same key, so that a retry cannot run twice; after a success
 * or a refusal the next tap is a new intention with a new key.
 */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()) {
  /** By intent: of several that are under way at once, an answer to one says nothing of the others. */
  const pending = new Map<string, { readonly key: string; readonly input: unknown }>()
  return {
    /** The key to send this intent with, and the input that it was first sent with: the server answers a key with one input. */
    attemptOf<T>(intent: unknown, input: T): { readonly key: string; readonly input: T } {
      const text = JSON.stringify(intent)
      const attempt = pending.get(text) ?? { key: newKey(), input }
      pending.set(text, attempt)
      return attempt as { key: string; input: T }
    },
    /** Says that the server has answered to this intent, whatever it said. */
    settle(intent: unknown): void {
      pending.delete(JSON.stringify(intent))
    },
  }
}
