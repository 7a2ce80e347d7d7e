/**
 * Keeps the idempotency key of each intention until its outcome is known.
 *
 * The same input after a lost answer gets the same key, so that a retry cannot run twice; after a success
 * or a refusal the next tap is a new intention with a new key.
 */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()) {
  /** By input: of several that are under way at once, an answer to one says nothing of the others. */
  const pending = new Map<string, string>()
  return {
    /** The key to send this input with. */
    keyFor(input: unknown): string {
      const text = JSON.stringify(input)
      const key = pending.get(text) ?? newKey()
      pending.set(text, key)
      return key
    },
    /** Says that the server has answered to this input, whatever it said. */
    settle(input: unknown): void {
      pending.delete(JSON.stringify(input))
    },
  }
}
