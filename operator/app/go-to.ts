import type { Product } from '../products/product.ts'
import type { PageSection } from './pages.ts'

/** Where what an operator types beside the list of pages leads. */

/** The pages whose name has what is sought; no heading without a page. */
export const foundIn = (sections: readonly PageSection[], sought: string): readonly PageSection[] =>
  sections
    .map(({ group, pages }) => ({
      group,
      pages: pages.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase())),
    }))
    .filter(({ pages }) => pages.length > 0)

const REFERENCE = /^([A-Z])-(\d{1,18})$/
const CUSTOMER = /^[1-9]\d{4,17}$/

/**
 * The list that a reference is found in, or the page of the customer with a number, as far as the viewer may enter it.
 * @example placeOf(products, ['/withdrawals'], 'w-710001') // '/withdrawals?status=&state=&q=W-710001'
 */
export function placeOf(
  products: readonly Pick<Product, 'references'>[],
  paths: readonly string[],
  sought: string,
): string | undefined {
  const text = sought.trim().toUpperCase()
  const mayEnter = (path: string | undefined) => path !== undefined && paths.includes(path)
  if (CUSTOMER.test(text)) return mayEnter('/customers') ? `/customers?id=${text}` : undefined
  const [, letter] = REFERENCE.exec(text) ?? []
  if (letter === undefined) return undefined
  const own: Product['references'] = { P: '/proposals' }
  const path = [own, ...products.map(({ references }) => references)]
    .map((references) => references?.[letter])
    .find(Boolean)
  // A list may have one of these in use from the start.
  return mayEnter(path) ? `${path}?status=&state=&q=${text}` : undefined
}
