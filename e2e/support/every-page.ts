import type { Phone } from './browser.ts'
import { openSettled } from './customer.ts'
import type { Plumb } from './plumb.ts'

/** Everything wrong that `inspect` finds on these pages, each finding with its page. */
export async function inspectAll(
  plumb: Plumb,
  phone: Phone,
  pages: readonly string[],
  inspect: (address: string) => Promise<readonly string[]>,
): Promise<string[]> {
  const found: string[] = []
  for (const address of pages) {
    await openSettled(phone.page, plumb, address)
    for (const finding of await inspect(address)) found.push(`${address}: ${finding}`)
    for (const error of phone.consoleErrors.splice(0)) found.push(`${address}: ${error}`)
  }
  return found
}
