/**
 * Works on items one after the other: one that fails keeps none of the others from their turn.
 *
 * Refuses: (at the end) with the first error there was.
 */
export async function eachAlone<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failed: unknown[] = []
  for await (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw failed[0]
}
