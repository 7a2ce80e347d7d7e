/** How the terms of contracts are written and read on the page. */

/** @example leveragesText([2, 5]) // '2, 5' */
export const leveragesText = (leverages: readonly number[]): string => leverages.join(', ')

/**
 * Reads leverages as they are sent.
 *
 * Refuses: (as `undefined`) what is no ascending list up to the highest.
 * @example leveragesOf('2, 5×', 10) // '2 5'
 */
export function leveragesOf(text: string, most: number): string | undefined {
  const leverages = text
    .split(/[,\s]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d{1,3}[×x]?$/.test(part) ? Number.parseInt(part, 10) : 0))
  const isAscending = leverages.every((one, n) => one > (leverages[n - 1] ?? 0) && one <= most)
  return isAscending && leverages.length > 0 ? leverages.join(' ') : undefined
}
