import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { closedProducts } from '#domain/eligibility/contract.ts'
import type { CountryProduct } from '#domain/eligibility/products.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { usePractising } from '#web/features/practice/practice.ts'
import { loadArea, refusalText } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'

/** With its words, as few see it; the page goes on without it. */
const WhatStays = lazy<ComponentType>(() =>
  Promise.all([import('./what-stays.tsx'), loadArea('eligibility_pages')]).then(
    ([whatStays]) => whatStays,
    () => ({ default: () => null }),
  ),
)

/**
 * The form that begins something of a product. Where the customer's country has closed it a sentence stands in its place: the
 * server would refuse what is typed.
 */
export function Offered({
  product,
  id,
  isIndented = false,
  isOfOwn = false,
  children,
}: {
  /** One, or all of those that it takes. */
  product: CountryProduct | readonly CountryProduct[]
  /** Of the sentence, for what it describes. */
  id?: string
  /** Whether it stands within the page's gutter already. */
  isIndented?: boolean
  /** Whether it begins something by what the customer has, so that not all of that can be used. */
  isOfOwn?: boolean
  children?: ReactNode
}) {
  if (useOffered(product)) return children
  return (
    <div role="status" id={id} className={cx('py-4 text-15 text-t2', !isIndented && 'gutter')}>
      <p>{refusalText('COUNTRY_NOT_OFFERED')}</p>
      {/* Of a verification nothing is had that could be ended. */}
      {product !== 'registration' && !isOfOwn && (
        <Suspense fallback={null}>
          <WhatStays />
        </Suspense>
      )}
    </div>
  )
}

/** Whether something of a product can be begun here: true until it is known that the customer's country has closed it. */
export function useOffered(product: CountryProduct | readonly CountryProduct[]): boolean {
  const isSignedIn = useSignedIn()
  const isPractising = usePractising()
  const { data } = useApiQuery(closedProducts, {}, { enabled: isSignedIn && !isPractising })
  return isPractising || ![product].flat().some((one) => data?.closed.includes(one))
}
