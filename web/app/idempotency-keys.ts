/**
 * Keeps the idempotency key of one intention until its outcome is known.
 *
 * The same input after a lost answer gets the same key, so that a retry cannot run twice; after a success
 * or a refusal the next tap is a new intention with a new key.
 */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()) {
  let pending: { input: string; key: string } | undefined
  return {
    /** The key to send this input with. */
    keyFor(input: unknown): string {
      const text = JSON.stringify(input)
      if (pending?.input !== text) pending = { input: text, key: newKey() }
      return pending.key
    },
    /** Says that the server has answered, whatever it said. */
    settle(): void {
      pending = undefined
    },
  }
}
