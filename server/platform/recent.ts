/** What was asked for last, at most so many of it. */
export interface Recent<Key, Value> {
  get(key: Key): Promise<Value>
  /** How many are kept. */
  size(): number
}

/** Loads what is asked for, once as long as it is among the `max` asked for last; what failed is loaded again. */
export function createRecent<Key, Value>(
  max: number,
  load: (key: Key) => Promise<Value>,
): Recent<Key, Value> {
  const kept = new Map<Key, Promise<Value>>()
  return {
    async get(key) {
      const found = kept.get(key) ?? load(key)
      kept.delete(key)
      kept.set(key, found)
      if (kept.size > max) kept.delete(kept.keys().next().value!)
      try {
        return await found
      } catch (error) {
        if (kept.get(key) === found) kept.delete(key)
        throw error
      }
    },
    size: () => kept.size,
  }
}
