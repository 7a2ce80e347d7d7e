import type { QueueItem } from '#domain/console/contract.ts'
import { hasRole, type Role } from '#domain/console/roles.ts'
import type { Product, ProposalTab } from '../products/product.ts'
import { t } from '../texts.ts'

/** What waits for operators, as the review page sorts and names it. */

/** In the key of a proposal that belongs to no request; in a request's key there is its product. */
export const PROPOSAL = 'proposal'

/** What the URL calls an item: no product has a hyphen in its name, its ids may. @example 'deposit-10001' */
export const keyOf = ({ kind, product, id }: QueueItem): string =>
  `${kind === 'proposal' ? PROPOSAL : product}-${id}`

/** An item's key as the URL has it, back in its parts. */
export function splitKey(key: string): { whose: string; id: string } {
  const at = key.indexOf('-')
  return { whose: key.slice(0, at), id: key.slice(at + 1) }
}

const productOf = (products: readonly Product[], item: QueueItem) =>
  products.find(({ name }) => name === item.product)

/** What an item is, in its product's words. */
export function labelOf(products: readonly Product[], item: QueueItem): string {
  const product = productOf(products, item)
  return (item.kind === 'request' ? product?.requests : product?.proposals)?.label ?? item.product
}

/** What the viewer can do about it. */
export const actionOf = (products: readonly Product[], item: QueueItem): string =>
  (item.viewerAction === 'make' &&
    item.kind === 'request' &&
    productOf(products, item)?.requests?.action?.(item)) ||
  t(`review.action_${item.viewerAction}`)

/** Whether an item has what was searched for, in any of its columns. */
export const matches = (products: readonly Product[], item: QueueItem, sought: string): boolean =>
  [item.reference, item.subject, labelOf(products, item), item.amount ?? '', item.currency ?? '']
    .join(' ')
    .toLowerCase()
    .includes(sought.trim().toLowerCase())

interface Tab {
  readonly id: string
  readonly name: string
  readonly has: (item: QueueItem) => boolean
}

/** What one can act on, or all; the requests of each product that is shown to these roles; proposals by what they are about. */
export function tabsOf(
  products: readonly Product[],
  roles: readonly Role[],
  items: readonly QueueItem[],
): Tab[] {
  const isAbout = (tab: ProposalTab) => (item: QueueItem) =>
    item.kind === 'proposal' && (productOf(products, item)?.proposals?.tab ?? 'products') === tab
  return [
    {
      id: 'mine',
      name: t('review.tab_mine'),
      has: ({ viewerAction }) => viewerAction === 'make' || viewerAction === 'check',
    },
    { id: 'all', name: t('review.tab_all'), has: () => true },
    ...products.flatMap(({ name, title, requests }) => {
      if (!requests) return []
      const has = ({ kind, product }: QueueItem) => kind === 'request' && product === name
      // A tab that says 0 says that nothing waits: not to somebody who is not shown what does.
      return hasRole(roles, requests.endpoint.roles) || items.some(has) ? { id: name, name: title, has } : []
    }),
    { id: 'products', name: t('review.tab_products'), has: isAbout('products') },
    { id: 'treasury', name: t('review.tab_treasury'), has: isAbout('treasury') },
  ]
}
