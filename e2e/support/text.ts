import type { Locator } from 'playwright-core'

/** What a person reads there: hidden parts left out, lines as they are drawn. */
export const textOf = (place: Locator): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: a journey reads what is shown, not what is in the tree
  place.innerText()
